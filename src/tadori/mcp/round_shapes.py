"""The schemas of a task's rounds (S5's names) and of its question as claims (§3.3.1). Data only."""

from typing import Final

from tadori.mcp.shapes import ID, LONGEST_TEXT, TIME, Schema, count, many, one_of, share, text, thing, yes_no

_MISSING: Final = many(text(300), 50, "What no section has yet, in words.")
_GAPS: Final = thing(
    {
        "sectionId": ID,
        "sectionName": text(300),
        "informationCoverage": {
            "type": "object",
            "additionalProperties": share(),
            "description": "Focus phrase or kind of information: how far it is covered.",
        },
        "missingInformation": many(text(300), 50),
        "isInformationSufficient": yes_no(),
        "confidenceScore": share(),
        "timestamp": TIME,
    }
)
_ITERATION: Final = thing(
    {
        "sectionId": ID,
        "sectionName": text(300),
        "currentIteration": count(),
        "shouldContinueSearch": yes_no(),
        "reason": text(1000),
        "timestamp": TIME,
    }
)
ROUND: Final[Schema] = thing(
    {
        "stretch": count("1, and one more with each time the task went on."),
        "currentIteration": count(),
        "maxIterations": count(),
        "missingInformation": _MISSING,
        "confidenceScore": share("Mean coverage of all sections."),
        "shouldContinueSearch": yes_no("What a task that drives itself decided."),
        "reason": text(1000),
        "gaps": many(_GAPS, 20),
        "iterations": many(_ITERATION, 20),
        "timestamp": TIME,
    }
)
TARGET: Final[Schema] = thing(
    {
        "claim_id": ID,
        "text": text(LONGEST_TEXT),
        "expected_polarity": one_of("confirm", "refute"),
        "granularity": text(40),
        "supporting": count("Claims below that support it, by rules."),
        "refuting": count(),
        "evidence": many(
            thing(
                {
                    "claim_id": ID,
                    "text": text(LONGEST_TEXT),
                    "score": share("How well the claim answers these words."),
                    "stance": one_of("supports", "refutes", "neutral"),
                    "confidence": share(),
                }
            ),
            5,
            "Best first.",
        ),
    }
)
