"""What is printed of a calculation beside its sentence (D10).

In: a calculation. Out: its code, where the sentence does not hold it, and its inputs with the numbers of citations.
Nothing is run or decided here.
"""

from dataclasses import replace

from tadori.model.computation import Computed
from tadori.model.report import Draft
from tadori.report.citations import CitationBook
from tadori.report.evidence import ArchivedEvidence
from tadori.report.quotations import LocatedQuotation
from tadori.text.code_form import is_expression


def code_beside(computed: Computed) -> str:
    """The code that is printed below the sentence; empty where the sentence itself holds it."""
    try:
        return "" if is_expression(computed.code) else computed.code
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a file from outside
        return computed.code


def cited_inputs(draft: Draft, evidence: ArchivedEvidence, book: CitationBook) -> Computed | None:
    """The calculation with the citations of its inputs; 0 for a quotation that was not found."""
    computed = draft.computed
    if computed is None:
        return None
    inputs = []
    for one in computed.inputs:
        place = evidence.locate(draft.quotations[one.quotation]) if 0 <= one.quotation < len(draft.quotations) else None
        number = book.numbers([place])[0] if isinstance(place, LocatedQuotation) else 0
        inputs.append(replace(one, quotation=number))
    return replace(computed, inputs=tuple(inputs))
