"""The sentences that say items of a list inside their lead-in, in the place of the words that announce them (X11).

In: a lead-in without its colon, the items joined, and whether they are one, or all there are. Out: the sentences, made
of the lead-in's and the items' own words and a few joining words. `include` and `one of` are said of any items, `are`
only of all.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.derive.clauses import opens_with_scope
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import needs_every_item

# `… supports the following formats`, `The following towns lost …`, 次の形式に対応する, 〜の場合は以下のようになります
_OBJECT: Final = lazy_pattern(r"(?P<head>.+\s\w+)\s(?:the\sfollowing|these)(?P<noun>(?:\s[a-z-]+){0,2}\s[a-z-]*s)")
_SUBJECT: Final = lazy_pattern(r"The\sfollowing(?P<noun>(?:\s[a-z-]+)?\s[a-z-]+s)?\s(?P<rest>.+)")
_PLURAL_VERB: Final = lazy_pattern(r"\b(?:are|were|have|do|their)\b")
_ONE_OF_THEM: Final = {"are": "is", "were": "was", "have": "has", "do": "does", "their": "its"}
# A name of what is listed: `Main features of the release`, `Supported architectures are`.
_LABEL: Final = lazy_pattern(
    r"(?:The\s)?(?P<label>(?:[\w-]+\s){0,3}[\w-]*[a-z]s(?:\s(?:of|for|in|to|with|by|from)\s[\w' .-]{2,80})?)(?:\sare)?",
    re.IGNORECASE,
)
_NO_LABEL: Final = lazy_pattern(
    r"\b(?:is|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|shall|should|not|and|or|you|your|it|we"
    r"|these|them|please|as|follows|consists|includes|requires|needs|uses|supports|contains|provides|allows|means"
    r"|makes|sets|gives|\w+ing)\b",
    re.IGNORECASE,
)
# `Members may, with the approval of the board` and `With the approval of the board, members may` say the same.
_BETWEEN_COMMAS: Final = lazy_pattern(
    r"(?P<main>[^,]{3,120}),\s(?P<aside>(?:with|without|unless|subject\sto|after)\s[^,]{3,200})"
)
_NOUN_JA: Final = "(?:もの|[^、。をにがはでへとの]{1,14})"
_OBJECT_JA: Final = lazy_pattern(
    rf"(?P<head>(?:[^。]*?[、はがにで])?)(?:次|以下|下記)(?:の(?P<noun>{_NOUN_JA}))?"
    r"(?P<rest>(?:に(?!は|示|挙げ|記|述べ|まとめ)|を|が|へ|は)[^。]+)"
)
_CONSISTS_JA: Final = lazy_pattern(
    rf"(?P<head>[^。]*[、はが])(?:次|以下|下記)の{_NOUN_JA}(?P<rest>(?:で構成され|から(?:成|な))[^。]{{1,6}})"
)
_AS_FOLLOWS_JA: Final = lazy_pattern(
    "(?P<head>[^。]+)(?P<topic>は|に)、?(?:次|以下|下記)の(?:とおり|通り|よう)(?:で(?:す|ある)|だ|に(?:なる|なります))?"
)
_DOING_JA: Final = lazy_pattern("([^。]*)(?:次|以下|下記)のことをして([^。]+)")
_HELD_JA: Final = lazy_pattern(r"(?P<whole>[^。、は]{1,60})に含まれる(?:もの|項目|内容|[^ぁ-ん、。]{1,10})")
_LABEL_JA: Final = lazy_pattern(r"[^。、：:？?]{2,80}[^ぁ-ん。、：:？?]|[^。、：:？?]{2,80}(?:もの|こと)")
_NO_LABEL_JA: Final = lazy_pattern("次の|以下|下記|は|場合|とき|には$|ため$")
_COPULAS: Final = ("である", "です", "だ", "")
_THERE_JA: Final = (
    "がある",
    "があります",
    "が含まれる",
    "が含まれます",
    "が含まれている",
    "などがある",
    "などがあります",
)
_AS_JA: Final = ("がある", "があります", "が挙げられる", "が挙げられます")
_TE_FORMS: Final = {
    "する": ("して",),
    "く": ("いて",),
    "ぐ": ("いで",),
    "す": ("して",),
    "う": ("って",),
    "つ": ("って",),
    "ぬ": ("んで",),
    "ぶ": ("んで",),
    "む": ("んで",),
    "る": ("って", "て"),
}


def filled_in(head: str, listed: str, *, single: bool, whole: bool) -> Iterator[str]:
    """The lead-in `head` with the items in the place of the words that announce them; everything else in it stays."""
    if whole and (found := _CONSISTS_JA.fullmatch(head)) is not None:
        yield f"{found['head']}{listed}{found['rest']}"
    if needs_every_item(head):
        return
    yield from _english(head, listed, single=single, whole=whole)
    yield from _japanese(head, listed)
    yield from _labelled_ja(head, listed, single=single, whole=whole)


def _english(head: str, listed: str, *, single: bool, whole: bool) -> Iterator[str]:
    if (found := _OBJECT.fullmatch(head)) is not None:
        doing, noun = found["head"], found["noun"].strip()
        yield f"{doing} {listed}"
        yield f"{doing} {noun} such as {listed}"
        yield from (f"{doing} the following {noun}, {others}: {listed}" for others in ("among others", "including"))
        for that in (" ", " that ", " which "):
            yield f"the {noun}{that}{doing} include {listed}"
            yield f"among the {noun}{that}{doing} {'is' if single else 'are'} {listed}"
            if single:
                yield f"{listed} is one of the {noun}{that}{doing}"
                yield f"one of the {noun}{that}{doing} is {listed}"
    if (found := _SUBJECT.fullmatch(head)) is not None:
        noun, rest = (found["noun"] or "").strip(), found["rest"]
        yield f"{listed} {rest}"
        if single:
            one = _PLURAL_VERB.sub(lambda word: _ONE_OF_THEM[word[0]], rest)
            yield from (f"{listed} {one}", f"the {_singular(noun)} {listed} {one}")
        elif noun:
            yield f"the {noun} {listed} {rest}"
    if (found := _BETWEEN_COMMAS.fullmatch(head)) is not None:
        yield f"{found['aside']}, {found['main']} {listed}"
    yield from _labelled(head, listed, single=single, whole=whole)


def _labelled(head: str, listed: str, *, single: bool, whole: bool) -> Iterator[str]:
    found = _LABEL.fullmatch(head)
    if found is None or opens_with_scope(head) or _NO_LABEL.search(found["label"]) or head.lower().startswith("to "):
        return
    for label in (found["label"], f"the {found['label']}"):
        yield f"{label} include {listed}"
        if whole and not single:
            yield f"{label} are {listed}"
        if single:
            yield f"one of {label} is {listed}"
            yield f"{listed} is one of {label}"


def _singular(noun: str) -> str:
    """`package` for `packages`; the noun itself where its form does not show it."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("sses", "shes", "ches", "xes")) else noun.removesuffix("s")


def _japanese(head: str, listed: str) -> Iterator[str]:
    if (found := _OBJECT_JA.fullmatch(head)) is not None:
        before, noun, rest = found["head"], found["noun"] or "", found["rest"]
        yield f"{before}{listed}{rest}"
        if noun == "こと" and listed.endswith("こと"):
            yield f"{before}{listed}{rest}"
        elif noun:
            yield from (f"{before}{listed}{such}{noun}{rest}" for such in ("などの", "といった"))
            yield f"{before}{noun}{listed}{rest}"
        yield f"{before}以下（{listed}）{rest}"
    if (found := _DOING_JA.fullmatch(head)) is not None:
        yield from (f"{found[1]}{done}{found[2]}" for done in _te_forms(listed))
    if (found := _AS_FOLLOWS_JA.fullmatch(head)) is not None:
        yield f"{found['head']}{found['topic']}、{listed}"


def _labelled_ja(head: str, listed: str, *, single: bool, whole: bool) -> Iterator[str]:
    """このリリースの主な特徴：, 対応している形式は以下の通り："""
    if (held := _HELD_JA.fullmatch(head)) is not None:
        yield from (f"{held['whole']}には{listed}が含まれ{end}" for end in ("る", "ます", "ている", "ています"))
    follows = _AS_FOLLOWS_JA.fullmatch(head)
    label = follows["head"] if follows and follows["topic"] == "は" else head
    if (follows is None and _NO_LABEL_JA.search(label)) or _LABEL_JA.fullmatch(label) is None:
        return
    yield from (f"{label}には{listed}{there}" for there in _THERE_JA)
    yield from (f"{label}として{listed}{there}" for there in _AS_JA)
    if whole:
        yield from (f"{label}は{listed}{copula}" for copula in _COPULAS)
    if single:
        for one in ("の一つ", "のひとつ", "の1つ"):
            yield from (f"{label}{one}{be}{listed}{copula}" for be in ("は", "が") for copula in _COPULAS)
            yield from (f"{listed}は{label}{one}{copula}" for copula in _COPULAS)


def _te_forms(verb: str) -> Iterator[str]:
    """使って for 使う: the joining form of a verb phrase, one of them right."""
    for end, forms in _TE_FORMS.items():
        if verb.endswith(end):
            yield from (verb[: -len(end)] + form for form in forms)
            return
