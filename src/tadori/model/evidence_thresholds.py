"""Numbers that decide how evidence is ranked, judged and weighed, each with its reason.

The rest is in `thresholds.py` (what the mission and the rulings fix, limits, manners of the web, stopping); tables that
a fit made are in `fitted_weights.py`.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Final

# Judged wording (`minds/local/nli_judge.py`, `./run gates judge`)
WORDING_SUPPORTED: Final = 0.9
"""From this probability of `supports` an NLI model finds a sentence, or a mutant of it, said by the quoted words."""

# Ranking of passages (`rank/signals.py`, `rank/fusion.py`, `rank/ranking.py`); its weights are in `fitted_weights.py`.
BM25_SATURATION: Final = 1.2
"""BM25's k1: how soon further occurrences of a term stop counting. A term's score stays below `BM25_SATURATION` + 1."""
BM25_LENGTH: Final = 0.5
"""BM25's b: how much a long passage is held to hold a term by chance."""
INDEX_LENGTH: Final = 0.75
"""BM25's b where the index chooses candidates, as FTS5 has it: candidates were measured with it."""
INDEX_LEAST_RARITY: Final = 1e-6
"""A word of more than half of the passages chooses no candidate before a rarer one, but still finds them (as FTS5)."""
BM25_TITLE_COUNTS: Final = 2
"""A term in the title counts like so many in the body."""
PHRASE_REACH: Final = 3
"""Two neighbours of the query count as neighbours in a passage up to so many terms apart."""
PROXIMITY_NEAR: Final = 8
PROXIMITY_CLOSE: Final = 16
PROXIMITY_WIDE: Final = 40
"""Windows, in terms of the body, within which terms of the query stand together."""
QUERY_MOST_TERMS: Final = 64
"""Of a very long query only the rarest terms are weighed."""
RANK_EMBEDDED: Final = 12
"""How many of the best passages of the query's language are embedded."""
RANK_EMBEDDED_FOREIGN: Final = 400
"""How many passages of other languages are embedded, those that share names or digits first."""
PASSAGE_LONGEST: Final = 1500
"""Characters of an abstract; what ranking was measured on."""
PASSAGE_LONGEST_DENSE: Final = 700
"""The same amount of text in a language that is written without spaces."""

# Ranking of fragments (`rank/fragments.py`)
FRAGMENT_HEADING_COUNTS: Final = 0.5
"""A word in the title or heading counts half: it says what the fragment is about, not what it says."""
FRAGMENT_SATURATION: Final = 0.6
FRAGMENT_FULL_TIMES: Final = 0.4
"""Scales a fragment that says each word about once or twice to 1: `(1 + s) / (1 + .4 s)`."""
FRAGMENT_FOREIGN_EMBEDDED: Final = 40
"""At most so many fragments of another language are embedded for one query."""
FRAGMENT_FOREIGN_FLOOR: Final = 0.25
"""Cosine from which a fragment of another language is about the same thing; below it scores nothing."""
ABOUT_BY_WORDS: Final = 0.3
"""The score from which a fragment is about the searched words. Passages that answer nearly always reach it; a
collection that does not hold the answer seldom has three that do (`./run gates about`)."""
ABOUT_BY_COSINE: Final = 0.33
ABOUT_BY_COSINE_ACROSS: Final = 0.28
"""The cosine from which a fragment says the same in other words, or in another language."""
ABOUT_EMBEDDED: Final = 60
"""So many fragments are embedded for that, first those that share most words."""

# Scoring of answers (`rank/features.py`, `rank/answers.py`)
SMALLEST_CORPUS: Final = 400
"""A library smaller than this says little about how rare a word is, because all of it may be about one subject. It
counts as if it were this large, its words being found more often by the square root of the growth only."""
FOCUS_TERM_WEIGHT: Final = 0.5
"""An answer to "which city" seldom says "city"."""
FUNCTION_WORD_WEIGHT: Final = 0.3
"""Of a function word within a phrase of the question."""
RAREST_TERMS: Final = 3
NEW_TOKENS_FULL: Final = 40
"""Tokens that the question does not have, from which a sentence is as full of new words as it can be."""
NEWS_FULL: Final = 4
"""Content words that the question does not have, from which a sentence surely says something."""
CONTEXT_MOST_SENTENCES: Final = 60
TYPICAL_LOG_LENGTH: Final = 4.0
"""`log(1 + characters)` of a sentence of average length; longer ones have a positive length feature."""
FOCUS_NOT_NAMED: Final = -0.5
"""The focus feature of a sentence that names nothing of the asked class, beside 1 for one that does."""
FOCUS_REPEATED: Final = 0.4
"""… and beside what repeats the class without naming one of it."""
MEANING_UNKNOWN: Final = 0.45
"""The cosine that stands in where no embedder reads: between right sentences (.6) and others (.35)."""
ANSWER_DECAY: Final = 3.0
"""A candidate this much behind the best on the scale of ORDER is worth 1/e of it, penalties included. It says how
relevant a claim is beside the answer; which sentences are the answer is decided by how far behind they are."""
OTHER_NUMBER_PENALTY: Final = 4.0
"""Taken off, on both scales, when a sentence is about another number of the asked series (2号機, not 3号機). By hand:
the tuning questions hardly ever ask so. It outweighs what full coverage of the other words gives."""
SLOT_EMPTY_PENALTY: Final = 3.0
"""The same, when a sentence holds nothing of the asked sort: no date for `when`, no number for 何人."""
NAME_ABSENT_PENALTY: Final = 3.0
"""The same, when a name or a year of the question stands nowhere on the page: of gold passages 2 in 100 lack one."""
FURTHER_BEHIND: Final = 2.5
FURTHER_BEHIND_VALUE: Final = 1.25
"""How far a further sentence may be behind the best one, on the scale of ORDER; and where its value can be seen: of the
first sentences nine in ten are right then, of the others eight."""
FOREIGN_ANSWERS_EMBEDDED: Final = 80
"""At most so many sentences of another language are embedded for one question: words hardly choose among them."""
FOREIGN_ANSWERS_READ: Final = 40
ANSWERS_READ: Final = 40
"""So many of the best sentences of another and of the question's own language are read by the answer reader."""
UNREAD_BEHIND: Final = 1.0
"""How far what was not read is behind the worst that was."""
ANSWERS_EMBEDDED: Final = 30
"""So many of the best sentences of the question's own language are compared with it by meaning; the embedder reads some
180 sentences a second."""
CODE_KEPT_CHARS: Final = 4000
"""A longer block of code is not kept with the sentence that it follows."""
VERDICT_LEAST_TERMS: Final = 2
"""Content words, numbers and dates of a yes/no question below which no sentence decides it."""
NEAREST_SHARE: Final = 0.1
"""Share of the question's weight that a page and its title must hold, on average, to be named as near."""
NEAREST_TITLES: Final = 3
"""Titles that are named when the documents do not hold the subject of a question."""
SAME_NAME_SOUNDS: Final = 0.7
SAME_WORD_SOUNDS: Final = 0.85
"""Likeness of sounds (`text/name_sounds.py`) from which a word in katakana and one in Latin letters are one: for what
may be a name, and for a word in small letters. Chosen on fifty names and near misses."""
SPELLINGS_A_NAME: Final = 4
SPELLING_BEHIND: Final = 0.15
"""Of all words of a folder that sound like a name: how many are searched for, and how far behind the most alike."""
REPEATED_ANSWER: Final = 0.8
"""From this share of common words on, two sentences would tell the reader the same thing."""

# Same statements and changed values (`judge/frames/statement.py`)
VERSION_SHARE: Final = 0.75
"""Two sentences with this share of pieces in common, in order, are one sentence in two versions."""
SAME_STATEMENT_FEWEST_TERMS: Final = 4
"""Content words from which two differently worded sentences can be one statement; fewer say too little."""
SAME_STATEMENT_LONGEST: Final = 600
"""Characters; longer sentences are compared word for word only."""
VERSION_FEWEST_PIECES: Final = 5
"""Pieces of a sentence from which one changed value makes two versions of it; shorter ones are forms and captions."""

# One fact in other words (`judge/frames/shared_fact.py`); chosen on pairs of English manuals and news
SHARED_FACT_FEWEST_TERMS: Final = 3
SHARED_FACT_FEWEST_TERMS_IN_STORY: Final = 2
"""… where the titles of both documents announce the same story."""
SHARED_FACT_SHARE: Final = 0.45
"""Share of the shorter sentence's content words that the other must have, beside a date or number that both state."""
SHARED_FACT_FEWEST_TERMS_WITHOUT_VALUE: Final = 6
SHARED_FACT_SHARE_WITHOUT_VALUE: Final = 0.75
ANCHOR_NAME_WORDS: Final = 2
"""Words of names that both must have where their wording differs, beside a date or number …"""
ANCHOR_OTHER_WORDS: Final = 2
"""… and so many other content words."""
SMALL_NUMBER: Final = 10
"""A number up to this says little: two sentences may have it by chance."""

# Which claims are compared at all (`judge/pairing.py`)
PAIR_FEWEST_SHARED: Final = 2
PAIR_LEAST_SHARE: Final = 0.45
"""Share of the shorter side's terms that must be common for two sentences to state one fact."""
PAIRS_PER_CLAIM: Final = 40
PAIR_TERM_TOO_COMMON: Final = 0.5
PAIR_TERM_TOO_COMMON_FROM: Final = 200
"""A term in more than this share of the candidates, and in more than so many of them, pairs nothing."""

# Rules of the judge (`judge/rules.py`, `judge/weights.py`, `judge/judge.py`)
NEAR_SYNONYM: Final = 0.6
"""What a word of the same side of an antonym row counts as, beside 1 for the word itself."""
FACT_NEIGHBOURS: Final = 8
"""Sentences before and behind the aligned one in which a fact of the claim may also stand."""
DENIED_SHARE: Final = 0.4
"""Share of the claim that must be denied before evidence that denies contradicts a claim that states."""
RESTATED_SHARE: Final = 0.75
"""Share of what a claim denies that the evidence must state before it contradicts the claim."""
ALIGN_LENGTH_COST: Final = 0.0005
"""Taken off a sentence's coverage for each of its terms (up to 200): of two that cover alike the shorter is aligned."""
ALIGNED_FROM: Final = 0.7
"""Share of the claim's subject that must stand in the aligned sentence before a conflict is about the claim."""
FULLY_COVERED: Final = 0.999
"""Coverage that counts as full; below 1 only by rounding."""
RULES_SUPPORT_FROM: Final = 0.67
"""Coverage from which agreement of all facts counts as support."""
RULES_SUPPORT_SHOWN_FROM: Final = 0.9
"""On the training sets, support with every word covered is right nine times in ten, with a word missing one in two."""
RULES_REFUTATION_SHOWN_FROM: Final = 0.8
"""Share of the claim's subject in the aligned sentence from which a rule's conflict may be shown as a refutation."""
RULES_SHOWN_PRECISION: Final = 0.3
"""Share of the aligned sentence that must be about the claim: a long sentence holds conflicts about other things."""
STANCE_SURE_FROM: Final = 0.5
"""What the likeliest stance must have before it is said and not left open."""
SAME_WORDS_CONFIDENCE: Final = 0.99
SAME_SENTENCE_CONFIDENCE: Final = 0.97
"""Of a claim that is the evidence word by word, or one sentence of it."""
PROOF_DEEPEST: Final = 4
"""Rule steps in a row: an attribution of a merge of a sentence with its subject filled in and a unit converted."""
PROOF_MOST_GOALS: Final = 400
"""Goals tried for one sentence before it counts as unproven; honest sentences need fewer than forty."""
LONGEST_BEFORE: Final = 1500
LONGEST_AFTER: Final = 600
"""Characters of the source around a quotation that the check and the extraction of claims see: both the same, so that
what one resolves the other finds."""
MOST_PASSAGES: Final = 20
"""Quotations that one sentence may rest on."""
ACROSS_FEWEST_FACTS: Final = 2
"""Facts that must meet across languages before rules alone say anything."""
ACROSS_SUPPORT_CONFIDENCE: Final = 0.5
ACROSS_REFUTATION_CONFIDENCE: Final = 0.4
"""What rules alone then give; never enough to be shown."""
LEAST_MODEL_PROBABILITY: Final = 1e-4
"""The least a model's probability counts as: no model is surer than that of anything."""

# What of a joined verdict is shown (`judge/showing.py`). Chosen on the held-out part of `nli/train.jsonl.gz`:
# refutations for precision where one pair in twenty is a refutation, supports for .80 in every English set.
REFUTES_WITH_CONFLICT_FROM: Final = 0.6
"""Refutes from which a refutation is said, where numbers, dates, opposites or denials conflict …"""
REFUTES_WITHOUT_CONFLICT_FROM: Final = 0.8
"""… and where they do not: held out, at one refutation in twenty, half of what is said from here on is true."""
REFUTES_SUBJECT_FROM: Final = 0.4
"""Share of the claim's subject in the aligned sentence that makes a refutation be about the claim …"""
REFUTES_NEUTRAL_UP_TO: Final = 0.1
"""… or a model to which it is certainly not neutral, whatever the words."""
SUPPORTS_SHOWN_FROM: Final = 0.7
SUPPORTS_SHOWN_FROM_JA: Final = 0.8
"""Supports from which support is shown, where rules have nothing against it."""
SUPPORT_BY_RULES: Final = 0.5
"""What rules alone must give to support for the model to be asked for less …"""
SUPPORT_WITH_RULES: Final = 0.4
"""… which is this."""
SUPPORT_FULL_JA: Final = 0.9
"""Share of a Japanese claim's words that does the same, since all the rules' probabilities are lower there …"""
SUPPORT_WITH_FULL_JA: Final = 0.5
SUPPORTS_ACROSS_FROM: Final = 0.8
"""Supports from which support across languages is shown, where numbers and dates agree as well."""
SURE_AGAINST_FACTS: Final = 0.8
"""What a model must give to the contrary before numbers and dates that rules compared give way to it."""

# Fitting a scaling (`judge/scaling.py`, `judge/calibration.py`)
CALIBRATION_SMALLEST: Final = 1e-4
"""A score is taken for no less and no more than this much away from 0 and 1: what is printed has four digits, and a
source that says 1.0000 has not seen an infinity of cases."""
CALIBRATION_PULL: Final = 1.0
"""Strength of the pull towards the identity, in samples."""
CALIBRATION_SLOPE_FLOOR: Final = 0.05
"""A slope below this would turn the order of scores round, or all but forget it."""
CALIBRATION_FOLDS: Final = 5
CALIBRATION_CHANCE: Final = 2.0
"""Standard errors beyond which a change of the Brier score is no chance."""

# How a claim stands (`graph/standing.py`, `graph/satisfaction.py`, `graph/confidence.py`)
CORROBORATED_FROM: Final = 2
"""Independent origins that corroborate a claim; with a primary one among them they satisfy it."""
QUALIFICATIONS_WORDED: Final = 3
"""Of so many other values of another time or scope the grounds of a claim say in words what they are of."""
CONFIDENCE_HIGH_FROM: Final = 0.85
CONFIDENCE_LOW_BELOW: Final = 0.5
"""Words beside the number only: nothing is decided by them. Between low and moderate stands `CAVEAT_BELOW`."""
SAME_CLAIM_SHARE: Final = 0.8
"""A refuting quotation that lies to this share within a claim's own words is that claim (`report/contests.py`)."""

# Signs of a poor page (`graph/quality.py`): what each leaves of the quality, mild and strong, and from when it is one
QUALITY_LEFT_BY_ORDERS: Final = 0.3
QUALITY_LEFT_BY_GENERATOR: Final = (0.55, 0.45)
QUALITY_LEFT_BY_FARM: Final = (0.65, 0.45)
QUALITY_LEFT_BY_SELLING: Final = (0.65, 0.45)
PHRASES_FEWEST: Final = 3
"""Different stock phrases, or invitations to buy, from which they are a sign …"""
PHRASES_MANY: Final = 5
"""… and from which they are a strong one."""
FARM_CHARS: Final = (800, 1600)
SELLING_CHARS: Final = (400, 800)
"""At least one in so many characters (ja, other languages): a careful writer uses two of them in a long text."""
QUALITY_LEFT_BY_REPEATING: Final = (0.75, 0.55)
REPEATING_FEWEST: Final = 6
REPEATING_SHARES: Final = (0.25, 0.5)
REPEATING_SHORTEST: Final = (12, 25)
"""Characters (ja, other languages) below which a sentence may well stand twice."""
QUALITY_LEFT_BY_EVEN: Final = 0.7
EVEN_FEWEST: Final = 12
EVEN_SPREAD: Final = 0.2
"""Standard deviation ÷ mean of the lengths of sentences; people write with more."""
QUALITY_LEFT_BY_STUFFED: Final = (0.7, 0.5)
STUFFED_FEWEST: Final = 12
STUFFED_SHARES: Final = (0.1, 0.2)
QUALITY_LEFT_BY_OPENINGS: Final = (0.6, 0.5)
OPENINGS_FEWEST: Final = 4
OPENINGS_SHARES: Final = (0.2, 0.4)
"""Of the lines of a page that end like the opening of another text (`…`, `read more`)."""

CONVERTED_FEWEST_DIGITS: Final = 2
"""One digit rounds too much: 2 km is not one mile."""
CONVERTED_DIGITS_MORE: Final = 1
"""Digits that a converted number may show beyond those of the quoted one: 40 m is 131 ft."""
CONVERTED_MOST_DIGITS: Final = 3
"""Digits that any converted number may show: 1 mile is 1.61 km."""
CONVERTED_ERROR: Final = Fraction(1, 100)
"""How far a rounded number may be from the exact result without "about": 640 km is 400 miles, off by 0.6 %."""
CONVERTED_ERROR_ABOUT: Final = Fraction(5, 100)
"""The same with "about": what two digits round at most."""
CONVERTED_DIGITS_ONE_ERROR: Final = Fraction(2, 100)
"""How far one digit may be off where the quoted number has one: 8 km is 5 miles, 3 kg is not 7 lb."""
SAME_TERM_YEARS: Final = 1
"""Years between the dates of two pages within which an office has hardly changed hands (`judge/frames/role.py`)."""
LASTING_YEARS: Final = 10
"""… within which a capital, a currency or a licence has hardly changed."""
NAMESAKE_YEARS: Final = 30
"""Years between two births (deaths, marriages …) of one name from which they are rather two people than a mistake."""
NEAR_YEARS: Final = 2
"""Years by which `about 1901` and `a 1901 film` may differ from the exact year of the event."""
# What counts as a change of the source (`judge/changes.py`). Chosen on SummEdits (figures of BUMP were seen beside it).
ALIGNED_FOR_NEGATION: Final = 3
"""Sentences that share most with the checked one, none of which may deny anything where it does."""
ALIGNED_FOR_RIVALS: Final = 2
"""… and in which a rival of one of its words counts: the third finds few more of the changed, and as many faithful."""
DENIED_OF_SENTENCE: Final = 0.5
"""Share of a sentence's terms that the source must deny for leaving the denial out to be a change."""
BOUND_NEARNESS: Final = Decimal("0.1")
"""How far a number may lie from a stated bound (`more than 100` of 104): any bound further away is true of too much."""
ALIGNED_A_PART: Final = 2
"""Quoted sentences that one part of a checked sentence may draw on (`judge/vetoes.py`): a merge joins two."""

# Values of frames (`judge/frames/values.py`)
APPROXIMATE_UP_TO: Final = Decimal("0.05")
"""Share of the larger value by which `about 40` may differ from the value it stands for."""
SURELY_OTHER_FROM: Final = Decimal("0.2")
"""An approximate value excludes another only from this share on; between the two nothing is said."""
ROUNDED_UP_TO: Final = Decimal("0.01")
"""59,000 beside 59,142: a number that ends in zeros is the other, rounded, up to this share."""

# `rank/open_features.py`
ASKING_WORD_WEIGHT: Final = 0.25
"""What a word that only asks (advantages, 違い) weighs: a heading may have it, an answer need not."""
OPEN_EMBEDDED: Final = 160
"""Sentences whose vectors are compared with an open question; the embedder does some 180 a second."""
OPEN_READ: Final = 100
"""Sentences that the answer reader reads for an open question."""
READ_SCALE: Final = 0.2
"""Makes log odds about as large as other measures of a sentence."""
OPEN_EMBEDDED_SECTIONS: Final = 40
SECTION_LEAD_CHARS: Final = 600

# `rank/open_answers.py`
OPEN_REPEATED_FROM: Final = 0.4
"""The share of its words that a sentence may have in common with a chosen one before it loses worth."""
OPEN_REPEATED_WEIGHT: Final = 3.0
OPEN_SAME_SECTION: Final = 0.5
"""What a sentence gains when one of its section is chosen: what stands together is understood together."""
OPEN_SIBLING_ITEM: Final = 1.0
"""What an item of a list gains when another of its section is chosen: a list is given whole."""
OPEN_SIDE_WORTH: Final = 0.5
"""What taking a side is worth in the answer to what speaks for and against."""
OPEN_BOTH_SIDES: Final = 0.5
"""What naming both sides is worth in a comparison; chosen with the next on the 14 comparisons of the open halves."""
OPEN_NO_SIDE: Final = 1.0
"""What a sentence of a comparison loses that names neither side, nor stands under one."""
OPEN_VAGUE_WORDS: Final = 9
"""Fewer words than this, none of them of the question, are understood only beside others."""
OPEN_VAGUE: Final = 1.0
OPEN_FLOOR: Final = 3.0
"""How far below the best sentence a further one may fall, in log odds, before the choice ends."""
OPEN_READ_FLOOR: Final = -4.0
"""What the answer reader must say of a further sentence, in log odds. Both by the trade that `training/open/fit.py`
prints (decision 042): as many words as with 2.0 and no such floor, more key points, fewer sentences off it."""
OPEN_LENGTH_COST: Final = 0.3
"""What a sentence loses by the logarithm of its words: two short ones may say more than a long one."""
OPEN_SHORT_WORDS: Final = 8
OPEN_NOT_HELD: Final = 0.15
"""The score of the best sentence where the documents do not speak about the question: only the nearest are shown."""
OPEN_DECAY: Final = 2.0
"""Log odds over which the score of a sentence falls to 1/e of the best one's."""

# `rank/open_fragments.py`: chosen on the open halves of three folders (tests/gates/open), reported on the sealed ones.
SECTION_WORDS_WEIGHT: Final = 0.7
SECTION_NEAR_WEIGHT: Final = 0.7
SECTION_FULL_TIMES: Final = 4
SECTION_HEADING_COUNTS: Final = 2
SECTION_RANK_EMBEDDED: Final = 60
SECTION_FOREIGN_EMBEDDED: Final = 120

# `rank/open_layout.py`
FEWEST_FOR_FACETS: Final = 5
"""An answer of fewer sentences is one list: headings would be longer than what stands under them."""
MOST_FACETS: Final = 5
ALIKE_ASPECT: Final = 0.25
"""The share of the shorter sentence's words that two sentences of a comparison share when they stand in one row."""
# `rank/hops`: chosen on the odd-numbered questions of 2Wiki, HotpotQA and MuSiQue (decision 036).
HOP_ABOUT_TITLE: Final = 0.95
"""How surely a sentence speaks of a thing on a page whose title, its bracket aside, is that thing (1 with it)."""
HOP_ABOUT_NAMESAKE: Final = 0.8
"""… on a page whose title can be another spelling of it."""
HOP_ABOUT_MENTIONED: Final = 0.5
"""… where the sentence names it on a page about something else."""
HOP_INVERSE: Final = 0.8
"""What a value weighs that states the relation from its own side: the mother's page says whose mother she is."""
HOP_MARK_REACH: Final = 80
"""Characters behind a mark (`directed by`) within which an English sentence has the value."""
HOP_MARK_REACH_JA: Final = 24
HOP_BEAM: Final = 3
"""Things that a step hands on to the next."""
HOP_BEAM_FROM: Final = 0.5
"""Share of the best one's weight that a further thing needs to be handed on."""
HOP_STEP_FLOOR: Final = 0.12
"""Below this a step found nothing, and the chain ends."""
HOP_TRAIL_FLOOR: Final = 0.22
"""… and below this product of its steps a trail is a guess."""
HOP_SECOND_FROM: Final = 0.9
"""A further end of the trail is printed only this close to the best one."""
HOP_OPEN_COVERED: Final = 0.5
"""Share of a sub-question's words that a sentence needs where no rule knows how the relation is stated."""
HOP_OPEN_WEIGHT: Final = 0.6
"""What such a sentence weighs beside one with the relation's own mark."""
STEM_OF_RELATION: Final = 5
"""Letters by which a word of a sub-question is recognised: `directed` for `director`."""
HOP_LINK_SOURCES: Final = 40
"""Sentences that may lead to another page where no rule reads the question."""
HOP_LINK_TARGETS: Final = 6
"""Sentences of the page they lead to."""
HOP_PAIR_COVERED: Final = 0.55
"""Share of a question's weight that two sentences joined by a title must hold to answer it together."""
HOP_PAIR_ADDS: Final = 0.1
"""How much more than the best single sentence they must hold where the question itself does not hop."""
HOP_PAIR_SLACK: Final = 0.03
"""How much less they may hold where it does."""
HOP_SINGLE_COVERED: Final = 0.9
"""Share from which a single sentence may answer a question that hops and whose trail was not found."""
HOP_PAIR_FILLS: Final = 0.15
"""What a value of the asked sort in the answering sentence is worth beside the share of the question that a pair holds;
half or twice as much of these three changes one question of forty."""
HOP_PAIR_NEW: Final = 0.2
"""… the share of the question that it adds to the sentence that leads to it,"""
HOP_PAIR_BESIDE: Final = 0.2
"""… and the share it holds of the words beside the question word."""
HOP_PAIR_SURE: Final = 0.8
"""… and the share from which a pair answers where single sentences were too weak to."""
