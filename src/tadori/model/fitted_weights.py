"""Weights that a fit on data gave, as tables. Nothing here is chosen by hand; single numbers are in `thresholds.py`.

Each table names the script or the data it comes from. Values change only when that fit is run again.
"""

from typing import Final

# `rank/fusion.py`: fitted on the even-numbered questions of SciFact and JSQuAD and on HotpotQA and MuSiQue, rounded.
PASSAGE_SIGNAL_WEIGHTS: Final = {
    "bm25": 2.5,
    "coverage": 2.6,
    "title": 2.2,
    "near": 1.8,
    "close": 2.0,
    "wide": 1.2,
    "phrase": 2.2,
}
PASSAGE_COSINE_WEIGHT: Final = 4.0
"""Within a language vectors only break near-ties."""
PASSAGE_COSINE_ACROSS: Final = 0.6
"""A passage about the same thing has a cosine of about .5 across languages, another one .1: .3 against .06."""

# `rank/answers.py`: made by `training/answers/fit.py`, which prints these two tables: JSQuAD without the 500 pinned
# questions of the gate, the single-hop questions of MuSiQue, and one half of RAMDocs (each English question counts six
# times); each question as written and, at half its weight, as users type it (`training/answers/variants.py`).
# ANSWER_ORDER: a softmax over the candidates of one question, positive where a gold answer stands in the sentence.
# ANSWER_HOLDS: a logistic model of the best candidate, evidence whole against evidence with the gold passage removed or
# with all of its subject removed, its bias moved to a world in which eleven of twenty questions can be answered.
ANSWER_ORDER: Final = {
    "said": -0.342,
    "said_titled": 2.629,
    "nearby": 3.415,
    "rarest_nearby": 1.932,
    "about": 3.622,
    "phrase": 0.209,
    "phrase_nearby": 1.162,
    "typed": 1.705,
    "unit": 0.92,
    "focus": 1.123,
    "cue": 0.822,
    "names": 0.701,
    "best_here": 0.515,
    "first": 0.599,
    "fresh": -0.517,
    "news": 2.217,
    "length": 0.22,
    "meaning": 3.488,
}
ANSWER_HOLDS: Final = {
    "said": -1.153,
    "said_titled": 2.809,
    "nearby": 3.961,
    "rarest_nearby": 0.323,
    "phrase": -0.084,
    "phrase_nearby": 2.451,
    "typed": 0.4,
    "names": 1.207,
    "fresh": -1.749,
    "length": 0.581,
    "meaning": 1.95,
}
ANSWER_HOLDS_BIAS: Final = -6.156
# For sentences of another language, which share only names, numbers and the meaning with the question: fitted on the 42
# questions of `training/answers/across.jsonl`, pulled towards what was chosen by hand.
FOREIGN_ORDER: Final = {"meaning": 15.26, "typed": 2.04, "unit": 1.2, "nearby": 4.85, "said": 2.06, "about": 4.8}
FOREIGN_HOLDS: Final = {"meaning": 5.09, "typed": 0.4, "nearby": 2.84, "said": 0.33, "about": 1.22}
FOREIGN_HOLDS_BIAS: Final = -3.3

# `rank/reading.py`: what the first look, the answer reader and a constant add to the log odds, for sentences of the
# question's own language and of another; made by `training/answers/join.py` on 350 questions that the reader was not
# trained on (decision 042).
READ_ORDER: Final = {"own": (0.711, 0.817, 0.0), "foreign": (0.674, 1.033, -1.154)}
READ_HOLDS: Final = {"own": (0.239, 0.435, 0.43), "foreign": (0.527, 0.323, -0.101)}

# `judge/weights.py`: fitted on `nli/train.jsonl.gz` of the public data (SNLI dev, counterfactual SNLI, FEVER-symmetric
# dev, SciFact train, JSICK, JSeM, JaNLI, curriculum), sets weighted alike, the sign of every weight held to its
# meaning: no agreement ever counts against a claim. Feature: (supports, refutes).
RULE_WEIGHTS: Final[dict[str, tuple[float, float]]] = {
    "bias": (-1.65, -1.61),
    "coverage": (3.17, 2.80),
    "full": (1.21, 0.0),
    "reach": (0.27, 0.0),
    "facts_missing": (-0.36, 0.0),
    "facts_agreed": (0.63, 0.0),
    "names_missing": (-0.36, 0.0),
    "names_agreed": (0.65, 0.0),
    "conflict": (-0.84, 0.93),
    "aligned_conflict": (-1.03, 0.06),
    "firm_conflict": (0.0, 1.21),
    "polarity": (-0.10, 0.33),
    "hedged": (0.0, -0.20),
    "swapped": (-2.28, 0.0),
    "ja": (-1.39, -1.68),
    "ja_full": (-0.33, 0.0),
}

# `judge/join.py`: made by `training/stance/join.py` on the held-out part of `nli/train.jsonl.gz`. Kind of pair: the
# scale of the model's log-probabilities, and by feature what it adds to supports, and to refutes.
JOIN_TABLES: Final[dict[str, tuple[float, dict[str, tuple[float, float]]]]] = {
    "en": (
        1.16,
        {
            "bias": (-0.41, -0.5),
            "coverage": (0.94, 0.75),
            "full": (0.43, -0.1),
            "reach": (0.04, -0.1),
            "facts_missing": (-0.16, 0.12),
            "facts_agreed": (0.25, -0.17),
            "names_missing": (-0.03, -0.04),
            "names_agreed": (0.1, 0.0),
            "conflict": (-0.3, 0.47),
            "aligned_conflict": (-0.25, 0.01),
            "firm_conflict": (0.0, 0.29),
            "hedged": (0.14, -0.12),
            "swapped": (-0.68, 0.0),
            "subject": (-0.04, -0.01),
            "anchored": (-0.02, 0.02),
            "precision": (0.02, -0.13),
        },
    ),
    "ja": (
        0.8,
        {
            "bias": (-0.47, -0.09),
            "coverage": (0.19, -0.04),
            "full": (0.2, 0.14),
            "reach": (0.14, -0.04),
            "facts_missing": (-0.1, -0.09),
            "facts_agreed": (0.24, 0.03),
            "names_missing": (-0.17, -0.13),
            "names_agreed": (0.48, 0.32),
            "conflict": (-0.26, 0.04),
            "aligned_conflict": (-0.16, 0.09),
            "firm_conflict": (-0.03, 0.11),
            "polarity": (-0.16, 0.0),
            "hedged": (-0.3, 0.2),
            "swapped": (-0.48, 0.07),
            "subject": (0.15, -0.08),
            "anchored": (-0.24, 0.06),
            "precision": (0.1, 0.07),
        },
    ),
    "across": (
        0.8,
        {
            "facts_missing": (-0.16, 0.12),
            "facts_agreed": (0.25, -0.17),
            "fact_conflict": (-0.55, 0.76),
        },
    ),
}

# `rank/open_answers.py`: the worth of a sentence in the answer to an open question, by `training/open/fit.py`.
OPEN_ORDER: Final = {
    "said": -1.498,
    "said_under": 1.835,
    "fragment": 2.079,
    "section": -0.717,
    "heading": -0.451,
    "title": -1.732,
    "rarest": 0.493,
    "near_sentence": 2.325,
    "near_section": 4.108,
    "near_section_best": 1.029,
    "page": 4.18,
    "page_first": -0.131,
    "first_in_section": 0.179,
    "early": -0.237,
    "cue": 0.109,
    "heading_cue": 0.158,
    "number": -0.07,
    "length": 0.097,
    "open_subject": -0.112,
    "item": 0.685,
    "foreign": 0.709,
    "foreign_near": 0.345,
    "beside": 0.744,
    "reads": 1.385,
}

# `rank/open_holds.py`: a logistic model of the best section and sentence, fitted on the open halves of three folders
# (108 questions that they answer, 27 that they do not); its bias moved to where .09 of the answerable ones are refused.
OPEN_HOLDS: Final = {"section": 3.482, "near_sentence": 5.585}
OPEN_HOLDS_BIAS: Final = -2.98
