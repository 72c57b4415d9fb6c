"""Articles as HTML: whole pages, lists, and the shells of sites that are built by their scripts.

Comes in: an `Article`, its host, and links that are already addresses. Goes out: text. It knows no ports.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tests.web.hosts import Host
from tests.web.prose import TONGUES, Article

Link = tuple[str, str]
"""Address and words."""

SCRIPT_NEEDED = {
    "ja": "このページを表示するには JavaScript を有効にしてください。",
    "en": "You need to enable JavaScript to run this app.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Where a page leads to."""

    related: Sequence[Link]
    deeper: Sequence[Link]
    elsewhere: Sequence[Link]


def article_page(article: Article, host: Host, links: Links, embeds: str = "") -> str:
    """An article with contents, sections, key points, related links and whatever the host embeds."""
    labels = TONGUES[article.lang].labels
    top = article.headline
    toc = "".join(f'<li><a href="#s{at}">{escape(s.heading)}</a></li>' for at, s in enumerate(article.sections))
    body = (
        f'<article><h1>{escape(top.title)}</h1><p class="byline">{labels["by"]} {escape(article.author)} · '
        f'{labels["published"]} <time datetime="{top.date}">{shown_date(top.date, article.lang)}</time></p>'
        f'<nav class="toc" id="toc"><h2>{labels["toc"]}</h2><ol>{toc}</ol></nav>'
        f"{_sections(article)}<h2>{labels['points']}</h2>{_items(article.points)}</article>"
        f'<aside class="related"><h2>{labels["related"]}</h2>{_link_list(links.related)}</aside>'
        f'<aside class="background"><h2>{labels["background"]}</h2>{_link_list(links.deeper)}</aside>'
        f'<aside class="elsewhere"><h2>{labels["elsewhere"]}</h2>{_link_list(links.elsewhere)}</aside>'
    )
    meta = (
        '<meta property="og:type" content="article">'
        f'<meta property="article:published_time" content="{top.date}T09:00:00Z">'
    )
    return document(host, top.title, body + _form(host) + embeds, meta)


def list_page(host: Host, title: str, links: Sequence[Link]) -> str:
    """A home page or another list of links."""
    labels = TONGUES[host.lang].labels
    body = f'<h1>{escape(title)}</h1><section class="latest"><h2>{labels["latest"]}</h2>{_link_list(links)}</section>'
    return document(host, title, body)


def script_page(article: Article, host: Host, data_path: str | None) -> str:
    """A shell without text: its script brings the article from `data_path`, or out of the page when there is none."""
    data = article_data(article)
    packed = base64.b64encode(json.dumps(data).encode()).decode()
    source = f"fetch({json.dumps(data_path)}).then(r => r.json())" if data_path else "Promise.resolve(unpack())"
    script = (
        f"const packed = '{'' if data_path else packed}';"
        "function unpack() { return JSON.parse(atob(packed)); }"
        "function put(tag, text, to) { const e = document.createElement(tag);"
        "e.textContent = text; to.append(e); return e; }"
        f"{source}.then(data => {{ document.title = data.title; const root = document.getElementById('root');"
        "const article = put('article', '', root); put('h1', data.title, article);"
        "put('time', data.date, article).setAttribute('datetime', data.date);"
        "for (const s of data.sections) { put('h2', s.heading, article);"
        "for (const p of s.paragraphs) put('p', p, article); }"
        "for (const [href, text] of data.links || []) { put('a', text, put('p', '', article)).href = href; } });"
    )
    return shell(host, f'<div id="root"></div><script>{script}</script>')


def shell(host: Host, body: str) -> str:
    """The empty frame of a single-page application."""
    return (
        f'<!doctype html><html lang="{host.lang}"><head><meta charset="{host.charset}">'
        f'<title>{escape(host.name)}</title><link rel="icon" href="data:,"></head><body>'
        f"<noscript>{SCRIPT_NEEDED[host.lang]}</noscript>{body}</body></html>"
    )


def article_data(article: Article) -> dict[str, object]:
    """What a script-only page fetches."""
    sections = [{"heading": s.heading, "paragraphs": list(s.paragraphs)} for s in article.sections]
    return {"title": article.headline.title, "date": article.headline.date, "sections": sections}


def document(host: Host, title: str, body: str, meta: str = "") -> str:
    """A whole page with the host's head, navigation and foot."""
    labels = TONGUES[host.lang].labels
    nav = (
        f'<header><nav class="site"><a href="/">{labels["home"]}</a> <a href="/private/notes">{labels["private"]}</a> '
        f'<a href="/login" rel="nofollow">{labels["login"]}</a></nav></header>'
    )
    banner = (
        f'<div class="cookie-banner" role="dialog"><p>{labels["cookies"]}</p><button>{labels["accept"]}</button></div>'
        if host.ordinal % 3 == 2
        else ""
    )
    return (
        f'<!doctype html>\n<html lang="{host.lang}"><head><meta charset="{host.charset}"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">{meta}'
        f"<style>body{{font-family:sans-serif;max-width:44rem;margin:auto}}</style></head><body>{nav}<main>{body}</main>"
        f"{banner}<footer><p>© {escape(host.name)}</p></footer></body></html>\n"
    )


def shown_date(date: str, lang: str) -> str:
    year, month, day = (int(part) for part in date.split("-"))
    return f"{year}年{month}月{day}日" if lang == "ja" else date


def _sections(article: Article) -> str:
    return "".join(
        f'<section><h2 id="s{at}">{escape(section.heading)}</h2>'
        + "".join(f"<p>{escape(text)}</p>" for text in section.paragraphs)
        + "</section>"
        for at, section in enumerate(article.sections)
    )


def _items(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _link_list(links: Sequence[Link]) -> str:
    return "<ul>" + "".join(f'<li><a href="{escape(href)}">{escape(text)}</a></li>' for href, text in links) + "</ul>"


def _form(host: Host) -> str:
    if not host.contact_form:
        return ""
    label = TONGUES[host.lang].labels["contact"]
    return (
        f'<form id="contact" method="post" action="/contact"><h2>{label}</h2><textarea name="message"></textarea>'
        '<div class="g-recaptcha" data-sitekey="little-web"></div><button>OK</button></form>'
    )
