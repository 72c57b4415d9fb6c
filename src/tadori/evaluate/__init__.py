"""Measures how good Tadori is on public data (X9), with the very code that research runs.

The only way to measure: `tadori evaluate` prints these figures beside the published ones, `tests/gates` puts floors
under them. None of the data is part of the program. Whatever a measure needs of the whole program (running a research)
is passed in as a `Bench`.
"""
