"""Stretches of a text that rules have found: put in order, none over another."""

from collections.abc import Iterable

RuleSpan = tuple[str, int, int]
"""Rule, start, end."""


def merge_spans(spans: Iterable[RuleSpan]) -> list[RuleSpan]:
    """The spans in order, those that touch made one under the rule of the first."""
    joined: list[RuleSpan] = []
    for rule, start, end in sorted(spans, key=lambda one: (one[1], -one[2], one[0])):
        if joined and start <= joined[-1][2]:
            joined[-1] = (joined[-1][0], joined[-1][1], max(joined[-1][2], end))
        else:
            joined.append((rule, start, end))
    return joined
