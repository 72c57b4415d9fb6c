"""The door of the room: a capture of any kind comes in, its reading goes out."""

from tadori.extract.html import extract_html
from tadori.extract.markdown import extract_markdown
from tadori.extract.pdf import extract_pdf
from tadori.extract.plain import extract_plain
from tadori.extract.rdap import extract_rdap
from tadori.extract.sniff import Kind, kind_of
from tadori.model.page import Capture, Extracted


class Extraction:
    """Reads HTML, PDF, plain text, Markdown and answers of RDAP; implements `model.doors.Extractor`. Keeps no state."""

    def extract(self, capture: Capture) -> Extracted:
        """The text of `capture` with its pieces; its bytes decide how it is read.

        Raises:
            SourceGarbled: binary, encrypted, torn, of another type, or without text.
            SourceTooLarge: over the size, element or depth bounds.
        """
        match kind_of(capture):
            case Kind.HTML:
                return extract_html(capture)
            case Kind.PDF:
                return extract_pdf(capture)
            case Kind.MARKDOWN:
                return extract_markdown(capture)
            case Kind.TEXT:
                return extract_plain(capture)
            case Kind.RDAP:
                return extract_rdap(capture)
