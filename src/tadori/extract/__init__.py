"""Extract: a captured document comes in, its readable text with addressed pieces goes out (`Capture` → `Extracted`).

`extraction.Extraction` is the entry point; `raw.raw_text` is its independent check; `containers.documents_in_warc`
opens archives. Nothing here fetches or stores anything.
"""
