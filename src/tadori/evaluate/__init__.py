"""How good Tadori is, on public data (X9): figures of every part, measured by the code that research runs.

The one way to measure: `tadori evaluate` prints these figures beside the published ones, `tests/gates` puts floors
under them. Nothing of the data is part of the program. What the program itself must do for a measure (carry a whole
research) is handed in by `app`, as a `Bench`.
"""
