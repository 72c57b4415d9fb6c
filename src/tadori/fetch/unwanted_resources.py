"""Subresources that a browser does not load: advertising, trackers, video, fonts, huge images (§3.1.2).

Comes in: the address of a subresource, its kind as the browser names it, and the host of the page. Goes out: why it is
not loaded, or None to load it. Scripts, styles and data of the page's own domain are always loaded: they build the
text. The lists are short and our own: well-known hosts, and words typical of such addresses. Only the decision is made
here; `page_traffic` aborts the request.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from tadori.text.urls import registrable

MAX_IMAGE_BYTES: Final = 1_500_000


class UnwantedKind(StrEnum):
    """Why something was not loaded."""

    AD = "ad"
    TRACKER = "tracker"
    MEDIA = "media"
    FONT = "font"
    IMAGE = "image"


AD_DOMAINS: Final = frozenset(
    """
    2mdn.net 33across.com 3lift.com a8.net ad-stir.com adcolony.com adform.net adgrx.com adingo.jp adition.com
    admatic.com.tr admixer.net adnxs.com adroll.com adsafeprotected.com adsrvr.org adtdp.com advertising.com
    amazon-adsystem.com amoad.com appnexus.com bidswitch.net bidtheatre.com casalemedia.com connatix.com contextweb.com
    criteo.com criteo.net doubleclick.net emxdgt.com exponential.com fout.jp fluct.jp gmossp-sp.jp googleadservices.com
    googlesyndication.com gunosy.com i-mobile.co.jp im-apps.net impact-ad.jp indexww.com inmobi.com innovid.com
    lijit.com logly.co.jp media.net mediavine.com mgid.com microad.jp microad.net moatads.com nativo.com
    openx.net outbrain.com popin.cc pubmatic.com revcontent.com rfihub.com rubiconproject.com serving-sys.com
    sharethrough.com smaato.net smartadserver.com socdm.com spotxchange.com taboola.com teads.tv tremorhub.com
    tribalfusion.com undertone.com unrulymedia.com yads.jp yieldmo.com zedo.com zucks.net
    """.split()
)
TRACKER_DOMAINS: Final = frozenset(
    """
    adobedtm.com agkn.com amplitude.com appsflyer.com bluekai.com bounceexchange.com branch.io chartbeat.com
    chartbeat.net clarity.ms clicktale.net cnzz.com cxense.com demdex.net dotmetrics.net everesttech.net exelator.com
    eyeota.net fullstory.com google-analytics.com googletagmanager.com googletagservices.com heapanalytics.com
    hotjar.com hubspot.net imrworldwide.com kissmetrics.com krxd.net liadm.com mathtag.com matomo.cloud mixpanel.com
    mouseflow.com mxpnl.com newrelic.com nr-data.net omtrdc.net optimizely.com parsely.com
    permutive.com piano.io quantcast.com quantserve.com quantummetric.com rlcdn.com scorecardresearch.com
    segment.com segment.io sentry-cdn.com sitest.jp snowplowanalytics.com statcounter.com tapad.com tealiumiq.com
    treasuredata.com userlocal.jp usertrack.jp visualwebsiteoptimizer.com webtrekk.net yjtag.jp zemanta.com
    """.split()
)
AD_LABEL: Final = re.compile(r"(?:ad|ads|adx|adserver|adservice|adsystem|adclick|banners?)\d*")
TRACKER_LABEL: Final = re.compile(r"(?:analytics|beacon|pixel|telemetry|track|tracker|trackers|tracking)\d*")
"""Whole labels of a host name that is not the page's own."""
AD_PATH: Final = re.compile(r"/(?:adserver|adservice|adsbygoogle|pagead|prebid|gampad|show_ads?)(?:[/._?-]|$)", re.I)
TRACKER_PATH: Final = re.compile(
    r"/(?:gtag/js|gtm\.js|ga\.js|analytics\.js|fbevents\.js|matomo\.js|piwik\.js|utag\.js|beacon\.js|pixel\.(?:gif|png)"
    r"|tracking\.gif|1x1\.(?:gif|png)|__utm\.gif|b/ss/)",
    re.I,
)
BUILDS_THE_PAGE: Final = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
BY_KIND: Final = {"media": UnwantedKind.MEDIA, "font": UnwantedKind.FONT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceRefusal:
    """A resource that is not loaded: why, and the host or pattern that matched."""

    kind: UnwantedKind
    rule: str


def why_not_loaded(url: str, resource: str, page_host: str) -> ResourceRefusal | None:
    """Why a page at `page_host` does not load `url`; None loads it. `resource` is the browser's resource type."""
    if resource in BY_KIND:
        return ResourceRefusal(kind=BY_KIND[resource], rule=resource)
    host = host_of(url)
    if not host:
        return None  # data:, blob: and what is no address: nothing is asked of anybody
    path = "/" + url.partition("//")[2].partition("/")[2].partition("?")[0]
    if registrable(host) == registrable(page_host):
        return None if resource in BUILDS_THE_PAGE else _by_path(path)
    return _by_host(host) or _by_path(path)


def host_of(url: str) -> str:
    """The host of an address that a page built; empty when it has none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def too_large(length: str | None) -> ResourceRefusal | None:
    """Why an image with this Content-Length is not loaded; None when it is."""
    if length is None or not length.isdecimal() or int(length) <= MAX_IMAGE_BYTES:
        return None
    return ResourceRefusal(kind=UnwantedKind.IMAGE, rule=f"over {MAX_IMAGE_BYTES} bytes")


def _by_host(host: str) -> ResourceRefusal | None:
    labels = host.split(".")
    above = {".".join(labels[start:]) for start in range(len(labels) - 1)}
    for kind, domains, pattern in (
        (UnwantedKind.AD, AD_DOMAINS, AD_LABEL),
        (UnwantedKind.TRACKER, TRACKER_DOMAINS, TRACKER_LABEL),
    ):
        listed = min(above & domains, default=None)
        if listed is not None:
            return ResourceRefusal(kind=kind, rule=listed)
        label = next((label for label in labels[:-1] if pattern.fullmatch(label)), None)
        if label is not None:
            return ResourceRefusal(kind=kind, rule=f"{label}.")
    return None


def _by_path(path: str) -> ResourceRefusal | None:
    for kind, pattern in ((UnwantedKind.AD, AD_PATH), (UnwantedKind.TRACKER, TRACKER_PATH)):
        if found := pattern.search(path):
            return ResourceRefusal(kind=kind, rule=found.group())
    return None
