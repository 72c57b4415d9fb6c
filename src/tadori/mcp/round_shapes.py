"""The schemas of a task's rounds (S5's names) and of its question as claims (§3.3.1). Data only."""

from typing import Final

from tadori.mcp.shapes import ID, LONGEST_TEXT, TIME, Schema, array, boolean, closed_object, count, enum, share, string

_MISSING: Final = array(string(300), 50, "What no section has yet, in words.")
_GAPS: Final = closed_object(
    sectionId=ID,
    sectionName=string(300),
    informationCoverage={
        "type": "object",
        "additionalProperties": share(),
        "description": "Focus phrase or kind of information: how far it is covered.",
    },
    missingInformation=array(string(300), 50),
    isInformationSufficient=boolean(),
    confidenceScore=share(),
    timestamp=TIME,
)
_ITERATION: Final = closed_object(
    sectionId=ID,
    sectionName=string(300),
    currentIteration=count(),
    shouldContinueSearch=boolean(),
    reason=string(1000),
    timestamp=TIME,
)
ROUND: Final[Schema] = closed_object(
    stretch=count("1, and one more with each time the task went on."),
    currentIteration=count(),
    maxIterations=count(),
    missingInformation=_MISSING,
    confidenceScore=share("Mean coverage of all sections."),
    shouldContinueSearch=boolean("What a task that drives itself decided."),
    reason=string(1000),
    gaps=array(_GAPS, 20),
    iterations=array(_ITERATION, 20),
    timestamp=TIME,
)
TARGET: Final[Schema] = closed_object(
    claim_id=ID,
    text=string(LONGEST_TEXT),
    expected_polarity=enum("confirm", "refute"),
    granularity=string(40),
    supporting=count("Claims below that support it, by rules."),
    refuting=count(),
    evidence=array(
        closed_object(
            claim_id=ID,
            text=string(LONGEST_TEXT),
            score=share("How well the claim answers these words."),
            stance=enum("supports", "refutes", "neutral"),
            confidence=share(),
        ),
        5,
        "Best first.",
    ),
)
