"""The little web as a table: every host, page and trap, from a seed and three ports. It answers; it does not listen.

The same seed, size and ports give the same world in every process, so a test can know a web that runs in another one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tests.web import walls
from tests.web.dns import LittleResolver
from tests.web.documents import Extra, Library, Page, is_pdf
from tests.web.engines_web import LookAlike, look_alikes
from tests.web.extras import (
    AD_HOSTS,
    REBINDING_FIRST,
    ROBOTS,
    SPECIAL,
    advertising,
    embeds_of,
    redirecting_site,
    robots_host,
    robots_site,
)
from tests.web.hostile import FLAWS, LIES, Surroundings, hostile_host, lie
from tests.web.hosts import Host, hosts_of, plain_host
from tests.web.markup import Link
from tests.web.prose import Lang
from tests.web.site_searches import SearchedSite, searched_sites
from tests.web.topics import CITING, Role, Topic, topics_of
from tests.web.wayback import HOST, Archive, Snapshot, Snapshots
from tests.web.weather import ORDINARY, Weather
from tests.web.weathers import WeatherSite
from tests.web.wire import Reply, Request, Site

ADDRESSES: Final = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
"""Hosts are spread over these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    http: int
    https: int
    canary: int
    """On 127.0.0.1; hostile redirects point there, and nobody should ever knock."""


class World:
    """Everything there is to know about a little web before anybody asks it anything."""

    def __init__(self, *, seed: int, hosts: int, scale: float, ports: Ports, articles: int | None = None) -> None:
        self.seed = seed
        self.articles = articles
        self.scale = scale
        self.ports = ports
        self.hosts: list[Host] = hosts_of(seed, hosts, articles=articles)
        self.weather_of: dict[str, Weather] = {host.name: host.weather for host in self.hosts}
        self.hostile_kind_of: dict[str, str] = {}
        self._surroundings = Surroundings(scale=scale, canary_port=ports.canary)
        self._embeds = embeds_of({name: self._base(name)("http") for name in AD_HOSTS})
        self._sites: dict[str, Site] = {}
        self._weathered: list[WeatherSite] = [self._weather_site(host) for host in self.hosts]
        self.pages: list[Page] = [page for site in self._weathered for page in self._pages(site)]
        """All articles of all hosts that have weather."""
        self.hostile: dict[str, str] = {kind: self._hostile_url(kind) for kind in LIES}
        """Every hostile kind by name: an address."""
        self.robots: dict[str, str] = {kind: self._robots_host(kind) for kind in ROBOTS}
        """Every kind of robots.txt by name: a host."""
        self.special: dict[str, str] = dict(SPECIAL)
        """`rebinding`, `missing`, `v6_first`, `idn`, `offsite_redirect`: a host."""
        self._add_special()
        self.walls: dict[str, str] = {}
        """Every kind of wall by its name in `tadori blocks`; `<kind>_ja` is the Japanese one: an address."""
        self.behind_walls: dict[str, str] = {}
        """The key sentence of the page that stands behind a wall."""
        for kind in walls.KINDS:
            self._add_wall(kind, "en", kind)
            self._add_wall(kind, "ja", f"{kind}_ja")
        archive = Archive([site.library for site in self._weathered], self.url)
        self._sites[HOST] = archive
        self.wayback_base: str = archive.base
        self.snapshots: Mapping[str, list[Snapshot]] = Snapshots(archive)
        """Copies in the archive by address of the original, oldest first."""
        self.ad_hosts: tuple[str, ...] = AD_HOSTS
        self._sites.update(dict.fromkeys(AD_HOSTS, advertising))
        self.engines: dict[str, LookAlike] = look_alikes(self)
        """The search engines of this web by letter: `a` to `d` best first, and two more."""
        self._sites.update({engine.host: engine for engine in self.engines.values()})
        self.searched: dict[str, SearchedSite] = searched_sites(seed, lambda host: self._base(host)("http"))
        """Sites with a search of their own, by kind (`site_searches.PLANS`)."""
        self._sites.update({site.host: site for site in self.searched.values()})
        self.addresses: dict[str, str] = {
            name: ADDRESSES[at % len(ADDRESSES)] for at, name in enumerate(self._sites) if name != SPECIAL["missing"]
        }
        self.resolver = LittleResolver(self.addresses)
        self._change_names()

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """What can be researched on this web: their pages stand on the hosts beside `pages`, and are not in it."""
        return topics_of(self.seed, self.hosts)

    @cached_property
    def _topic_pages(self) -> dict[str, dict[str, Extra]]:
        """By host and path. What is not the primary source links to it, as an honest writer would."""
        by_host: dict[str, dict[str, Extra]] = {}
        for topic in self.topics:
            source = topic.page(Role.PRIMARY)
            link = (self.url(*source.place), source.article.headline.title)
            for page in topic.pages:
                links = [link] if page.role in CITING else []
                by_host.setdefault(page.host, {})[page.path] = (page.article, links)
        return by_host

    def url(self, host: str, path: str = "/", https: bool = False) -> str:
        """The address of a path on a host of this web."""
        return self._base(host)("https" if https else "http") + path

    def urls(self, weather: Weather | Iterable[Weather] | None = None, *, https: bool = False) -> list[str]:
        """Addresses of articles with that weather (all without), in the order of the table."""
        wanted = set(Weather) if weather is None else {weather} if isinstance(weather, Weather) else set(weather)
        pages = [page for page in self.pages if page.weather in wanted]
        return [self.url(page.host, page.path, https=True) if https else page.url for page in pages]

    def ordinary(self) -> list[Page]:
        """The pages a careful reader should bring home without anybody's help."""
        return [page for page in self.pages if page.weather in ORDINARY]

    @property
    def chromium_rules(self) -> str:
        """For `--host-resolver-rules`: the little web is here, and there is nothing else."""
        return f"MAP {SPECIAL['missing']} ~NOTFOUND, MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"

    def reply(self, request: Request) -> Reply:
        """What the host that was named answers."""
        site = self._sites.get(request.host)
        if site is None:
            return Reply(status=421, headers=(("Content-Type", "text/plain"),), body=b"no such host here\n")
        return site(request)

    def flaw(self, host: str) -> str | None:
        """What is wrong with the host's certificate."""
        return FLAWS.get(self.hostile_kind_of.get(host, ""))

    def forget(self) -> None:
        """As if nobody had ever come: refusals, cuts and changing names begin anew."""
        for site in self._weathered:
            site.forget()
        for engine in self.engines.values():
            engine.forget()
        for searched in self.searched.values():
            searched.forget()
        self.resolver.asked.clear()
        self._change_names()

    def _base(self, host: str) -> Callable[[str], str]:
        return lambda scheme: f"{scheme}://{host}:{self.ports.https if scheme == 'https' else self.ports.http}"

    def _weather_site(self, host: Host) -> WeatherSite:
        liar = None
        if host.weather is Weather.HOSTILE:
            kind = list(LIES)[(host.ordinal * 5 + self.seed) % len(LIES)]
            self.hostile_kind_of[host.name] = kind
            liar = self._liar(kind)
        library = Library(
            host,
            self.seed,
            embeds=self._embeds if host.ads else "",
            elsewhere=lambda: self._elsewhere(host),
            extra=lambda: self._topic_pages.get(host.name, {}),
        )
        site = WeatherSite(library, self.seed, self.scale, self._base(host.name), liar)
        self._sites[host.name] = site
        return site

    def _liar(self, kind: str) -> Site:
        return lambda request: lie(kind, request, self._surroundings)

    def _elsewhere(self, host: Host) -> list[Link]:
        """Two links to other hosts."""
        others = [self._weathered[(host.index + step) % len(self._weathered)] for step in (3, 11)]
        return [(self.url(o.host.name, o.library.paths[0]), o.library.headline(0).title) for o in others]

    def _pages(self, site: WeatherSite) -> list[Page]:
        host, made = site.host, []
        https = self.flaw(host.name) is not None
        for number, path in enumerate(site.library.paths):
            top = site.library.headline(number)
            pdf = is_pdf(host, number)
            made.append(
                Page(
                    url=self.url(host.name, path, https=https),
                    host=host.name,
                    path=path,
                    weather=host.weather,
                    lang=host.lang,
                    title=top.title,
                    key_sentence=top.key_sentence,
                    date=top.date,
                    media_type="application/pdf" if pdf else "text/html",
                    charset="" if pdf else host.charset,
                )
            )
        return made

    def _hostile_url(self, kind: str) -> str:
        name = hostile_host(kind)
        self.hostile_kind_of[name] = kind
        self._sites[name] = self._liar(kind)
        return self.url(name, "/page", https=kind in FLAWS)

    def _robots_host(self, kind: str) -> str:
        name = robots_host(kind)
        self._sites[name] = robots_site(kind, self._plain(name, "en"))
        return name

    def _plain(self, name: str, lang: Lang) -> WeatherSite:
        library = Library(plain_host(name, lang), self.seed)
        return WeatherSite(library, self.seed, self.scale, self._base(name), None)

    def _add_special(self) -> None:
        for purpose in ("rebinding", "v6_first", "idn"):
            name = SPECIAL[purpose]
            self._sites[name] = self._plain(name, "ja" if purpose == "idn" else "en")
        self._sites[SPECIAL["offsite_redirect"]] = redirecting_site

    def _add_wall(self, kind: str, lang: Lang, key: str) -> None:
        name = walls.wall_host(kind, lang)
        library = Library(plain_host(name, lang), self.seed)
        self._sites[name] = walls.wall_site(kind, library, self.seed)
        self.walls[key] = self.url(name, library.paths[0])
        self.behind_walls[key] = library.headline(0).key_sentence

    def _change_names(self) -> None:
        self.resolver.set(SPECIAL["rebinding"], [(REBINDING_FIRST,), ("127.0.0.1",)])
        self.resolver.set(SPECIAL["v6_first"], [("::1", "127.0.0.1")])
