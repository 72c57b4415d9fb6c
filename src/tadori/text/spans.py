"""Spans of a text found by rules: sorted and merged."""

from collections.abc import Iterable

RuleSpan = tuple[str, int, int]
"""(rule, start, end)"""


def merge_spans(spans: Iterable[RuleSpan]) -> list[RuleSpan]:
    """The spans in order; touching ones are merged under the rule of the first."""
    joined: list[RuleSpan] = []
    for rule, start, end in sorted(spans, key=lambda one: (one[1], -one[2], one[0])):
        if joined and start <= joined[-1][2]:
            joined[-1] = (joined[-1][0], joined[-1][1], max(joined[-1][2], end))
        else:
            joined.append((rule, start, end))
    return joined
