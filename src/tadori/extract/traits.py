"""What a block element says about itself by class, id, role and itemprop: words that page makers everywhere use.

No site is named here. The values are read as words: `relatedPosts`, `related-posts` and `related_posts` are one.
"""

import re
from functools import lru_cache
from typing import Final

# Bits of one number, not an enum: they are tested for every element of every page.
FURNITURE: Final = 1
"""Not part of any text: menus, sharing, advertising, sign-up forms."""
ASIDE: Final = 2
"""Text, but another one: related articles, galleries, author boxes."""
BODY: Final = 4
"""The place of the main text."""
COMMENT: Final = 8
CAPTION: Final = 16
TEXT: Final = 32
"""The innermost place of the main text, by a name that is given to nothing else."""
SIDE: Final = 64
"""Something beside the main text, by a name that is given to menus as well as to boxes with prose."""
BY_ID: Final = 128
"""Only its id says that it is furniture: the anchor of a section is made of the words of its heading."""
TITLE: Final = 256
"""The title of a box, a picture or a table."""
LEADS: Final = 512
"""Furniture that leads to other places: menus, contents, breadcrumbs."""
FOOT: Final = 1024
"""Furniture at the foot of a page."""
NOTE: Final = 2048
"""A note, tip or warning inside the text: what heads it heads nothing behind it."""
FURNITURE_LIKE: Final = FURNITURE | ASIDE | SIDE

# Words that speak for themselves wherever a name begins with them.
_FURNITURE_STARTS: Final = (
    "adsbygoogle|advert|breadcrumb|consent|cookie|copyright|dfp|dianomi|disclaimer-link|facebook|fbcomment|footer|gdpr"
    "|docnav|globalnav|hamburger|instagram-follow|megamenu|menu|modal|navbar|navfooter|navheader|navi|newsletter|noprint|optin|outbrain|overlay"
    "|pagination|paging|pagetop|pankuzu|popup|print|promo|pubdate|searchbox|share|sharing|signup|skiplink"
    "|skip-link|skip-to|social|sponsor|subscri|taboola|tagcloud|tags|timestamp|toolbar|tooltip|topicpath|tweet-button"
    "|twitter-share|visually-hidden|sr-only|screen-reader|widget|hidden-print|jump-link|back-to-top|sign-up|log-in|login"
)
_ASIDE_STARTS: Final = (
    "about-author|also-read|author-bio|author-box|author-info|byline|carousel|comment|dateline|disqus|entry-meta|gallery"
    "|hashtag|infobox-related|latest|livefyre|more-from|more-on|more-stories|mostread|most-read|mostviewed|most-viewed"
    "|most-popular|teaser|trending|popular|post-meta|post-nav|prev-next|previous|ranking|read-also|read-more|readmore"
    "|read-next|recirc|recommend|related|relative|respond|rightrail|right-rail|see-also|slideshow|snippet-list|story-meta"
    "|top-stories|up-next|video|you-may|youmay|yarpp|zergnet|credit|attribution|kanren|osusume|photo-credit"
)
# Short words that mean it only as the whole name or at its end: `post-tags`, but not WordPress's `tag-kyoto`.
_LAST: Final = frozenset(
    "ad ads adv advertisement nav navigation sns toc rail bio meta metadata tool tools tag tags button buttons btn"
    " banner search category categories date time dialog contentinfo foot ticker"
    " upsell cta kicker eyebrow icon icons rss feed pager topics keyword keywords profile author authors"
    " links".split()
)
_SIDE_LAST: Final = frozenset("alert complementary tab tabs aside disclosure".split())
_FIRST: Final = frozenset("ad ads nav sns btn".split())
_BODY: Final = re.compile(
    r"(?:^|-)(?:article|entry|post|story|news|blog|page|main|content|text|body|detail|single|kiji|honbun)-?"
    r"(?:body|content|contents|text|copy|main|inner|detail|honbun|article)(?:-|$)|(?:^|-)(?:bodycopy|honbun|kiji|mainblock)(?:-|$)"
)
_TEXT: Final = re.compile(
    r"(?:^|-)(?:article|entry|post|story|news|kiji)-?(?:body|content|contents|text|honbun)(?:-|$)|(?:^|-)(?:bodycopy|honbun)(?:-|$)"
)
_SIDE: Final = re.compile(r"(?:^|-)sidebar")
_TITLE: Final = re.compile(r"^(?:[a-z]+-)?title$")
_NOTE: Final = re.compile(
    r"^(?:admonition|admonitionblock|attention|callout|caution|danger|hint|important|note|tip|warning)(?:-|$)"
)
_LEADS: Final = re.compile(
    r"(?:^|-)(?:breadcrumb|docnav|globalnav|hamburger|megamenu|menu|nav|pagination|paging|pager|pankuzu|skip|tagcloud|toc"
    r"|topicpath)"
)
_FOOT: Final = re.compile(r"(?:^|-)(?:copyright|foot(?:er)?(?:-|$))")
_FURNITURE: Final = re.compile(rf"(?:^|-)(?:{_FURNITURE_STARTS})")
_ASIDE: Final = re.compile(rf"(?:^|-)(?:{_ASIDE_STARTS})")
_CAPTION: Final = re.compile(r"(?:^|-)(?:caption|figcaption|wp-caption|image-caption|cutline)")
_EMBED: Final = re.compile(r"(?:^|-)(?:embed|tweet|twitter-tweet|with-|has-|no-)")
_COMMENT: Final = re.compile(r"(?:^|-)(?:comments?|commentlist|disqus|respond|livefyre)(?:-|$)")
_NAMED: Final = (
    (_SIDE, SIDE),
    (_NOTE, NOTE),
    (_TITLE, TITLE),
    (_ASIDE, ASIDE),
    (_CAPTION, CAPTION),
    (_COMMENT, COMMENT),
)
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@lru_cache(maxsize=16384)
def traits_of(hint: str) -> int:
    """The traits that the attribute values in `hint` name."""
    found = 0
    for name in hint.split():
        found |= _traits_of_name(name)
    return found


@lru_cache(maxsize=32768)
def _traits_of_name(name: str) -> int:
    # Kept name by name: pages say the same few names in ever new company.
    words = [word.lower() for word in _WORD.findall(name)]
    joined = "-".join(words)
    found = 0
    if _BODY.search(joined):
        found |= BODY
    if _TEXT.search(joined):
        found |= TEXT
    if _EMBED.search(joined):
        return found
    if _FURNITURE.search(joined) or (words and (words[-1] in _LAST or words[0] in _FIRST)):
        found |= FURNITURE | (LEADS if _LEADS.search(joined) else 0) | (FOOT if _FOOT.search(joined) else 0)
    if words and words[-1] in _SIDE_LAST:
        found |= SIDE
    for pattern, trait in _NAMED:
        if pattern.search(joined):
            found |= trait
    return found
