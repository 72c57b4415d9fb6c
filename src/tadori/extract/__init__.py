"""Extract: a captured document comes in, its readable text with addressed pieces goes out (`Capture` → `Extracted`).

`extraction.Extraction` is the door; `raw.raw_text` is its independent witness; `containers.documents_in_warc` opens
archives. It fetches nothing and keeps nothing.
"""
