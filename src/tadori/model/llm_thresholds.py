"""Every number that decides how language models are called, stopped, paid for and believed, with its reason.

A sister of `thresholds.py`, for `minds/llm`, `minds/guard` and the token ledger. Sizes of buffers stay with their code.
"""

from typing import Final

# D7, decision 014: tokens and time of a task (`model/budget.py`, `engine/ledger.py`)
KEPT_PERCENT: Final = 15
"""Share of the tokens reserved for the final answer."""
WARN_AT: Final = (70, 85)
"""Per cent of a limit at which a warning is emitted; at the second, only the final answer has tokens left."""
MODEL_TIME_SHARE: Final = 0.30
"""At most this share of a task's seconds is spent in language models where rules could do the work."""
MODEL_TIME_FREE: Final = 60.0
"""Seconds in language models that every task has, however short it is."""

# Retries (`minds/llm/retry.py`)
MOST_RETRIES: Final = 10
"""The most that a user may configure."""
BUSY_WAITS: Final = 2
"""How often a busy model is waited for, per request."""
REPEATED_TRIES: Final = 1
"""How often a server that does not answer, or answers nonsense, is tried again."""
BUSY_SECONDS: Final = 1.0
"""Wait for a busy server that does not say how long; doubled each time."""
RECONNECT_SECONDS: Final = 0.25
"""Before a failed connection is tried again; doubled each time."""
REST_AFTER_MISSES: Final = 2
REST_SECONDS: Final = 30.0
"""A model is left alone so long after so many requests in a row without an answer: each costs the whole patience."""
LONGEST_REST_SECONDS: Final = 3600.0
"""A server that asks for a longer pause is tried again after an hour."""
RETRY_TEMPERATURE_STEP: Final = 0.2
"""Temperature of the second try, doubled for the third: at 0 the same prompt gives the same wrong answer."""

# When an answer is cut off (`minds/llm/runaway.py`)
SHORT_LOOP: Final = (480, 80)
"""(Characters looked at, longest period): six repeats of up to 80 characters."""
LONG_LOOP: Final = (1600, 400)
"""Four repeats of a paragraph of up to 400 characters."""
BLANKS_IN_A_ROW: Final = 240
"""Characters of nothing but white space."""
MOST_CHARACTERS_A_TOKEN: Final = 8
"""More than any tokenizer averages: an answer above this is above its token limit."""

# What is believed of a server's token counts (`minds/llm/response_stream.py`)
CREDIBLE_SHARE: Final = 8
"""A count below an eighth of our estimate, or above twice, is not believed."""

# How a context is shortened, M3 (`minds/llm/reduction.py`)
EXTRACTED_SHARE: Final = 0.4
"""Extraction leaves a part at least this share; below it a summary says more than loose sentences."""
SHORTEST_SUMMARY: Final = 48
"""Tokens; nothing worth reading fits into fewer."""
MOST_SUMMARIES: Final = 8
"""Per context: model time is expensive."""

# What workers give to a model, and what they accept from it (`minds/llm/workers/`)
SENTENCES_A_REQUEST: Final = 12
"""Of a page; as many as a small model keeps apart."""
PASSAGES_A_REQUEST: Final = 8
CLAIMS_A_SUMMARY: Final = 20
MOST_TARGETS_KEPT: Final = 12
TARGET_IN_QUESTION: Final = 0.6
"""Share of a target's words that must be in the question; the rest is grammar and negation."""
LEAST_STANCE_PERCENT: Final = 34
"""Below a guess among three, an answer counts as no opinion."""
SUREST_STANCE: Final = 0.9
"""The most that a language model's stance can be worth: it informs, it does not decide."""
LEAST_WORDING_PERCENT: Final = 50
"""X11: below it a judge's own `yes` counts as `no`: a guess between two."""
MOST_CANARIES: Final = 5
"""Mutants of a sentence that a judge is shown, one of a kind first; with the sentence itself they fill one request."""
MOST_JUDGED: Final = 40
"""Sentences of one report that judges are asked about."""
MOST_OPINIONS: Final = 40
"""Opinions of one judge on one report."""
JUDGE_MISSES: Final = 3
"""A judge without an answer so many times in a row is not asked again for this report."""
RANK_FUSION: Final = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""

# §3.3, §4.4.1 L2 and L4: the fence and the output check (`minds/guard/`)
MOST_OUTSIDE: Final = 4000
"""Characters of outside text in one prompt, all together."""
LEAK_LENGTH: Final = 20
"""Consecutive characters of the instructions that count as a leak."""
TIMES_TOO_LONG: Final = 10
"""An answer this many times longer than expected is cut."""
