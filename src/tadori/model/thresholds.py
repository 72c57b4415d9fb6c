"""Numbers that decide something, once each, with where they come from. Gates and tests use these very values.

Ranking, judging and how claims stand: `evidence_thresholds.py`; finding and fetching pages: `web_thresholds.py`;
language models: `llm_thresholds.py`. Here: confidence, the answer, planning and stopping, bad input, the pipeline.
"""

from typing import Final

from tadori.model.graph import TrustLevel
from tadori.model.question import AnswerLength

# Rulings, "source reliability": trust level → number, with S1's values.
RELIABILITY: Final[dict[TrustLevel, float]] = {
    TrustLevel.PRIMARY: 0.95,
    TrustLevel.GOVERNMENT: 0.95,
    TrustLevel.ACADEMIC: 0.90,
    TrustLevel.TRUSTED: 0.85,
    TrustLevel.LOW: 0.70,
    TrustLevel.UNVERIFIED: 0.60,
    TrustLevel.BLOCKED: 0.0,
}

# §3.1.7.3 satisfaction
INDEPENDENT_SOURCES_WANTED: Final = 3
SATISFACTION_SOURCES_WEIGHT: Final = 0.7
SATISFACTION_PRIMARY_WEIGHT: Final = 0.3
SATISFIED_AT: Final = 0.8

# §3.1.7.4 novelty
NOVELTY_WINDOW: Final = 20
NOVELTY_FLOOR: Final = 0.10
NOVELTY_CYCLE_FETCHES: Final = 10
NOVELTY_CYCLES: Final = 2

# §4.5, rulings "Report"
CAVEAT_BELOW: Final = 0.7

# §3.1.7.5, rulings "confidence": once, after a search for refutations that found none
NO_REFUTATION_FACTOR: Final = 0.95

# L28, rulings "confidence": one weighted mean, pinned by `test_a_worked_example_pins_the_formula`:
#   .35 · .95 + .30 · 2/3 + .15 · .5 + .20 · 2/3 = .7408
# Weights of the four parts, summing to 1. Chosen so that one unverified source stays under the caveat line (.66
# at best), while two independent ones, or one official one, come to stand above it.
CONFIDENCE_TIER_WEIGHT: Final = 0.25
CONFIDENCE_AGREEMENT_WEIGHT: Final = 0.20
CONFIDENCE_FRESHNESS_WEIGHT: Final = 0.10
"""Counts only for what can change; the other parts share it otherwise."""
CONFIDENCE_CONSISTENCY_WEIGHT: Final = 0.15
CONFIDENCE_FIT_WEIGHT: Final = 0.20
"""How well the sentence fills what was asked: a true sentence about something else makes no answer reliable."""
CONFIDENCE_CLARITY_WEIGHT: Final = 0.10
CLARITY_RESOLVED: Final = 0.8
"""Of a sentence whose subject was taken from another one; 1 for one that leaves nothing open."""
CLARITY_EXPLAINED: Final = 0.5
"""Of a sentence that is only understood with its neighbour, lead-in, header or heading."""
CLARITY_OPEN: Final = 0.2
"""Of a sentence that leaves open what it speaks about."""
CLARITY_NOT_STATED: Final = 0.7
"""Factor for what is planned, estimated, alleged or conditional."""
FRESHNESS_HALF_LIFE_YEARS: Final = 5.0
FRESHNESS_UNKNOWN: Final = 0.5
STALE_BELOW: Final = 0.5
"""Freshness under which evidence is called out of date: more than five years before the newest (L32)."""

# S5
MAX_ROUNDS: Final = 3

# Issue 17: room in a printed report before its sources; what does not fit is counted and stands in the HTML file
WORDS_OF_A_FACT: Final = 240
"""A report on one fact, ten under the limit of 250. Two Japanese characters count as a word."""
WORDS_OF_AN_OVERVIEW: Final = 800
"""A report with several parts: with its sources about 1 200."""
MOST_SHORT_SENTENCES: Final = 3
"""An answer of more sentences is no single fact, even without parts."""
MOST_IN_A_LINE: Final = 3
"""Sources of a fact that are named in the line below it."""
MOST_AGAINST_NAMED: Final = 3
"""Citation numbers in the mark of a contested sentence."""

# Issue 2: the answer section
MAX_ANSWER_SENTENCES: Final = 3
"""Of the answer to a question of fact, all its parts together."""
ANSWER_WORDS: Final = {AnswerLength.SHORT: 150, AnswerLength.NORMAL: 400, AnswerLength.LONG: 800}
"""Words of the answer to open questions; two characters of Japanese are about one word."""
BRIEF_WORDS: Final = 120
"""Of the answer to what something is, or whether something is so."""
REPORT_WORDS: Final = {AnswerLength.SHORT: 400, AnswerLength.NORMAL: 1000, AnswerLength.LONG: 2400}
"""Words of the answer and of what else the sources say, together."""
FACT_REPORT_WORDS: Final = 150
"""The same for a question of fact: a report of at most 250 words, its headings and notes included."""
CODE_LINES: Final = 12
"""Lines of a block of code in an answer; a longer one is left out, never cut."""
CODE_CHARS: Final = 600
"""The same in characters."""
MOST_ASKED_PARTS: Final = 10
"""Questions in one question that are answered one by one; more are answered as one."""
# Below this the evidence is said to hold no answer (exit 3). On the tuning questions it keeps silent on 70 % of the
# unanswerable and 4 % of the answerable Japanese ones (`training/answers/fit.py` prints the trade).
ANSWER_AT: Final = 0.3
COVERED_AT: Final = 0.5
"""Share of a phrase's content words from which the phrase counts as spoken about."""
RELEVANT_AT: Final = 0.1
"""A claim that answers less than this is kept in the graph and not printed."""
OPEN_RELEVANT_AT: Final = 0.25
"""The same beside the answer to an open question, whose pages say much else about their subject."""
MAX_QUESTION_CHARS: Final = 2000
MAX_NOTES_BYTES: Final = 65_536
MAX_NOTES: Final = 400
"""Paragraphs in the user's notes."""

# Bad input: bounded before, not after
MAX_DOCUMENT_BYTES: Final = 20_000_000
MAX_TEXT_CHARS: Final = 2_000_000
MAX_ELEMENTS: Final = 200_000
MAX_TABLE_CHARS: Final = 1_500_000
"""Characters of the rows or records that are read of one file; the rest is counted. Headers and labels are repeated
with them, and all of it must stay under `MAX_TEXT_CHARS`."""
MAX_UNPACKED_BYTES: Final = 60_000_000
"""What the parts of one packed document (DOCX, EPUB, ODT) may unpack to: three times the largest file that is read."""
MAX_PACKED_PARTS: Final = 5_000
"""Parts of one packed document; the largest real book we have seen has 1 200."""
MINIFIED_LINE_CHARS: Final = 400
"""Mean length of the lines of a program from which nobody wrote or reads it: packed scripts have thousands."""
LEAST_WRAPPED_LINES: Final = 3
"""So many lines that a sentence runs over show that a plain text is wrapped; two may be chance."""
NARROWEST_MARGIN: Final = 40
"""Half-width letters: lines that end before it are verse, addresses or captions, whoever wrote them."""
WIDEST_MARGIN: Final = 132
"""Half-width letters: longer lines are whole paragraphs, not wrapped ones (132 is the widest of old printers)."""
LEAST_FILLED_SHARE: Final = 0.6
"""Of the lines that a sentence runs over, so many must reach the margin: verse and code end anywhere."""
LEAST_GOING_ON_SHARE: Final = 0.3
"""Of the lines that reach the margin, so many must be run over by a sentence: long lines of verse all begin anew."""
LEAST_VERSE_LINES: Final = 5
"""So many lines of one paragraph that all begin anew are verse or a list, however wide; fewer may be chance."""
MAX_RESULT_PAGE_BYTES: Final = 5_000_000
MAX_RESULT_PAGE_ELEMENTS: Final = 30_000
"""Both ten times the largest result page we have seen."""

# Planning: the plan, leads and gaps (`engine/planning/`, `engine/drivers/`)
MAX_FOCUS_PHRASES: Final = 6
"""Focus phrases per section of a plan."""
MAX_QUESTION_PARTS: Final = 4
"""Parts of a question that get a section of their own."""
WEB_FIRST_QUERIES: Final = (2, 2)
"""First web queries: 2 + 2 · effort, which is 8 at the default effort and 12 at most (rulings: 8 to 12)."""
SHORTEST_QUESTION_PART: Final = 8
"""Shortest part of a question, in characters (half of that in Japanese)."""
GAP_ITEMS: Final = 20
"""Best items per section that are checked for coverage."""
LANGUAGE_SAMPLE_HITS: Final = 3
"""Enough to see what the language gives (`languages_to_widen` wants three pages), and cheap where it gives nothing."""
LANGUAGE_QUERIES_A_ROUND: Final = 2
"""Further queries per round for a language that proved useful."""
LANGUAGE_WORDINGS: Final = 12
"""Wordings of the question to try; the table of terms can translate only some of them."""
NAME_LOOKUP_HITS: Final = 2
"""A look-up needs the page of that name, and one more in case two things share the name."""
NAME_LEAD_PASSAGES: Final = 6
"""How many of the best passages are scanned for names."""
NAME_NEAR_CHARS: Final = 40
"""Distance in characters, from a word of the question to a name, at which the nearness bonus is halved."""
ONE_WORD_NAME_WEIGHT: Final = 0.6
"""Weight of a one-word name (`Paris`, 「メガワット」) relative to a name of several words."""
LATER_SENTENCE_DISCOUNT: Final = 0.05
"""Discount of a name for each sentence that comes before it in its passage."""
SAME_PAGE_DISCOUNT: Final = 0.2
"""Discount for each further name of the same page, so that one page full of names does not crowd out others."""
TRAIL_PASSAGES: Final = 60
"""Best passages that are considered; the rest score too low to lead anywhere."""
TRAIL_SOURCES: Final = 24
"""Of those, the passages whose names are followed."""
TRAIL_HOPS: Final = 2
"""How many links from page to page the score of a passage may travel."""
TRAIL_NAMED_BONUS: Final = 1.0
"""Bonus for a page that the question names: as much as the best possible score."""
TRAIL_OWN_SHARE: Final = 0.3
"""Share of its own score that a page keeps beside the score it inherits."""
TRAIL_SHARED_NAME: Final = 0.5
"""Strength of a link between two pages that mention the same name; to the page of that name it is ½ to 1."""
TRAIL_SHORTEST_NAME: Final = 3
"""Shortest name, in characters, that links two pages."""
STEM_LETTERS: Final = 5
"""Prefix length by which `director` and `directed` count as the same word."""
NAMED_SOURCES_A_ROUND: Final = 2
"""Queries per round for sources that passages name in words."""
PIVOT_ROUNDS: Final = 2
"""Pivots are made for this many rounds per task; after that, gaps and names are better leads."""
MAX_FOLLOW_UPS: Final = 4
"""Follow-up queries per round, over all sections."""
MAX_FRAME_QUERIES: Final = 1
"""Queries for other values of what one claim states."""
DEEPENED_PHRASES: Final = 3
"""Key phrases of a claim that is looked at again, in the query for its subject."""
DEEPENED_NAMES: Final = 2
"""Names in it that are looked up in folders."""
REFUTATION_HITS: Final = 5
"""Hits per query for refutations."""
MAX_REFUTED_CLAIMS: Final = 2 * MAX_ANSWER_SENTENCES
"""A refutation can bring new claims into the answer, which are then tested too: this bounds the loop."""
CLIENT_QUERY_HITS: Final = 10
"""§3.1: five to ten hits a query."""
CLIENT_EXPANSIONS: Final = 2
"""Variants of a client's query that are searched on the web."""
CLIENT_PRIMARY_SITES: Final = 3
"""Sites of primary sources that are searched too, when the client asks for primary sources."""
CLIENT_PRIORITY_DOMAINS: Final = 3
"""Domains preferred by a client that get a `site:` query each."""
TESTED_CLAIM_SHARE: Final = 0.5
"""A query tests a claim when the claim has this share of the query's words, and of their weight."""
COMMON_WORD_SHARE: Final = 2 / 3
"""A word in more of a task's claims than this does not set a claim apart, unless another query word is commoner."""
MAX_ACTIONS: Final = 60
"""Upper bound against a driver that never stops; the largest task needs far fewer actions."""

# Gathering and assessing evidence (`pipeline/`)
ROUND_BUDGET_PART: Final = 2
"""A round may use 1/this of the pages that are left, so that later rounds and refutations have some."""
ROUND_LEAST_PAGES: Final = 2 * NOVELTY_CYCLE_FETCHES
"""Pages that every round may read: two slices of a novelty cycle."""
FRAGMENTS_A_QUERY: Final = 14
"""How many of the best fragments of a query's pages are turned into claims."""
OPEN_FRAGMENTS_A_QUERY: Final = 120
"""For an open question, whose answer is many sentences."""
COUNTER_FRAGMENTS: Final = 400
"""How many fragments of pages already read are looked through for the frame of one claim."""
COUNTER_PAGES: Final = 200
"""In how many of the pages already read that is done, most relevant first."""
RECALLED_PAGES: Final = 10
"""How many pages read for earlier queries are ranked again for a client's query."""
MODEL_RECENT_CALLS: Final = 8
"""How many recent calls are averaged to predict the duration of the next one."""
JUDGED_CLAIMS: Final = 30
"""How many of the best answers are judged against everything read; lower ones will not be printed."""
FRAME_CONFIDENCE: Final = 0.9
"""Confidence of an edge that rests on frames or on one statement; the share of such edges that readers found right."""
JUDGED_A_QUERY: Final = 15
"""How many of the best claims for the client's latest query are judged in addition."""
EVIDENCE_A_TARGET: Final = 5
"""Claims stored per target claim, best first."""
GRAPH_CLAIMS: Final = 80
"""How many claims, best answer first, a report is made of and sealed with."""
REPORT_CLAIMS: Final = 20
"""How many claims a report prints besides its answer; the rest is only in the graph."""
ENTITY_CLAIMS_A_ROUND: Final = 60
"""Claims scanned per round, best first: about a quarter of a second, where all could take minutes."""
REGISTERS_A_TASK: Final = 4
"""Register URLs that a task reads: two for each of two domains. Registers are small public services."""
REGISTER_DOMAINS: Final = 20
"""Domains stored from one answer: a hoster's certificate names hundreds of unrelated ones."""
CITED_SOURCES_A_ROUND: Final = 2
"""Cited sources read per round. A round reads ten pages or more; this leaves most of them to engines."""
CITED_SOURCES_AN_EFFORT: Final = 4
"""Cited sources read per task, times the effort: 4 to 20 of its 100 to 500 pages."""
CITATION_CHAIN_STEPS: Final = 3
"""Longest chain: report → statistics → survey. What is cited further back is another subject."""
CITED_SOURCES_A_PAGE: Final = 2
"""Cited sources per page: a page full of links must not decide what is read."""
CITED_SOURCE_WORTH_READING: Final = 0.5
"""Minimum score: an official site, or any site that the text calls the source (`search/citations/trace.py`)."""
TITLE_TERM_WEIGHT: Final = 3.0
"""A word in the title counts as three in the body (measured on SciFact, JSQuAD, 2Wiki: 2 to 5 equal, 1 worse)."""
CACHE_DAYS: Final = 7
"""How long cached results and vectors are kept."""
SERP_HOURS: Final = 24
"""L38: how long a cached answer is used."""

# §3.3.4, §4.6.1, issue 5: calibration
CALIBRATION_BINS: Final = 10
CALIBRATION_MIN_SAMPLES: Final = 20
"""Fewer say too little to fit anything."""
CALIBRATION_REFIT_AFTER: Final = 50
"""So many new samples of a source, and its scores are fitted anew."""
CALIBRATION_WINDOW: Final = 20_000
"""The latest samples of a source that a fit looks at."""
CALIBRATION_DEGRADED_AT: Final = 0.05

# §3.3.1, L25: copies across sites (`graph/duplicates.py`); what `gate_duplicates` measures
COPY_CONTAINED: Final = 0.5
"""Share of the smaller page's long shingles on the other page from which they are copies."""
COPY_LONG_PASSAGE: Final = 16
"""Kept shingles (about 64 words, a paragraph) that are a copied passage even on longer pages …"""
COPY_LONG_PASSAGE_SHARE: Final = 0.2
"""… if they are at least this share of the smaller page."""
EDITED_CONTAINED: Final = 0.3
"""Share of short shingles from which a page is another one with words changed: 3 of 10 words changed leave .34."""
EDITED_FEWEST: Final = 24
REORDERED_FEWEST: Final = 20
REORDERED_JACCARD: Final = 0.85
SIMHASH_BITS_APART: Final = 3

# Issue 16, L25: pages, formats and translations of one work (`graph/works.py`)
TWIN_SHARE: Final = 0.1
"""Share of five-word shingles from which two files of one name are one text in two formats: chance gives none."""
TRANSLATED_SHARE: Final = 0.25
"""Share of names and figures in Latin letters from which two files of one name, in two languages, are translations."""
TRANSLATED_FEWEST_MARKS: Final = 10
FRAME_FEWEST_PAGES: Final = 3
FRAME_SHARE: Final = 0.6
"""Most files of a folder have the lines of a running head or foot."""
FRAME_FEWEST_LINES: Final = 2
"""One line in common may be a form of address: every speech begins alike."""
TEMPLATE_FEWEST_LINES: Final = 12
"""So many headings in common with most files of a folder come from one program; notes of several people share few."""

# §3.3.3, L25: one story retold (`graph/narratives.py`)
SAME_POINT_AT: Final = 0.7
"""Cosine from which two sentences make one point: of arguments on one topic and side, 7 of 10 such pairs do."""
SAME_STORY_AT: Final = 0.8
"""Cosine of two whole pages from which they are compared sentence by sentence."""
RETOLD_SHARE: Final = 0.65
RETOLD_FEWEST: Final = 4
"""Sentences below which an order says nothing."""

# Rulings, "source reliability": S1's .50 of a blog, for one that nothing has borne out
BLOG_RELIABILITY: Final = 0.50

# §4.4.1 L6, rulings "contradiction → BLOCKED": what moves a publisher that no rule knows (`graph/trust.py`)
TRUST_WITNESSES: Final = 2
"""Independent origins that bear a claim out where none of them is trusted by rule."""
TRUST_PROMOTE_CONFIRMED: Final = 2
"""Different claims that must be borne out before a publisher is held to be verified."""
TRUST_CONFIRMED_PER_CONTRADICTION: Final = 4
TRUST_BLOCK_CONTRADICTED: Final = 3
TRUST_BLOCK_ORDERS: Final = 2

# §3.3.3, L30: the quality gate (`graph/quality.py`)
QUALITY_MOST_LOST: Final = 0.8
QUALITY_UNSURE: Final = (0.4, 0.6)
"""Between them rules are not sure: the page is marked as possible, and a model is asked where there is one."""
QUALITY_SILENT_BELOW: Final = 0.4
QUALITY_MODEL_WEIGHT: Final = 0.6

# L24, L27, L39: models of the user's own (`minds/local/{onnx_folder,remote,escalation}.py`)
RERANKED: Final = 24
"""Of the best passages, so many are put in order by a reranker on a processor …"""
RERANKED_ON_GPU: Final = 100
"""… and so many where a graphics card reads them (§3.3: 100 candidates)."""
MODEL_LONGEST_TOKENS: Final = 512
MODEL_BATCH_ROWS: Final = 32
MODEL_BATCH_TOKENS: Final = 8_192
MODEL_ANSWER_BYTES: Final = 5_000_000
"""Ten times the vectors of a full batch."""
MODEL_ANSWER_SECONDS: Final = 120.0
MODEL_HEALTH_SECONDS: Final = 5.0
ESCALATE_ENTROPY: Final = 0.75
"""Share of the entropy of pure guessing from which a pair is hard: .6/.3/.1 is (.82), .7/.2/.1 is not (.73)."""
ESCALATE_MARGIN: Final = 0.25
"""A pair is hard too when the second stance is this near to the first: .5/.5/0 has little entropy, and no answer."""
ESCALATE_SHARE: Final = 0.2
"""At most this share of the pairs goes to the larger model …"""
ESCALATE_FREE: Final = 32
"""… beside the first so many hard ones, so that a small run is not held back by rounding."""
RERANKED_BY_LLM: Final = 8
"""Without a reranker a language model ranks this many passages: as many as fit one request."""
UNLIKE_BELOW: Final = 0.25
"""Cosine below which texts in two languages count as unrelated; `doctor` tests the user's embedder against it."""
CALLS_PER_JOB: Final = 6
"""A job of a language model may take as long as this many calls at the time limit of one."""
DEFAULT_TOKEN_BUDGET: Final = 200_000
"""Where the settings name a language model and the request gives no budget."""

# §2.1.5, §3.2.1, §3.2.2: tasks of clients (`service/clients/`)
CLIENT_MAX_PAGES: Final = 120
CLIENT_MAX_SECONDS: Final = 1200
"""Rulings, "budgets": the defaults of a task over MCP."""
SILENCE_SECONDS: Final = 300
"""§2.1.5: a task is paused when its client has not called for this long."""
SOFT_LIMIT_SECONDS: Final = 40.0
"""A search is reported as `running` after this; clients commonly give up after 60."""
MAX_CONCURRENT_SEARCHES: Final = 4
"""§3.2.2: four users of the network."""
MAX_EARLIER_QUERIES: Final = 8
"""Claims are ranked by the task's question and by this many of the client's latest queries."""
LOW_BUDGET: Final = 50
"""Per cent of a budget left from which on a status warns."""

# §4.4.1 L4, L7: what answers to clients must not contain (`service/clients/{redaction,secrets}.py`)
LATIN_LEAK_LENGTH: Final = 30
"""As `LEAK_LENGTH`, for Latin letters, which say less: "what speaks against them" (21) is a heading of every report."""
SECRET_PIECE_CHARS: Final = 12
"""A run of this many letters of a token, key or cookie is a leak: part of a secret is a secret too."""
MIN_SECRET_CHARS: Final = 8
"""Shorter secrets are not searched for: ordinary text would match them by chance."""
