# /// script
# requires-python = ">=3.11"
# dependencies = ["pypdf"]
# ///
"""Print the HTML files of this folder as the PDF files of the example library.

Comes in: every `*.html` beside this file. Goes out: `examples/library/<host>/<path>.pdf`, named by the source's
canonical address. Needs `chromium` and the fonts Sawarabi Gothic (mshio, CC BY 3.0) and Liberation (SIL Open Font
License), which are embedded as subsets. The PDF files are committed, so nobody needs this to use the library; after
changing a source: `uv run examples/sources/build_pdfs.py`.
"""

import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "library"
CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]


def found(pattern: str, source: str) -> str:
    """What `pattern` captures in `source`; a source without it is an error in the source."""
    match = re.search(pattern, source)
    if match is None:
        raise SystemExit(f"no {pattern}")
    return match[1]


def print_pdf(html: Path) -> Path:
    """Print one source, with the title, author and date it states and no other time."""
    from pypdf import PdfReader, PdfWriter

    source = html.read_text(encoding="utf-8")
    target = LIBRARY / found(r'rel="canonical" href="https://([^"]+)"', source)
    date = found(r'name="date" content="([^"]+)"', source).replace("-", "")
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.pdf"
        subprocess.run([*CHROMIUM, f"--print-to-pdf={raw}", html.as_uri()], check=True, capture_output=True)
        writer = PdfWriter(clone_from=PdfReader(raw))
        writer.metadata = {
            "/Title": found(r"<title>([^<]+)</title>", source),
            "/Author": found(r'name="author" content="([^"]+)"', source),
            "/CreationDate": f"D:{date}090000+09'00'",
            "/Producer": "Tadori examples",
        }
        target.parent.mkdir(parents=True, exist_ok=True)
        writer.write(target)
    return target


if __name__ == "__main__":
    for page in sorted(HERE.glob("*.html")):
        target = print_pdf(page)
        print(f"{target.stat().st_size:>8}  {target.relative_to(LIBRARY)}")
