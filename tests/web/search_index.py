"""What the search engines of the little web know: BM25 over all its articles and topics, ja and en.

Comes in: a web's seed and size, then queries. Goes out: places with scores, best first, and snippets. It tokenises by
itself (words, and pairs of Japanese characters), so that no engine is good only because it reads as Tadori reads.
The index of a seed is built once a process, when the first query comes.
"""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tests.web.documents import Library
from tests.web.hosts import Host, hosts_of
from tests.web.prose import Article
from tests.web.topics import Place, topics_of

K1: Final = 1.2
B: Final = 0.6
TITLE: Final = 3
"""A word of the title counts as often as this."""
SNIPPET: Final = {"ja": 90, "en": 180}
"""Characters of a snippet."""

_JAPANESE: Final = "ぁ-ヿ㐀-䶿一-鿿々ヶ"
_WORD: Final = re.compile(rf"[{_JAPANESE}]+|[^\W_{_JAPANESE}]+")
_OPERATOR: Final = re.compile(
    r'(?P<sign>[-+]?)(?:(?P<name>site|filetype|intitle|after|since|before):)?(?:"(?P<q>[^"]*)"|(?P<w>\S+))'
)
_STOP: Final = frozenset(
    "a an and are at by did do does for from has have how in is it its of on or that the their they to was were what "
    "when where which who whom why with any much many long の は を に が と で も へ か た".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A page as an engine has it."""

    place: Place
    lang: str
    title: str
    text: str
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A query as engines understand it."""

    words: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    filetypes: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    after: str = ""
    before: str = "9999"

    def allows(self, entry: Entry) -> bool:
        host, path = entry.place
        return (
            self.after <= entry.date < self.before
            and (not self.sites or any(f".{host}".endswith(f".{site}") for site in self.sites))
            and (not self.filetypes or path.rpartition(".")[2] in self.filetypes)
            and all(word in plain(entry.title) for word in self.titles)
            and self._allows_words(entry)
        )

    def _allows_words(self, entry: Entry) -> bool:
        if not self.phrases and not self.excluded:
            return True
        whole = plain(f"{entry.title} {entry.text}")
        return all(phrase in whole for phrase in self.phrases) and not any(word in whole for word in self.excluded)


def asked_of(query: str) -> Asked:
    """Reads phrases, +, -, site:, filetype:, intitle:, after:, since: and before:."""
    words, found = [], dict[str, list[str]]()
    for match in _OPERATOR.finditer(query):
        said = match["q"] if match["q"] is not None else match["w"]
        kind = match["name"] or {"-": "-", "+": "+"}.get(match["sign"], '"' if match["q"] is not None else "")
        found.setdefault(kind, []).append(plain(said))
        words += [said] if kind in {"", "+", '"', "intitle"} else []
    return Asked(
        words=" ".join(words),
        phrases=tuple(found.get('"', [])),
        excluded=tuple(found.get("-", [])),
        sites=tuple(found.get("site", [])),
        filetypes=tuple(found.get("filetype", [])),
        titles=tuple(found.get("intitle", [])),
        after=max(_days([*found.get("after", []), *found.get("since", [])]), default=""),
        before=min(_days(found.get("before", [])), default="9999"),
    )


def _days(said: Sequence[str]) -> list[str]:
    """`20240131` as `2024-01-31`."""
    return [re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", day) for day in said]


def plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def words_of(text: str) -> Iterator[str]:
    """Latin words and numbers without a plural's s, and pairs of neighbouring Japanese characters."""
    for match in _WORD.finditer(plain(text)):
        run = match.group()
        if re.match(f"[{_JAPANESE}]", run):
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
        elif run not in _STOP:
            yield run[:-1] if len(run) > 3 and run.endswith("s") else run


class SearchIndex:
    """BM25 over entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._postings: dict[str, list[tuple[int, int]]] = {}
        lengths = []
        for number, entry in enumerate(entries):
            counts = Counter(words_of(entry.text))
            for word in words_of(entry.title):
                counts[word] += TITLE
            lengths.append(counts.total())
            for word, count in counts.items():
                self._postings.setdefault(word, []).append((number, count))
        mean = sum(lengths) / max(1, len(lengths))
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]

    def search(self, asked: Asked) -> list[tuple[float, Entry]]:
        """All entries that share a word with the query and satisfy its operators, best first."""
        scores: defaultdict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words_of(asked.words)):
            found = self._postings.get(word, [])
            rarity = math.log(1 + (len(self.entries) - len(found) + 0.5) / (len(found) + 0.5))
            for number, count in found:
                scores[number] += rarity * count * (K1 + 1) / (count + self._norms[number])
        ranked = sorted(scores.items(), key=lambda item: (-item[1], self.entries[item[0]].place))
        return [(score, self.entries[number]) for number, score in ranked if asked.allows(self.entries[number])]


def snippet(entry: Entry, query: str) -> str:
    """The stretch of the text that has most of the query's words."""
    wanted = set(words_of(query))
    gap, width = ("", SNIPPET["ja"]) if entry.lang == "ja" else (" ", SNIPPET["en"])
    sentences = re.split(r"(?<=。)|(?<=[.!?])\s+|\n", entry.text)
    best = max(range(len(sentences)), key=lambda at: (len(wanted & set(words_of(sentences[at]))), -at))
    return gap.join(part for part in sentences[best : best + 3] if part)[:width]


@lru_cache(maxsize=4)
def index_of(seed: int, count: int, articles: int | None) -> SearchIndex:
    """The index of a web of that seed and size."""
    hosts = hosts_of(seed, count, articles=articles)
    entries = [entry for host in hosts for entry in entries_of(host, seed)]
    for topic in topics_of(seed, hosts):
        entries += [_entry(page.place, page.article) for page in topic.pages]
    return SearchIndex(entries)


def entries_of(host: Host, seed: int) -> Iterator[Entry]:
    library = Library(host, seed)
    for number, path in enumerate(library.paths):
        yield _entry((host.name, path), library.article(number))


def _entry(place: Place, article: Article) -> Entry:
    text = "\n".join(text for section in article.sections for text in section.paragraphs)
    return Entry(place=place, lang=article.lang, title=article.headline.title, text=text, date=article.headline.date)
