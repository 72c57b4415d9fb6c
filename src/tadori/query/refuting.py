"""The words that are searched with a topic to find what speaks against it (§3.1.7.5): fixed, in both languages."""

from typing import Final

SUFFIXES_JA: Final = ("誤り", "反論", "批判", "問題点", "課題", "訂正")
SUFFIXES_EN: Final = ("limitations", "criticism", "error", "correction", "refuted", "disputed")
SUFFIXES: Final = {True: SUFFIXES_JA, False: SUFFIXES_EN}
"""By whether the query is Japanese."""
