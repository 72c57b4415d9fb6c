"""The type of a web page (§3.1.2) by its structure: what the page states about itself, then how its text is made."""

import re
from typing import Final

from tadori.extract.boxes import Box
from tadori.extract.head import PageHead
from tadori.model.page import PageType

_ARTICLE_TYPES: Final = frozenset(
    {
        "NewsArticle",
        "Article",
        "BlogPosting",
        "ReportageNewsArticle",
        "ScholarlyArticle",
        "OpinionNewsArticle",
        "AnalysisNewsArticle",
        "Report",
    }
)
_FORUM_TYPES: Final = frozenset({"DiscussionForumPosting", "QAPage", "Question"})
_KNOWLEDGE_TYPES: Final = frozenset(
    {"TechArticle", "FAQPage", "HowTo", "DefinedTerm", "APIReference", "MedicalWebPage", "LearningResource"}
)
_LIST_TYPES: Final = frozenset({"CollectionPage", "SearchResultsPage", "ItemList"})
_KNOWLEDGE_URL: Final = re.compile(
    r"/(?:wiki|docs?|documentation|manual|reference|glossary|faq|help|guide|yougo|jiten)(?:/|$)|//docs?\.", re.I
)
_KNOWLEDGE_MAKER: Final = re.compile(
    r"mediawiki|sphinx|docutils|docusaurus|mkdocs|dokuwiki|gitbook|confluence|docbook|publican|asciidoc|doxygen|javadoc"
    r"|rustdoc|texinfo|makeinfo|texi2|mdbook|vitepress|jekyll-docs|hevea|latex2html",
    re.I,
)
_SHARING: Final = ("og:", "twitter:", "fb:", "article:")
"""What social networks ask for in the head of a page."""
_FORUM_URL: Final = re.compile(
    r"/(?:forums?|threads?|topic|viewtopic|questions?|bbs|chiebukuro|discussion)(?:/|\.|$)", re.I
)
_NOTICE_URL: Final = re.compile(
    r"/(?:press|press-?release|news-?release|release|notice|info(?:rmation)?|oshirase|kohyo|announcements?)(?:[/_.-]|$)",
    re.I,
)
_NOTICE_TITLE: Final = re.compile(
    r"お知らせ|ご案内|告知|プレスリリース|ニュースリリース|報道発表|公告|告示|通知|press release|public notice",
    re.I,
)
_MUCH_PROSE: Final = 700
_SOME_PROSE: Final = 250
_LINKED_LIST: Final = 0.6


def is_for_sharing(head: PageHead, url: str) -> bool:
    """Whether the page is one of a site that prints much beside it: made for sharing, and no page of a manual."""
    if head.ld_types() & _KNOWLEDGE_TYPES or _is_manual(head, url):
        return False
    return bool(head.ld_types()) or any(name.startswith(_SHARING) for name in head.metas)


def _is_manual(head: PageHead, url: str) -> bool:
    return bool(_KNOWLEDGE_MAKER.search(head.metas.get("generator", "")) or _KNOWLEDGE_URL.search(url))


def page_type_of(head: PageHead, body: Box, title: str, url: str) -> PageType:
    """The type of the page whose main text is in `body`."""
    prose = body.prose
    if head.has_password and prose < _MUCH_PROSE:
        return PageType.LOGIN
    stated = head.ld_types()
    if stated & _FORUM_TYPES or _FORUM_URL.search(url):
        return PageType.FORUM
    if stated & _KNOWLEDGE_TYPES or _is_manual(head, url):
        return PageType.KNOWLEDGE
    linked = body.linked / body.weight if body.weight else 0.0
    if linked > _LINKED_LIST or (stated & _LIST_TYPES and prose < _MUCH_PROSE):
        return PageType.LIST
    if prose >= _SOME_PROSE and (_NOTICE_TITLE.search(title) or _NOTICE_URL.search(url)):
        return PageType.NOTICE
    if prose >= _MUCH_PROSE or (prose >= _SOME_PROSE and stated & _ARTICLE_TYPES):
        return PageType.ARTICLE
    return PageType.OTHER
