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
JOB_SHARES: Final = {"stance": 15, "relevance": 10, "quality": 5, "targets": 5, "translation": 5}
"""Per cent of a task's tokens that work beside driving may have: stance alone once took half of them."""
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
PASSAGES_A_REQUEST: Final = 8
CLAIMS_TO_CHOOSE_FROM: Final = 80
"""The most claims that a model chooses the answer from; as many as a report's graph has."""
CLAIMS_OF_A_PAGE: Final = 8
"""Of one page, before every other page has had its turn: sixty sentences of one page are no choice."""
RIVALS_SHOWN_OF: Final = 20
"""The best claims whose rivals are shown in any case: a contradiction nobody sees is resolved by nobody."""
LONGEST_SHOWN_CLAIM: Final = 400
"""Characters of a claim as a model sees it; what it chooses is printed whole."""
VIEWS_BY_EFFORT: Final = (1, 2, 3, 4, 5)
"""How many lists of claims a model is shown, by effort 1 to 5; then it chooses of those it took."""
CHOICE_TOKENS: Final = 1000
"""The longest answer: eight sections with their numbers, and Japanese headings."""
MOST_CHOICE_OUTSIDE: Final = 60_000
"""Characters of outside text in the prompt of a choice: 80 claims and their sources at their longest. Words in it can
only fill headings and gaps, which code checks, so the limit for other prompts (`MOST_OUTSIDE`) does not apply."""
FENCE_TOKENS: Final = 400
"""Tokens of the fence around instructions and data, and of the roles of messages; Japanese needs the most."""
RULES_SURE_AT: Final = 0.9
"""A claim of the rules' answer that scores as high, and on which independent origins agree, is not dropped by a model
that says that nothing answers."""
SENTENCES_A_SECTION: Final = 12
"""Claims that a model is given to write one section from."""
WRITING_TOKENS: Final = 1200
FEWEST_TO_WRITE: Final = 2
"""Claims of a section from which a model is asked to write it: a single one is quoted."""
CAREFUL_CONTEXT: Final = 8192
"""Tokens that a model is taken to have room for where neither the settings nor its server say so."""
OLLAMA_CONTEXT: Final = 4096
"""What Ollama gives a model that no setting of its own enlarges, whatever the model was trained for."""
THINKING_TOKENS: Final = 4096
"""Added to an answer's limit for a model that thinks before it answers, which servers count as part of the answer."""
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

# The researcher: a model that drives a task (`engine/drivers/model.py`)
STEPS_BY_EFFORT: Final = (4, 6, 9, 12, 16)
"""Steps that a model may choose, by effort 1 to 5; after them the best answer of what is there is given."""
SEARCHES_BY_EFFORT: Final = (2, 3, 4, 6, 8)
"""How many of them may be searches."""
MOST_PROPOSALS: Final = 3
"""Answers that may be proposed and tested; the last one stands whatever the tests say."""
MOST_OPEN_QUESTIONS: Final = 6
DRY_SEARCHES: Final = 2
"""Searches in a row that bring no new claim: then searching is not offered any more."""
ALIKE_QUERY: Final = 0.8
"""Share of common words from which two queries are one."""
BEAST_AT: Final = 0.15
"""S2: below this share of the budget the best answer of what is there is given."""
SHOWN_CLAIMS: Final = 24
"""Claims that a model sees before a step."""
SHOWN_CLAIM_CHARACTERS: Final = 220
SHOWN_ADDRESSES: Final = 12
SHOWN_DIARY: Final = 6
SHOWN_QUERIES: Final = 12
SHOWN_KNOWLEDGE: Final = 6
MOST_CODING: Final = 2
"""Calculations of one task."""
FRESH_DAYS: Final = 365
"""How old the newest evidence may be where the question asks about now."""
LATEST_DAYS: Final = 90
"""The same where it asks for the latest."""
LEAST_ITEMS: Final = 2
"""Items of an answer where several are asked for and no number is named."""
SETTLED_AT: Final = 0.5
"""Score from which a claim settles a sub-question."""
