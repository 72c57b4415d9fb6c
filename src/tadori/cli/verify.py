"""`verify`: the whole chain from a report's sentences to archived bytes, from the file alone."""

import json
from pathlib import Path

import click


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(path: Path, as_json: bool) -> int:
    """Check PATH (an evidence.wacz, or a report's folder). Exit 0 only if every sentence holds."""
    from tadori import app

    facts = app.verify_report(path)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        for problem in facts["problems"]:
            click.echo(f"BROKEN  {problem['place']}: {problem['what']}")
        verdict = "holds" if facts["ok"] else "DOES NOT HOLD"
        click.echo(f"{path}: {verdict}; {facts['sentences_checked']} sentences checked")
        click.echo(f"root hash {facts['root_hash']}")
    return 0 if facts["ok"] else 1
