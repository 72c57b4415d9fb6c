"""Which files are read, by their names: the media type that a file's name stands for, or why it is left out.

Reads no file. Names that say nothing of use (`notes.dat`) are left out with that reason; nothing is guessed.
"""

import os
from typing import Final

DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EPUB: Final = "application/epub+zip"
ODT: Final = "application/vnd.oasis.opendocument.text"
RST: Final = "text/x-rst"
ASCIIDOC: Final = "text/asciidoc"
DOCBOOK: Final = "application/docbook+xml"
CSV: Final = "text/csv"
TSV: Final = "text/tab-separated-values"
JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
SOURCE: Final = "text/x-source"
"""Programs: the name of the file says in which language."""
_SOURCE_ENDINGS: Final = (
    ".py .pyi .pyx .rb .pl .pm .lua .r .jl .sh .bash .zsh .fish .ps1 .c .h .cc .cpp .cxx .hpp .hh .cs .java .kt .kts"
    " .scala .groovy .go .rs .swift .m .mm .js .mjs .cjs .jsx .ts .tsx .php .sql .hs .ml .mli .erl .ex .exs .clj .lisp"
    " .el .scm .f90 .f95 .vb .pas .ada .adb .ads .d .nim .zig .v .vhd .tcl .awk .asm .dart .proto .cmake"
)
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".rst": RST,
    ".rest": RST,
    ".adoc": ASCIIDOC,
    ".asciidoc": ASCIIDOC,
    ".docbook": DOCBOOK,
    ".dbk": DOCBOOK,
    ".docx": DOCX,
    ".epub": EPUB,
    ".odt": ODT,
    ".csv": CSV,
    ".tsv": TSV,
    ".json": JSON,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    **dict.fromkeys(_SOURCE_ENDINGS.split(), SOURCE),
}
"""Ending of a name → media type."""
CONTAINERS: Final = (".warc", ".warc.gz", ".wacz")
_WRAPPED: Final = frozenset({".txt", ".text"})
"""`intro.rst.txt`: Sphinx serves the source of a page so."""
_BARE_NAMES: Final = frozenset(
    "readme license licence copying copyright notice authors contributors credits changelog changes news history todo"
    " install thanks faq".split()
)
"""Names without an ending that are texts by custom."""
_KINDS: Final = {
    "picture": ".png .jpg .jpeg .gif .svg .svgz .webp .ico .bmp .tif .tiff .avif .heic .eps .psd",
    "sound or video": ".mp3 .mp4 .ogg .oga .ogv .wav .flac .avi .mov .mkv .webm .m4a .m4v",
    "archive": ".zip .tar .gz .tgz .bz2 .xz .zst .7z .rar .jar .whl .deb .rpm .egg .crate .gem .iso .dmg",
    "font": ".ttf .otf .woff .woff2 .eot",
    "binary": ".exe .dll .so .dylib .a .o .obj .pyc .pyo .class .bin .dat .db .sqlite .sqlite3 .mo .pdb .wasm .parquet"
    " .npy .npz .pkl .pickle .h5 .onnx .pt .gguf .safetensors",
}
_KIND_OF: Final = {ending: kind for kind, endings in _KINDS.items() for ending in endings.split()}


def media_type_of(name: str) -> str | None:
    """The media type that the file name stands for; None where it stands for none that is read."""
    lower = name.lower()
    stem, ending = os.path.splitext(lower)
    if ending in _WRAPPED and (inner := MEDIA_TYPES.get(os.path.splitext(stem)[1])) in (RST, ASCIIDOC, "text/markdown"):
        return inner
    if not ending or not stem:
        return "text/plain" if lower in _BARE_NAMES else None
    return MEDIA_TYPES.get(ending)


def why_not_read(name: str) -> str:
    """Why a file whose name stands for no media type is left out: the same words for the same cause."""
    ending = os.path.splitext(name.lower())[1]
    if not ending:
        return "no ending in its name"
    if kind := _KIND_OF.get(ending):
        return kind
    printable = ending if ending.isascii() and ending.isprintable() and len(ending) <= 12 else "such an ending"
    return f"no reader for {printable}"
