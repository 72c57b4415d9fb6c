"""What gates read in a report."""

from tadori.evaluate.reports import printed

__all__ = ["printed"]
