"""Recognises text in pictures of pages, where the extra `ocr` is installed. Slow: only for pages without text."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any


def ocr_installed() -> bool:
    """Whether the extra `ocr` is there."""
    return find_spec("rapidocr") is not None


def _nothing() -> None:
    pass


before_page: Callable[[], None] = _nothing
"""Called before each page: the process that reads within bounds allows it time and memory of its own."""


def lines_in(image: Any) -> list[str]:
    """The lines of text seen in `image` (a numpy array of one page), in reading order; none where none is seen."""
    before_page()
    result = _engine()(image)
    return [line for line in (result.txts or ()) if line.strip()]


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR  # lazy: optional extra that loads its weights; only where a scanned page is met

    # Its own log would stand between our progress lines.
    return RapidOCR(params={"Global.log_level": "error"})
