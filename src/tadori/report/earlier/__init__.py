"""The forms of a report as they were before the present ones, kept as they were.

`verify` prints a sealed report again and compares it with the sealed files, byte for byte; a report of the first form
(`Report.form`) is printed by this package. Nothing here is changed any more, and nothing else uses it.
"""
