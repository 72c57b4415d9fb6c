"""Every number that decides which pages are found and how they are fetched, once, with where it comes from.

The numbers of ranking, judging, confidence and stopping are in `thresholds.py`.
"""

from datetime import timedelta
from typing import Final

from tadori.model.graph import TrustLevel
from tadori.model.thresholds import NOVELTY_FLOOR

# Issue 3, guards of the web
PAGE_SECONDS: Final = 60.0
MAX_REDIRECTS: Final = 10
MAX_HEADER_BYTES: Final = 256 * 1024
MAX_COOKIES_A_DOMAIN: Final = 180
MAX_DECODE_RATIO: Final = 120
"""Decoded bytes a byte on the wire, once more than `RATIO_FREE_BYTES` are decoded; HTML packs to a 30th at best."""
RATIO_FREE_BYTES: Final = 1_000_000
SLOW_BYTES_A_SECOND: Final = 200
SLOW_SECONDS: Final = 15.0
"""A server that sends less than that over that time is dripping on purpose."""

# §4.3, rulings "Fetch, search, time"
PACE_SECONDS: Final = (1.5, 5.5)
DOMAIN_QPS: Final = 0.2
ENGINE_QPS: Final = 0.25
SITE_SEARCH_QPS: Final = 0.1
NIGHT_HOURS: Final = (0, 6)
QUIET_FACTOR: Final = 1.5
"""At night and on holidays every pause is this much longer."""
DOMAIN_COOLDOWN_MINUTES: Final = (60.0, 1440.0)
ENGINE_COOLDOWN_MINUTES: Final = (30.0, 120.0)
DAILY_REQUESTS_A_DOMAIN: Final = 200
TOR_SHARE: Final = 0.20
TOR_STICKY_SECONDS: Final = 900.0
TOR_DAILY_A_DOMAIN: Final = 20
WAYBACK_SHARE: Final = 0.15
CRAWL_DEPTH: Final = 2

# Issue 3, manners: RFC 9309, §3.1.2, §4.3
MAX_ROBOTS_BYTES: Final = 500 * 1024
ROBOTS_HOURS: Final = 24.0
ROBOTS_RETRY_HOURS: Final = 1.0
"""How long a robots.txt that could not be had counts as unreachable before it is asked for again."""
ROBOTS_LOST_DAYS: Final = 30.0
MAX_CRAWL_DELAY: Final = 120.0
MAX_RETRY_AFTER: Final = 86_400.0
PATIENCE_SECONDS: Final = 60.0
"""So much of a domain's cooling is waited for; when more is left, its page is not asked for now."""
MAX_SITEMAP_BYTES: Final = 10_000_000
MAX_SITEMAP_URLS: Final = 50_000
MAX_LINKS: Final = 5_000

# §4.3 "EMA, short and long": what a domain is remembered by
EMA_SHORT: Final = 0.3
EMA_LONG: Final = 0.05
CIRCUIT_OPENS_AT: Final = 2
BROWSER_FIRST_AT: Final = 0.5
"""From this `headful_ratio` on a browser comes first: after two pages in a row that only a browser had."""
HTTP_PROBE_EVERY: Final = 10
"""Even then one page in about ten requests of a day is asked for by HTTP first, so that a change is noticed."""
HEADFUL_FAILURES: Final = 3
SKIP_SUCCESS_BELOW: Final = 0.2
SKIP_BLOCKED_AT: Final = 0.8
"""A domain is given up for good at `success_long` below the one (32 failures in a row from a clean start) and
`block_score` at or above the other."""
TOR_ROLLBACK_MINUTES: Final = (60.0, 1440.0)
TOR_IDENTITY_AFTER: Final = 3
"""So many requests through Tor turned away in a row, whoever was asked: its exits are known, all circuits change."""
TOR_POOR_AT: Final = 0.3
"""Below this success rate Tor is left alone for the longer of the two."""

# Search engines, site searches and the web (`pipeline/engines/`, `pipeline/web/`)
ENGINES_A_QUERY: Final = 6
"""Engines asked per query."""
QUERY_SECONDS: Final = 30.0
"""§3.2.2: time limit for one query, all web engines together."""
ENGINE_TIMEOUT_LEAST: Final = 4.0
ENGINE_TIMEOUT_MOST: Final = 20.0
"""Timeout of an engine in seconds, at least and at most."""
ENGINE_REDIRECTS: Final = 5
"""Redirects that are followed to an engine or within a site's search."""
API_TRIES: Final = 3
"""§4.3.5: attempts at an official API; result pages are never retried."""
API_PAUSE_SECONDS: Final = 1.0
"""Minimum pause between two requests to an official API."""
ENGINE_BROWSER_SECONDS: Final = 30.0
"""Timeout for one answer by the browser, its start included (§3.2.2: the limit of a search)."""
API_BACKOFF_SECONDS: Final = (1.0, 30.0)
"""Shortest and longest pause between those attempts."""
SITE_SEARCH_SECONDS: Final = 45.0
"""Timeout for one try at a site, pauses included; an HTTP site whose form is known takes one or two seconds."""
OPEN_COPY_LOOKUPS: Final = 5
"""DOIs that are looked up for one query."""
OPEN_COPY_SECONDS: Final = 15.0
"""Timeout for all of them together, because the hits of the query wait for this."""
AUTH_WARNING_AT: Final = 3
AUTH_CRITICAL_AT: Final = 5
AUTH_CRITICAL_HIGH_AT: Final = 2
"""Number of waiting pages from which the inbox warns, is critical, and is critical counting high priority only."""
SESSION_DAYS: Final = 30
"""A session that was not renewed for this long is ignored, whatever its cookies say."""
CRAWL_SITEMAPS: Final = 3
"""Sitemaps read per crawl, indexes included."""
CRAWL_SITEMAP_URLS: Final = 20
"""How many URLs of sitemaps are added to the crawl."""
HISTORY_SNAPSHOTS: Final = 3
"""Copies in the Wayback Machine that are compared."""
MAX_CONTAINER_BYTES: Final = 2_000_000_000
"""Largest WARC or WACZ file of a library that is opened."""

# §3.1.6, versions of a page
SAME_POINT: Final = 0.5
"""Likeness (Dice of letter runs) from which two sentences are one point in two wordings: another name, number or an
inserted `not` stay above it; of the pairs of different sentences within articles of the extraction benchmarks, 99.9 %
(en) and 99.6 % (ja) stand below."""
LARGE_DIFFERENCE: Final = 0.2
"""Share of the letters of both versions from which a change stands in the timeline: new dates, counters and a line of
advice stay below it, a rewritten or halved article does not."""

# Query languages: when a sampled language gets more queries (`query/mirrors.py`)
WIDEN_MIN_PAGES: Final = 3
WIDEN_MIN_YIELD: Final = 0.2
"""A language gets more queries when of at least three pages read in it one in five was useful."""

# §3.1.3: queries from templates (`query/expansion.py`)
TEMPLATE_QUERY_SHARE: Final = 3
"""One query in three may come from a template: primary sources matter, but not only on the sites we know."""

# When two entities are the same (`entity/resolution.py`); weights combine as 1 - Π(1 - w)
SAME_ENTITY_AT: Final = 0.85
"""At this score two entities are merged: a full name alone (.86) reaches it, a name without its legal form does not."""
MAYBE_SAME_AT: Final = 0.5
"""At this score a person should decide."""
SAME_REGISTER_WEIGHT: Final = 0.99
SAME_FULL_NAME_WEIGHT: Final = 0.86
SAME_PUBLIC_NAME_WEIGHT: Final = 0.95
"""There is one ministry of a name, but many people and some companies."""
SAME_SHORT_NAME_WEIGHT: Final = 0.7
OTHER_LEGAL_FORM_WEIGHT: Final = 0.3
"""株式会社A and 合同会社A are two companies more often than one."""
SAME_PERSON_NAME_WEIGHT: Final = 0.6
LOOSE_PERSON_NAME_WEIGHT: Final = 0.3
SAME_PLACE_WEIGHT: Final = 0.5
SAME_DOMAIN_WEIGHT: Final = 0.5
SAME_EMPLOYER_WEIGHT: Final = 0.65
OTHER_PLACE_FACTOR: Final = 0.6
"""Applied when the addresses differ: a company may have branches."""

# L6: the expected value of a hit, and how deep a branch grows (`search/exploration.py`)
HIT_BM25_K1: Final = 1.2
HIT_BM25_B: Final = 0.75
HIT_USUAL_TERMS: Final = 40
"""Content words of an ordinary title and snippet, where BM25 has the average length of a document."""
HIT_TITLE_TIMES: Final = 2
SKIP_HIT_BELOW: Final = 0.05
"""One of five words of the query, once and in the snippet only, is .09; one of ten .045; none 0."""
UNKNOWN_HIT_VALUE: Final = 0.3
"""For a hit that cannot be compared with the query: read after good ones, and never skipped."""
BRANCH_DEPTH: Final = 3
RICH_BRANCH_DEPTH: Final = 4
RICH_BRANCH_HARVEST: Final = 1.0
RICH_BRANCH_NOVELTY: Final = 3 * NOVELTY_FLOOR
"""A branch is rich when it gave one useful fragment a page and three tenths of its content were still new."""
DRY_BRANCH_PAGES: Final = 3
"""A branch is judged by its novelty only after so many pages."""

# §3.1.1: which link of a page is its source (`search/citations/trace.py`); the three weights sum to 1
SOURCE_CANDIDATE_AT: Final = 0.35
"""A link of an unknown site that nothing calls a source has .2; one that is cited by words has .5."""
SOURCE_TRUST_WEIGHT: Final = 0.5
SOURCE_CUE_WEIGHT: Final = 0.3
SOURCE_DOCUMENT_WEIGHT: Final = 0.2
ORIGINAL_SOURCE_LIKELIHOOD: Final = {
    TrustLevel.PRIMARY: 1.0,
    TrustLevel.GOVERNMENT: 1.0,
    TrustLevel.ACADEMIC: 0.9,
    TrustLevel.UNVERIFIED: 0.4,
    TrustLevel.TRUSTED: 0.3,
    TrustLevel.LOW: 0.1,
    TrustLevel.BLOCKED: 0.0,
}
"""How likely a site of this level is the original source. Newspapers and encyclopaedias are trusted but report what
others found, so they score below an unknown site, which may be the cited body itself."""
FOOTNOTE_FACTOR: Final = 0.7
"""A list of references marks its links as sources, but not which of them a sentence rests on."""
OWN_SITE_FACTOR: Final = 0.3
"""A site seldom is its own source."""
HOME_PAGE_FACTOR: Final = 0.5
CITATION_LOOP_FACTOR: Final = 0.1
"""A page already on the trail leads in a circle."""

# L8, §3.1.5: a site's own search (`search/sites/`)
SITE_PAUSE_AFTER: Final = 2
"""Failures in a row after which a site rests for the day."""
SITE_POOR_AT: Final = 0.2
SITE_POOR_AFTER: Final = 5
"""Below this success, after so many tries, a site rests for `SITE_POOR_DAYS`: it has changed, or does not want us."""
SITE_POOR_DAYS: Final = 7
SITES_AT_ONCE: Final = 2
"""Sites that are searched for one query."""
SEARCH_FORM_AT: Final = 2
"""Points a form needs: a bare text field has none, `name=q` or the word 検索 beside it gives two."""

# One list from several engines (`search/merge.py` explains the formula)
FUSION_RANK_CONSTANT: Final = 3
"""Not the usual 60: lists of ten are fused here, not of a thousand."""
MERGED_HEAD: Final = 10
HEAD_HITS_A_DOMAIN: Final = 3
"""At most so many hits of one domain among the first ten, as long as there are others."""
MIRROR_TITLE_CHARS: Final = 10
MIRROR_SNIPPET_CHARS: Final = 80
"""Minimum lengths: two pages do not share a longer title and snippet by chance."""

# The library as an engine (`search/library.py`, `search/cross_language.py`)
LIBRARY_CANDIDATES: Final = 60
"""Passages passed from the index to ranking; they hold 91 of 100 of SciFact's relevant documents."""
LIBRARY_FOREIGN_SHARE: Final = 3
"""One hit in three may be a document that only meaning has found, even when words have found plenty."""
CROSS_LANGUAGE_COSINE: Final = 0.12
"""9 of 10 documents about something else are below, and none about the subject (gate_retrieval)."""
CROSS_LANGUAGE_SHARE: Final = 0.5
"""Share of the best cosine that the others must reach: those far behind are about something else."""

# §3.1.1: learned weights of engines, and which are used (`search/weights.py`)
ENGINE_WEIGHT_MIN: Final = 0.1
ENGINE_WEIGHT_MAX: Final = 3.0
ENGINE_EXPECTED_PRECISION: Final = 0.5
ENGINE_PRIOR_HITS: Final = 4
"""An engine starts as if so many hits had been judged, half of them useful."""
ENGINE_MEMORY_HITS: Final = 200
"""What it did that many hits ago fades."""
ENGINE_CURIOSITY: Final = 0.5
"""How much an engine with few requests is preferred, in points of weight (UCB; see `search/weights.py`)."""
GENERAL_ENGINE_FACTOR: Final = 0.5
"""A general engine serves every category at this factor of its weight; specialists of other categories are not used."""
LAST_MILE_COVERAGE: Final = 0.90
"""Engines that block early are used only once the others have found most of what there is."""
LAST_MILE_SLOTS: Final = 1

# §3.1.4, issue 4: the circuit breaker of an engine (`search/health.py` explains it)
HEALTH_SHORT_MEMORY: Final = timedelta(hours=1)
HEALTH_LONG_MEMORY: Final = timedelta(hours=24)
CIRCUIT_CALM: Final = timedelta(minutes=5)
"""Issue 4: no flapping under five minutes."""
CIRCUIT_PROBE_EVERY: Final = timedelta(minutes=1)
"""While a circuit is not closed, an unanswered request counts as pending for so long."""
CIRCUIT_STABLE_SUCCESSES: Final = 2
CIRCUIT_POOR_BELOW: Final = 0.5
CIRCUIT_POOR_MASS: Final = 4.0
"""One failure opens the circuit when fewer than half of at least four requests of the last hour succeeded."""
ENGINE_GARBLED_AT: Final = 0.3
ENGINE_GARBLED_MASS: Final = 3.0
"""An engine is demoted when this share of at least so many requests of the last day could not be parsed."""
ENGINE_DEMOTED_FACTOR: Final = 0.25
ENGINE_BROWSER_PERIOD: Final = timedelta(hours=24)
"""For so long after a captcha an engine is loaded in the browser, if there is one; then plain HTTP is tried again."""

# What makes a page a block (`fetch/blocks.py`)
BLOCK_AT: Final = 3
"""Sum of sign weights: words alone weigh 2, so markup, title, headers or status must agree."""
PAYWALL_AT: Final = 4
"""The beginning of an article is readable text: it takes more to call it a paywall."""
PROSE_BYTES: Final = 100
"""A text between tags of this length is a sentence, not a label or a link."""
LABEL_BYTES: Final = 360
"""A message to a visitor is no longer than this; a paragraph is."""
PAGE_FULL_BYTES: Final = 2400
"""With so many bytes in paragraphs a page has real content: some 400 English words, 800 Japanese characters."""
BLOCK_MAX_BYTES: Final = 1800
"""No block page has more text than this; above it, only paywalls (which show a beginning) are looked for."""
PAGE_BARE_BYTES: Final = 240
"""With no more than this there is nothing to read on a page."""
PAGE_CROWDED_BYTES: Final = 9000
"""A page with so much text in short pieces (lists, tables, threads) has real content too."""
