"""What a statement leaves to the text around it: its speaker, its mood, its subject, its lead-in, its header.

In: a place in a fragment and its neighbours. Out: a `ClaimContext`, or None where the text around it takes the
statement back. Each thing is kept with the words it was taken from, so that a sentence made from it can be checked.
Where a subject cannot be resolved, the sentence before is kept instead.
"""

from dataclasses import replace
from typing import Final

from tadori.claim.neighbours import Neighbours
from tadori.model.claim import ClaimContext, Mood, Quotation
from tadori.model.ids import JA, Lang
from tadori.model.page import FragmentType
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import lead_in_span
from tadori.text.predicates import has_predicate
from tadori.text.provisos import proviso_after
from tadori.text.sentences import sentences
from tadori.text.statement_context import StatementContext, statement_context
from tadori.text.subjects import open_subject, resolve_subject

_LONGEST_NEIGHBOUR: Final = 420
"""Characters; more before the statement itself is no help to a reader."""
_MOST_NEIGHBOURS: Final = 3


def claim_context(around: Neighbours, start: int, end: int, lang: Lang, title: str = "") -> ClaimContext | None:
    """The context of the statement at `[start:end]` of its fragment; None: it is no claim, because it is taken back,
    asks, or only leads in what follows."""
    fragment = around.fragments[around.at]
    if fragment.fragment_type is FragmentType.TABLE:
        return ClaimContext(header=_header(around, start))
    words, before, after = fragment.text[start:end], around.before(start), around.after(end)
    read = statement_context(words, before, after, heading=around.heading_path())
    if read.taken_back or read.mood is Mood.QUESTION:
        return None
    code = around.code_behind(end)
    announces = lead_in_span(words) is not None or (
        end == len(fragment.text) and not _ENDS.search(words) and around.leads_to_code()
    )
    # What a sentence announces is said with it: `Run this command:`. What comes behind any other one is an example.
    if announces and (code is None or fragment.text[end:].strip()):
        return None
    found = _with_speaker(ClaimContext(mood=read.mood), read, around, (start, end))
    if _breaks_off(words):
        found = replace(found, stands_alone=False)
    found = replace(found, lead_in=around.lead_in(start), proviso=_proviso(around, end, read.note))
    found = replace(_with_subject(found, around, (start, end), lang, title), code=code)
    return replace(found, introduces=found.stands_alone, stands_alone=False) if announces else found


def _breaks_off(words: str) -> bool:
    """Whether somebody's words begin in the sentence and go on behind it: `He said "We must act.`"""
    return any(words.count(opening) > words.count(closing) for opening, closing in ("“”", "「」", "『』")) or (
        words.count('"') % 2 == 1
    )


def _proviso(around: Neighbours, end: int, note: str) -> Quotation | None:
    """The next sentence, where it limits the statement, or the note that hangs behind it: `(estimate)`."""
    after = around.after(end)
    words = note if note and after.lstrip().startswith(note) else proviso_after(after)
    at = after.find(words) if words else -1
    return None if at < 0 else around.quoted_after(end, at, at + len(words))


def _header(around: Neighbours, start: int) -> Quotation | None:
    """The first line of a table that its document marks as the header, for a row below it with as many cells."""
    fragment = around.fragments[around.at]
    if not fragment.has_header:
        return None
    first, _, _ = fragment.text.partition("\n")
    row = fragment.text[start:].partition("\n")[0]
    if start < len(first) or first.count("|") != row.count("|"):
        return None
    return Quotation.of(fragment_id=fragment.id, page_id=fragment.page_id, start=fragment.start, text=first)


def _with_speaker(
    found: ClaimContext, read: StatementContext, around: Neighbours, place: tuple[int, int]
) -> ClaimContext:
    """With the speaker and the words that name them, where the statement itself does not."""
    if read.speaker_side in ("", "inside"):
        return replace(found, stands_alone=not read.in_speech, speaker=read.speaker)
    span = (read.speaker_start, read.speaker_end)
    if read.speaker_side == "before":
        named = around.quoted_before(place[0], *span)
    else:
        named = around.quoted_after(place[1], *span)
    return replace(found, speaker=read.speaker, speaker_quotation=named, stands_alone=named is not None)


def _with_subject(
    found: ClaimContext, around: Neighbours, place: tuple[int, int], lang: Lang, title: str
) -> ClaimContext:
    """With what `It` or a missing subject stands for or, failing that, with the sentence before."""
    words = around.fragments[around.at].text[place[0] : place[1]]
    gap = open_subject(words, lang)
    if gap is None:
        points_back = _POINTS_BACK.search(_POINTS_ON.sub("", words)) is not None
        return _with_neighbour(found, around, place[0], lang) if points_back else found
    known = resolve_subject(words, lang, before=around.before(place[0]), heading=around.heading_path())
    if known is not None:
        if known.place == "before":
            named = around.quoted_before(place[0], known.start, known.end)
        else:
            named = around.quoted_heading(known.words)
        if named is not None:
            return replace(
                found,
                subject=known.words,
                subject_start=gap.start,
                subject_end=gap.end,
                subject_quotation=named,
            )
    # Japanese leaves a subject out that the heading names; `It`, `this package` and ここ mean one thing below it.
    left_out = lang == JA and gap.kind == "missing" and found.lead_in is None
    return _with_neighbour(found, around, place[0], lang, _heading_of(around, title) if left_out else "")


def _heading_of(around: Neighbours, title: str) -> str:
    """The nearest heading that names something, or the title; empty where none does."""
    headings = [*reversed(around.heading_path().split(" › ")), title]
    return next((words for words in headings if _NAMES.fullmatch(words) and not _GENERAL.fullmatch(words)), "")


def _with_neighbour(found: ClaimContext, around: Neighbours, start: int, lang: Lang, heading: str = "") -> ClaimContext:
    """With the sentence before or, without one that stands alone, `heading`; without both, it does not stand alone."""
    above = _sentence_before(around, start, lang)
    under = heading if above is None else ""
    explained = above is not None or bool(under) or found.lead_in is not None
    return replace(found, neighbour=above, under=under, stands_alone=found.stands_alone and explained)


_ENDS: Final = lazy_pattern(r"[.!?。！？…\"'”’」』)）\]]\s*$")
# Code that was set apart tears a Japanese sentence in two: を使ってください。
_TORN_OFF: Final = lazy_pattern("[をにでがはのともへ、。）」](?!ころ|きに|ころが|ちらかと|ころで|も)")
# Headings that every manual has name nothing.
_GENERAL: Final = lazy_pattern(
    r"(?i)\W*(?:[\d.]+\s*)?(?:notes?|warnings?|tips?|caution|important|description|options?|synopsis|examples?|overview"
    r"|introduction|parameters?|arguments?|usage|details|remarks?|see\salso|name|author|bugs|history|files|summary|abstract"
    r"|注意?|注記|警告|説明|例|備考|オプション|概要|はじめに|書式|名前|関連項目|バグ|履歴|引数|まとめ)\W*"
)
_NAMES: Final = lazy_pattern(r"(?=.*[^\W\d_])[^“”「」\n]{2,120}")
# `Run this command:` points to what follows.
_POINTS_ON: Final = lazy_pattern(r"\s(?:this|these)\s[^,;:.]{1,40}[:：]\s*$|(?:この|これらの)[^、。：:]{1,20}[:：]\s*$")
# Words inside a sentence that point to one before it: `a lock at this level`, その場合. Times point to the page's own.
_POINTS_BACK: Final = lazy_pattern(
    r"(?<=\s)(?:this|these|such)\s(?!(?:year|month|week|day|time|century|decade|morning|evening|summer|winter|as)s?\b)[a-z]{3,}"
    r"|\b(?:detailed|described|mentioned|listed|shown|discussed|explained|given)\s(?:above|earlier|previously)\b"
    r"|^(?:Acquired|Used|Based|Returned|Set|Provided|Required|Added|Removed|Called|Given|Defined|Named)\sby\b"
    r"|^(?:Forbids|Runs|Starts|Stops|Uses|Turns|Checks|Opens|Closes|Skips|Ignores|Suppresses|Outputs|Dumps|Restores|Omits"
    r"|Includes|Excludes|Accepts|Applies|Calls|Executes|Marks|Updates|Loads|Stores|Waits|Sorts|Matches|Performs)\s[a-z]"
    r"|(?:この|その|これらの|それらの|こうした|そうした|このような|そのような|前述の|上記の|当該)(?!うえ|上|後|ため|他|ほか|まま|時|際|年|月|日|よう)[一-龥ァ-ヶー]"
)


def _sentence_before(around: Neighbours, start: int, lang: Lang) -> Quotation | None:
    """The sentence right before; where that leaves something open itself, with the ones before it, up to one that does
    not. None where there is no such run, it is too long, or it runs over the edge of a fragment."""
    above = around.before(start)
    spans = sentences(above, lang)[-_MOST_NEIGHBOURS:]
    for span in reversed(spans):
        if spans[-1].end - span.start > _LONGEST_NEIGHBOUR:
            return None
        words = above[span.start : span.end]
        # Code, captions and headings before it explain nothing.
        if not has_predicate(words, lang) or lead_in_span(words) is not None or _TORN_OFF.match(words):
            return None
        if open_subject(words, lang) is None and not _POINTS_BACK.search(words):
            quoted = around.quoted_before(start, span.start, spans[-1].end)
            return quoted if quoted is not None and around.is_prose(quoted) else None
    return None
