"""Every number that bounds code which a language model wrote, and what a calculated sentence may say, with its reason.

A sister of `thresholds.py`, for `minds/sandbox`, `text/code_form.py` and `judge/derive/computed.py`.
"""

from typing import Final

# What code may be (`text/code_form.py`)
LONGEST_CODE: Final = 1200
"""Characters, as written and as printed: about forty short lines."""
MOST_CODE_NODES: Final = 600
"""Parts of the code's tree. A thousand signs in a row would be nested too deep for any reader."""
DEEPEST_CODE: Final = 24
"""How deep expressions and blocks may be nested."""
MOST_INPUTS: Final = 16
"""Named a, b, c … in the order in which they are given."""
HARMLESS_NUMBERS: Final = frozenset([0, 0.5, 1, 2, 3, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 366, 1000, 1_000_000])
"""Numbers that code may hold: counts, halves, per cent, units of time, thousands. All others come in as inputs."""

# What may happen while it runs (`minds/sandbox/`)
CODE_SECONDS: Final = 1.0
"""Time of the code alone; honest calculations take a thousandth of it."""
CODE_PATIENCE: Final = 5.0
"""Seconds until whatever runs the code is killed, starting included: a loaded machine starts slowly."""
CODE_MEMORY: Final = 32_000_000
"""Bytes that the code's own values may use."""
CODE_DEPTH: Final = 60
"""Function calls within each other."""
PRINTED_BYTES: Final = 4_000
"""What `print` may write; more ends the run."""
PROCESS_MEMORY: Final = 512_000_000
"""Address space of a CPython process: its libraries and the code's own values."""
PROCESS_FILES: Final = 32
"""Files that it may have open."""

# What may come in and out
LARGEST_INPUT: Final = 10**15
"""Above it a float no longer holds every whole number."""
LONGEST_RESULT: Final = 4_000
"""Characters of a text in a result."""
MOST_RESULT_PARTS: Final = 1_000
DEEPEST_RESULT: Final = 8
MOST_RESULT_DIGITS: Final = 100
"""Digits of a whole number in a result."""

# What a calculated sentence says (`judge/derive/computation.py`)
SHOWN_DIGITS: Final = 4
"""Significant digits of a result that is no whole number; digits before the point are never dropped."""
SAME_VALUE: Final = 1e-12
"""Relative difference that is an artefact of binary fractions: .1 + .2 is shown as `= 0.3`."""
SMALLEST_RESULT: Final = 1e-9
"""Nearer to zero nothing is printed: it is more likely what is left of a difference than a value."""
SCALED_BY: Final = (2, 8)
"""What inputs of one unit are multiplied by to see the unit of the result; powers of two are exact."""
PERTURBED_BY: Final = (1000, -1000)
"""What one input is multiplied by, and raised by, to see whether the result depends on it: a median or a largest value
does so only where the input moves far, in one direction or the other."""
LARGEST_EXPONENT: Final = 3
"""`m³` is a unit of a result, `m⁴` is not."""
SAME_EXPONENT: Final = 1e-9
LONGEST_UNIT: Final = 30
"""Characters of a unit behind a number in a quotation."""
COMPUTATIONS_A_TASK: Final = 20
"""Calculations that a task keeps; more are refused."""
CODE_TRIES: Final = 2
"""A refused calculation goes back once, with what was wrong."""
CODE_CLAIMS: Final = 20
"""Claims that one calculation may be shown."""
LONGEST_ISSUE: Final = 300
"""Characters of what is to be calculated, as a driver says it."""
