"""Report: material comes in, a report in which every sentence is checked goes out (`Material` → `Report` → files).

`compiler.compile_report` decides what is printed, `render.render_all` writes it as Markdown, HTML and JSON, `json_form`
reads it back. Nothing here searches, judges or stores anything.
"""
