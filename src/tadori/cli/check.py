"""`tadori check`, a filter: sentences with their quotations in; the grade of each, and what led to it, out."""

import click

from tadori.cli.json_lines import run_line_filter
from tadori.service.sentence_filter import check_filter


@click.command()
def check() -> int:
    """Grade sentences by the words they quote: quoted, derived, judged or not checked. Rules alone; no model is asked.

    In, a line: {"sentence": "…", "quotations": [{"text": "…"}]}. A quotation may have before and after (the source's
    text around it), heading, source and date (YYYY, YYYY-MM or YYYY-MM-DD); the line may have votes of models
    ([{"model": "…", "entailed": true, "score": 0.9}]), and the code of a calculated sentence, which is run again.

    Out, a line: {"grade", "grounds": [{"rule", "detail"}], "lost": [{"kind", "text"}], "added": [{"kind", "text"}],
    "steps": [{"rule", "detail", "quotations"}]}. lost: limits of the quotations that the sentence leaves out; added:
    what no quotation says; steps: how a derived sentence was made, with the quotations used, counted from 0.

    \b
    Example:
      echo '{"sentence": "It is 40 m high.", "quotations": [{"text": "It is 40 m high."}]}' | tadori check

    A grade is a result, not a failure: the exit code is 1 only when a line could not be used.
    """
    return run_line_filter(check_filter())
