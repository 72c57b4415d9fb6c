"""Finds search forms in a page: HTML comes in, forms that search the site go out, most likely first.

A form counts by its signs (a search field, its name, the words beside it, `role=search`); sign-in, newsletter and
enquiry forms do not. A form that needs POST or a script, or a field without a form, is described for a browser.
Forms that send to another site are left out: those query a search engine, not the site.
"""

import codecs
import re
from typing import Any, Final

from tadori.errors import AddressForbidden, SourceTooLarge
from tadori.model.entity import SearchForm
from tadori.model.ids import Url
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import SEARCH_FORM_AT
from tadori.search.citations.cited_links import parse_page
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.urls import parse_url, same_domain

MAX_FORMS: Final = 50
_MAX_FIELDS: Final = 60
_LONGEST: Final = 500


def search_forms(html: bytes, url: str, charset: str | None = None) -> tuple[SearchForm, ...]:
    """The search forms of the page at `url`, most likely first.

    Raises:
        SourceTooLarge: more bytes than a document may have.
    """
    if len(html) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(url, f"a page of more than {MAX_DOCUMENT_BYTES} bytes")
    tree = parse_page(html, charset)
    if tree is None:
        return ()
    base = _base_of(tree, url)
    encoding = _encoding(tree, charset)
    forms = [_form(form, url, base, encoding) for form in list(tree.iter("form"))[:MAX_FORMS]]
    without_form = [_field_without_form(field, url, encoding) for field in list(tree.iter("input"))[:_MAX_FIELDS]]
    found = [form for form in [*forms, *without_form] if form is not None and form.score >= SEARCH_FORM_AT]
    # What can be asked by an address comes before what needs a browser, at equal signs.
    return tuple(sorted(found, key=lambda form: (-form.score, form.needs_browser)))


_NAMES: Final = frozenset(
    "q query keyword keywords kw search s word words wd text p searchword search_word searchtext qt sw st term terms"
    " searchterm freeword free_word search_query kwd".split()
)
_SEARCH: Final = lazy_pattern(r"検索|さがす|探す|サーチ|キーワード|search|keyword|find|suche|recherche", re.IGNORECASE)
_OTHER: Final = lazy_pattern(
    r"log ?-?in|sign ?-?in|sign ?-?up|password|newsletter|subscribe|contact|checkout|cart"
    r"|メール|ログイン|会員登録|購読|お問い合わせ",
    re.IGNORECASE,
)
_WEB_CODECS: Final = {"shift_jis": "cp932", "ascii": "cp1252", "iso8859-1": "cp1252"}
"""What browsers decode these labels as (WHATWG Encoding)."""
_SAFE_NAME: Final = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_\-]*")


def _form(form: Any, url: str, base: str, encoding: str) -> SearchForm | None:
    fields = list(form.iter("input", "select", "textarea", "button"))[:_MAX_FIELDS]
    inputs = [field for field in fields if _is_words_field(field)]
    if not inputs or any(_type(field) in {"password", "email", "tel", "file"} for field in fields):
        return None
    field = max(inputs, key=lambda f: (_field_score(f), -inputs.index(f)))
    action = _action(form, url, base)
    if action is None:
        return None
    method = (form.get("method") or "get").strip().lower()
    scripted = _is_scripted(form) or not field.get("name")
    button = _button(form)
    return SearchForm(
        page=Url(url),
        action=action,
        field=(field.get("name") or "")[:_LONGEST],
        method="post" if method == "post" else "get",
        hidden=_other_fields(fields, button, field),
        selector=_selector(field),
        submit=_selector(button) if button is not None else "",
        needs_browser=scripted or method == "post",
        charset=_codec(form.get("accept-charset")) or encoding,
        score=_form_score(form, fields, inputs, field, button),
    )


def _field_without_form(field: Any, url: str, encoding: str) -> SearchForm | None:
    """A search field outside any form: it works by script only."""
    if not _is_words_field(field) or any(parent.tag == "form" for parent in field.iterancestors()):
        return None
    if _type(field) != "search" and not _has_search_role(field):
        return None
    return SearchForm(
        page=Url(url),
        action=Url(url),
        field="",
        method="get",
        hidden=(),
        selector=_selector(field),
        submit="",
        needs_browser=True,
        charset=encoding,
        score=_field_score(field),
    )


def _is_words_field(field: Any) -> bool:
    shown = field.get("disabled") is None and field.get("readonly") is None
    return field.tag == "input" and shown and _type(field) in {"search", "text", ""}


def _type(field: Any) -> str:
    return (field.get("type") or "").strip().lower() if field.tag == "input" else ""


def _field_score(field: Any) -> int:
    text = " ".join(field.get(name) or "" for name in ("placeholder", "aria-label", "title", "id", "class"))[:_LONGEST]
    score = 3 * (_type(field) == "search")
    score += 2 * ((field.get("name") or "").lower() in _NAMES)
    return score + 2 * (_SEARCH.search(text) is not None)


def _form_score(form: Any, fields: list[Any], inputs: list[Any], field: Any, button: Any) -> int:
    text = " ".join(form.get(name) or "" for name in ("id", "class", "action", "aria-label", "name"))[:_LONGEST]
    score = _field_score(field)
    score += 3 * _has_search_role(field)
    score += _SEARCH.search(text) is not None
    score += 2 * (button is not None and _SEARCH.search(_button_text(button)) is not None)
    score -= 2 * (len(inputs) > 4) + 3 * any(f.tag == "textarea" for f in fields)
    return score - 5 * (_OTHER.search(f"{text} {_button_text(button) if button is not None else ''}") is not None)


def _has_search_role(field: Any) -> bool:
    near = [field, *list(field.iterancestors())[:6]]
    return any((element.get("role") or "").lower() == "search" or element.tag == "search" for element in near)


def _button(form: Any) -> Any:
    for element in form.iter("button", "input"):
        kind = (element.get("type") or ("submit" if element.tag == "button" else "")).lower()
        if kind in {"submit", "image"}:
            return element
    return None


def _button_text(button: Any) -> str:
    words = [button.get(name) or "" for name in ("value", "aria-label", "title", "alt", "class")]
    return " ".join([*words, *(image.get("alt") or "" for image in button.iter("img")), button.text_content()])[
        :_LONGEST
    ]


def _is_scripted(form: Any) -> bool:
    """Whether a script sends the form; its `action` is then unreliable, or is the script itself."""
    if (form.get("action") or "").strip().lower().startswith("javascript:"):
        return True
    handler = (form.get("onsubmit") or "").replace(" ", "").lower()
    return "returnfalse" in handler or "preventdefault" in handler


def _action(form: Any, url: str, base: str) -> Url | None:
    stated = (form.get("action") or "").strip()
    try:
        action = parse_url(stated, base) if stated else Url(url)
    except AddressForbidden:
        return Url(url) if stated.lower().startswith("javascript:") else None
    return action if same_domain(action, url) else None


def _other_fields(fields: list[Any], button: Any, words: Any) -> tuple[tuple[str, str], ...]:
    """The other fields that a browser sends with the words, in order."""
    pairs: list[tuple[str, str]] = []
    for field in fields:
        name = field.get("name")
        if not name or field is words or field.get("disabled") is not None:
            continue
        value = _value(field, field is button)
        if value is not None:
            pairs.append((name[:_LONGEST], value[:_LONGEST]))
    return tuple(pairs)


def _value(field: Any, pressed: bool) -> str | None:
    """What a field sends; None when it sends nothing."""
    kind = _type(field)
    if field.tag == "select":
        options = list(field.iter("option"))[:_MAX_FIELDS]
        chosen = next((o for o in options if o.get("selected") is not None), options[0] if options else None)
        return None if chosen is None else chosen.get("value", chosen.text_content().strip())
    if kind == "hidden" or (field.tag == "input" and kind in {"text", "search", ""}):
        return field.get("value") or ""
    if kind in {"radio", "checkbox"}:
        return field.get("value", "on") if field.get("checked") is not None else None
    return field.get("value") or "" if pressed and kind != "image" else None


def _selector(element: Any) -> str:
    """CSS that finds the element: by id, else by name, else by kind and place among its like."""
    identifier, name = element.get("id") or "", element.get("name") or ""
    if _SAFE_NAME.fullmatch(identifier):
        return f"#{identifier}"
    if name and not re.search(r"[\"\\\n]", name):
        return f'{element.tag}[name="{name[:_LONGEST]}"]'
    kind = element.get("type") or ""
    return f'{element.tag}[type="{kind}"]' if re.fullmatch(r"[a-z]+", kind) else str(element.tag)


def _base_of(tree: Any, url: str) -> str:
    stated = next((base.get("href") for base in tree.iter("base") if base.get("href")), None)
    if not stated:
        return url
    try:
        return parse_url(stated, url)
    except AddressForbidden:
        return url


def _encoding(tree: Any, charset: str | None) -> str:
    return _codec(charset) or _codec(tree.getroottree().docinfo.encoding) or "utf-8"


def _codec(stated: str | None) -> str:
    """A name Python encodes by; empty for none. UTF-16 forms are sent as UTF-8 (WHATWG)."""
    first = re.split(r"[\s,]+", (stated or "").strip())[0].lower().removeprefix("x-")
    try:
        name = codecs.lookup({"sjis": "cp932"}.get(first, first)).name if first else ""
    except LookupError:
        return ""
    return "utf-8" if name.startswith(("utf-16", "utf-32")) else _WEB_CODECS.get(name, name)
