"""Reads which work a document is a part of: the name of the whole, its first page, its copyright line.

In: a parsed page with its head, or a text. Out: an `Imprint`. Only what the document says about itself is read; which
documents belong together is decided elsewhere (`graph/works.py`). Everything is bounded: lengths, links, lines.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.head import PageHead, clean_line
from tadori.model.page import Imprint
from tadori.text.normalise import squash

_HOME_RELATIONS: Final = ("home", "start", "top", "contents", "toc", "first")
_SITE_METAS: Final = (
    "og:site_name",
    "application-name",
    "dc.publisher",
    "dcterms.publisher",
    "citation_journal_title",
    "publisher",
)
_RIGHTS_METAS: Final = ("copyright", "dc.rights", "dcterms.rights", "rights")
_LD_PUBLISHER: Final = re.compile(r'"publisher"\s*:\s*\{[^{}]{0,300}?"name"\s*:\s*"((?:[^"\\]|\\.){1,120})"', re.DOTALL)
_SEPARATORS: Final = re.compile(
    r"\s+[|｜–—\-−:：»«/·•<>＜＞~〜～]+\s+|\s*[|｜»＜]\s*|(?<=\S)[:：]\s+|(?<=[^\x00-\x7f])[:：]"
)
_YEARS: Final = r"(?:[12]\d{3}(?:\s*[-–—,~〜、]\s*(?:[12]\d{3}|present|now)){0,40})"
_NAME_LETTERS: Final = r"(?:[^\n\r.。©|\d]|(?<=\b[A-Z])\.)"
"""A full stop ends a name, except after an initial."""
_RIGHTS: Final = re.compile(
    rf"(?:©|\(c\)|copyright|著作権)(?:\s|©|\(c\)|copyright|:|：|&copy;){{0,12}}"
    rf"(?:{_YEARS}[\s,.:–-]{{0,5}}(?:by\s+)?(?P<after>[^\s\d©|]{_NAME_LETTERS}{{1,79}})"
    rf"|(?:by\s+)?(?P<before>[^\s\d©|,]{_NAME_LETTERS}{{1,60}}?)[\s,]{{1,4}}{_YEARS})",
    re.IGNORECASE,
)
_TRANSLATED: Final = re.compile(r"japanese version|translat|翻訳|和訳|日本語訳", re.IGNORECASE)
_HOLDER_ENDS: Final = re.compile(
    r"\s*(?:,?\s*(?:all rights reserved|licen[sc]ed under|and others|and contributors|et al|inc|ltd|llc|co|無断転載|"
    r"この|this |permission|distributed|under the|created using|powered by|last (?:updated|modified)))\b.*$|\s*<.*$",
    re.IGNORECASE,
)
_MANUAL_PAGE: Final = re.compile(
    r'^\.TH[ \t]+(?:"[^"\n]{0,80}"|[^\s"]{1,80})[ \t]+(?:"[^"\n]{0,20}"|[^\s"]{1,20})[ \t]+'
    r'(?:"[^"\n]{0,60}"|[^\s"]{1,60})[ \t]+'
    r'(?:"(?P<quoted>[^"\n]{2,120})"|(?P<bare>[^\s"]{2,120}))',
    re.MULTILINE,
)
_BRACKETED: Final = re.compile(r"\s\([^\n]{2,120}\)$")
"""How Texinfo names the whole: `Aliasing (zsh)`."""
_HEADINGS_COMPARED: Final = 6
_PREFACE: Final = 3_000
_FOOTER: Final = 1_500
"""Characters at the beginning and the end of a text in which its copyright line is looked for."""
_BEFORE_RIGHTS: Final = 40
_LONGEST_HOLDER: Final = 80
_MOST_NEIGHBOURS: Final = 40
_LONGEST_ADDRESS: Final = 200
_LONGEST_NAME: Final = 160
_MOST_ANCHORS: Final = 5_000
_PAGES: Final = (".html", ".htm", ".xhtml", ".php", "/")
_HOME_WORDS: Final = frozenset({"home", "ホーム", "contents", "目次", "top", "トップ", "table of contents"})


def imprint_of(tree: Any, head: PageHead) -> Imprint:
    """What the HTML page `tree` says about the work that it is a part of."""
    anchors = list(_anchors(tree))
    home, work = _home(head, anchors)
    metas = [head.metas.get(name, "") for name in _SITE_METAS]
    published = _LD_PUBLISHER.search(head.ld)
    site = next((name for name in map(_name, [*metas, published[1] if published else ""]) if name), "")
    rights = next((head.metas[name] for name in _RIGHTS_METAS if head.metas.get(name)), "")
    return Imprint(
        work=work,
        site=site,
        running=() if head.base else _running(head),
        home=home,
        generator=_name(head.metas.get("generator", "").split("http", 1)[0].rstrip(" :(")),
        holder=_holder(rights) or _holder(_end_of(tree)),
        # With a base address relative links lead to the web, not to the files beside the page.
        neighbours=() if head.base else _neighbours(head, anchors),
    )


def imprint_of_text(text: str) -> Imprint:
    """What a document without markup says about the work that it is a part of."""
    manual = _MANUAL_PAGE.search(text[:_PREFACE])
    work = _name((manual["quoted"] or manual["bare"]).replace("\\", "") if manual else "")
    return Imprint(work=work, holder=_holder(text[:_PREFACE], first=True) or _holder(text[-_FOOTER:]))


def _name(text: str) -> str:
    """A name on one line; an address is nobody's name, and neither is a paragraph."""
    name = clean_line(text[: 4 * _LONGEST_NAME])
    return "" if "://" in name or len(name) > _LONGEST_NAME else name


def _anchors(tree: Any) -> Iterator[tuple[str, str, str]]:
    """(relative address, title, words and key) of the first links of a page to documents beside it."""
    for number, element in enumerate(tree.iter("a")):
        if number >= _MOST_ANCHORS:
            return
        address = _relative(element.get("href") or "")
        if address:
            key = element.get("accesskey") or ""
            words = "" if len(element) > 3 else "".join(element.itertext())[:40].strip().lower()
            yield address, (element.get("title") or "")[:_LONGEST_NAME], "home" if key == "h" else words


def _relative(address: str) -> str:
    """An address below or beside the page, without fragment; empty for any other."""
    address = address.strip().split("#", 1)[0].split("?", 1)[0]
    if not address or len(address) > _LONGEST_ADDRESS or address.startswith(("/", "\\")) or ":" in address:
        return ""
    return address if address.lower().endswith(_PAGES) else ""


def _home(head: PageHead, anchors: list[tuple[str, str, str]]) -> tuple[str, str]:
    """Address and name of the first page of the whole."""
    for relation in _HOME_RELATIONS:
        address, title = head.relations.get(relation, ("", ""))
        if _relative(address) and not head.base:
            return _relative(address), _name(title)
        if title and address.startswith(("http://", "https://")):
            return "", _name(title)
    for address, title, words in anchors:
        if words in _HOME_WORDS:
            return ("" if head.base else address), _name(title)
    return "", ""


def _running(head: PageHead) -> tuple[str, ...]:
    """The outer parts of the title that are not the heading of this page, the likelier name of the whole first."""
    title = clean_line(head.title or head.metas.get("og:title", ""))
    parts = [part.strip() for part in _SEPARATORS.split(title) if part and part.strip()]
    if len(parts) < 2:
        bracketed = _BRACKETED.search(title)
        return (bracketed[0].strip(),) if bracketed else ()
    headings = [letters for _, text in head.headings if len(letters := squash(text)) >= 2]
    first, last = (_place_among(squash(parts[at]), headings[:_HEADINGS_COMPARED]) for at in (0, -1))
    outer = [parts[at] for at, place in ((-1, last), (0, first)) if place is None]
    if first is not None and last is not None and last < first:
        outer = [parts[-1]]  # the name of the site is its first heading, the page's own comes below
    return tuple(dict.fromkeys(part for part in outer if len(part) <= _LONGEST_NAME))


def _place_among(part: str, headings: list[str]) -> int | None:
    """The place of the first heading that repeats a part of the title."""
    return next((place for place, heading in enumerate(headings) if part in heading or heading in part), None)


def _neighbours(head: PageHead, anchors: list[tuple[str, str, str]]) -> tuple[str, ...]:
    related = [_relative(address) for relation, (address, _) in head.relations.items() if relation != "stylesheet"]
    found = list(dict.fromkeys(address for address in (*related, *(a for a, _, _ in anchors)) if address))
    half = _MOST_NEIGHBOURS // 2
    return tuple(found if len(found) <= _MOST_NEIGHBOURS else [*found[:half], *found[-half:]])


def _end_of(tree: Any) -> str:
    """The last words of a page, footers included; each piece of text on a line of its own."""
    found: list[str] = []
    length = 0
    for piece in reversed(tree.xpath("//body//text()[not(parent::script or parent::style or parent::noscript)]")):
        words = " ".join(piece.split())
        if words:
            found.append(words)
            length += len(words)
        if length > _FOOTER:
            break
    return "\n".join(reversed(found))[-_FOOTER:]


def _holder(text: str, *, first: bool = False) -> str:
    """Who holds the copyright by the last (or first) line in `text` that says so; a translator holds only his own."""
    found = ""
    for match in _RIGHTS.finditer(text):
        if _TRANSLATED.search(text[max(0, match.start() - _BEFORE_RIGHTS) : match.end()]) is not None:
            continue
        stated = clean_line(match["after"] or match["before"] or "").split("(", 1)[0].split("<", 1)[0]
        name = _HOLDER_ENDS.sub("", stated).strip(" ,;:-–—()[]\"'")
        if 2 < len(name) <= _LONGEST_HOLDER and "copyright" not in name.lower() and "\\" not in name:
            found = name
            if first:
                break
    return found
