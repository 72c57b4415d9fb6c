"""Which addresses belong to social networks: an address comes in, yes or no goes out.

Persons are followed through public professional sources only (§3.1.1), so such links are neither searched nor traced.
"""

from typing import Final

from tadori.text.urls import domain_of

_DOMAINS: Final = frozenset(
    "facebook.com instagram.com x.com twitter.com tiktok.com linkedin.com threads.net threads.com bsky.app mixi.jp"
    " pinterest.com snapchat.com weibo.com vk.com line.me reddit.com youtube.com tumblr.com ameblo.jp discord.com"
    " wantedly.com eight.com mastodon.social t.co fb.com".split()
)


def is_social_network(url: str) -> bool:
    """Whether an address belongs to a social network."""
    return domain_of(url) in _DOMAINS
