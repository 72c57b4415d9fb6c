"""`./run docs`: writes docs/requirements.md from the marks on tests, docs/cli.md from the commands' own help, and
docs/mcp-reference.md from the published schemas. Fails for a mission row whose tests reach only code that no command,
tool or exported name reaches (`docs/reachability.py`).

`tests/test_docs.py` and `tests/mcp/test_reference.py` fail when a file is not what this writes.
"""

import io
from contextlib import redirect_stdout
from pathlib import Path

from docs.mcp_reference import reference
from docs.reachability import Project

ROOT = Path(__file__).resolve().parents[1]

# Mission row → (what must work, in few words; what shows it to a user).
ROWS: dict[str, tuple[str, str]] = {
    "X1": (
        "every sentence is compiled from claims and printed only when archived words bear it out",
        "tadori research",
    ),
    "X2": ("a bare machine without model or network answers from a folder of documents", "tadori research"),
    "X3": ("a report is one file anyone can check; one changed byte is found and named", "tadori verify"),
    "X4": ("kill −9 at any moment loses nothing and repeats nothing", "tadori resume"),
    "X7": ("Japanese and English are equals, and find each other", "tadori research, tadori library search"),
    "X9": (
        "extraction, retrieval, stance, calibration, duplicates, conflicts, answers, support: figures on public data",
        "tadori evaluate",
    ),
    "X10": (
        "open questions on a bare machine: parts, facets, both sides, order of time; what is missing is said",
        "tadori research, tadori research --length",
    ),
    "X11": (
        "every printed sentence has a grade: quoted, derived by steps that are printed and run again, or judged",
        "tadori check",
    ),
    "X12": (
        "a follow-up question is answered from the evidence of a task first, searching only for what is missing",
        "tadori ask TASK QUESTION",
    ),
    "F1": ("a plan of sections with purpose and focus; initial queries per section", "tadori research --json"),
    "F2": ("results accumulate per section without duplicate addresses, by relevance", "tadori status TASK"),
    "F3": ("gaps: coverage per focus as a number, missing information, sufficient or not", "tadori research --json"),
    "F4": ("follow-up queries from the missing information", "tadori status TASK"),
    "F5": ("go on or stop with the reason in words, at most three rounds", "tadori status TASK"),
    "F6": ("the rounds as they go: what is covered, what is missing, whether another follows", "tadori status TASK"),
    "D1": (
        "a model chooses each step: search, visit, reflect, answer or coding, within flags that code computes",
        "tadori research --model NAME",
    ),
    "D2": (
        "queries over five layers of intent, unlike earlier ones, with time and place",
        "tadori research --model NAME",
    ),
    "D4": (
        "an answer is tested by what its question needs, by rules first; a failed one sends the search on",
        "tadori status TASK",
    ),
    "D5": ("a diary of every step, and an analysis of each failed answer", "tadori status TASK"),
    "D8": ("near the end of the budget the best answer of what is there", "tadori research --model NAME"),
    "D3": (
        "knowledge of a task: what the user knows (--notes) and what was learned, never evidence",
        "tadori research --notes FILE, tadori status TASK",
    ),
    "D11": (
        "DeepResearchAgent: research, follow-up, deeper look, diary, from Python",
        "from tadori import DeepResearchAgent",
    ),
    "D7": (
        "tokens by job, reserved before a call and settled after; 15 % kept for the answer; warnings",
        "tadori status TASK",
    ),
    "D9": ("search engines and interfaces behind one door, keys and addresses in settings", "tadori engines"),
    "D10": (
        "code that a model writes calculates over quoted numbers in a sandbox: no file, no network, no endless loop, "
        "memory bounded; its result is run again",
        "tadori check",
    ),
    "M2": (
        "an answer without the asked form is asked for again with what was wrong, up to a limit, then "
        "CONSENSUS_SCHEMA_RETRY_EXCEEDED",
        "tadori models test, retries in [llm]",
    ),
    "M4": (
        "prompt templates in files: staged, swapped at once, rolled back with a reason; sessions keep theirs",
        "tadori templates",
    ),
    "M6": (
        "words of a model as they come: a sign of life within a second, five new connections, one end",
        "from tadori.minds.llm.client import ModelClient",
    ),
    "M7": (
        "text from outside is fenced as data; forbidden patterns are named, with rule and place in the audit log; "
        "plugins are signed",
        "tadori guard",
    ),
    "L1": ("expansion by rules alone, so that a client can do the thinking", "tadori research, tadori mcp"),
    "L2": ("budget spent, every engine blocked, client silent for 300 s: stops safely and says so", "tadori mcp"),
    "L3": (
        "phrases, site:, dates and other operators in each engine's own words; ja and en mirror queries",
        "tadori search",
    ),
    "L4": ("engines weighted by what their hits were worth; places where such things are published", "tadori search"),
    "L5": ("engines that refuse are left alone and come back when stable; told when all are blocked", "tadori engines"),
    "L6": (
        "hits are weighed before they are fetched, branches that bring nothing new grow no further; skips are told",
        "tadori research",
    ),
    "L7": ("robots.txt and sitemaps; walks within a site, two links deep at most", "tadori fetch --depth 2"),
    "L9": ("the last copies of the Wayback Machine, and what changed between them", "tadori fetch --history"),
    "L8": ("the search of a site itself, learned, with site: behind it", "tadori research"),
    "L10": (
        "official interfaces: papers, laws, statistics, minutes, filings, patents",
        "tadori search --provider openalex",
    ),
    "L11": ("entities, pivots and the way back to the primary source", "tadori research"),
    "L12": ("the eleven MCP tools with their schemas and error codes, over stdio and HTTP", "tadori mcp"),
    "L13": ("satisfaction, novelty, harvest; states of searches and tasks", "tadori status TASK"),
    "L14": ("refutations are searched for every important claim; none found lowers confidence", "tadori research"),
    "L15": (
        "slots: gpu 1, headful browser 1 and never with gpu, network 4, one request a domain, processor = cores; "
        "priorities; pause, resume; timeouts",
        "tadori pause",
    ),
    "L16": (
        "HTTP, Tor, headless, headful, Wayback: each once, each with its ground; what a browser established is "
        "carried to HTTP within its domain; 304 on return",
        "tadori fetch",
    ),
    "L17": (
        "challenges, walls, refusals and empty shells are told apart, by their first bytes where that is enough",
        "tadori blocks",
    ),
    "L18": (
        "one request a domain at a time, slow and jittered, cooling when refused; new Tor circuits",
        "tadori fetch",
    ),
    "L19": (
        "a real Chrome with a profile of its own, started if absent, moved, typed and scrolled as by hand",
        "tadori chrome diagnose",
    ),
    "L20": ("pages that need a person wait in an inbox; one solved domain releases them all", "tadori auth list"),
    "L21": ("notifications on the desktop, and waiting for a person's answer", "tadori mcp answer"),
    "L22": (
        "every page in a WARC with request and response, browser pages with picture and resource list, revisits; "
        "the run as a WACZ",
        "tadori fetch, tadori research --out",
    ),
    "L23": ("HTML and PDF become fragments with heading path, index, type and exact spans", "tadori extract"),
    "L24": ("ranking in stages, cached; Japanese tokenised", "tadori rank, tadori library search"),
    "L25": ("copies, edited copies and retellings across sites count once", "tadori research"),
    "L26": (
        "the question becomes claims to which evidence is matched; pages become atomic claims",
        "tadori status TASK",
    ),
    "L27": ("supports, refutes or neutral, with grounds", "tadori judge"),
    "L28": ("confidence from tier, agreement, freshness and consistency, with its grounds", "tadori research"),
    "L29": ("trust levels that evidence promotes and demotes, each with its ground", "tadori trust"),
    "L30": ("pages that carry no claim: signs, grades, a seat for a model", "tadori research"),
    "L31": ("pages that cite each other in a circle are one voice", "tadori research"),
    "L32": ("timelines: stated, updated, corrected, withdrawn", "tadori research"),
    "L33": ("the evidence graph; every printed claim has an edge", "tadori research --out"),
    "L34": (
        "scores learn from outcomes: Platt, temperature, Brier, ECE, versions, degradation, rollback, diagrams",
        "tadori calibrate",
    ),
    "L35": (
        "fetched text is data: orders to a reader are flagged and never obeyed; private addresses are refused, hostile "
        "servers bounded",
        "tadori research, tadori fetch, tadori guard",
    ),
    "L37": ("the causal log of every query, choice and ground", "tadori status TASK, log.jsonl in evidence.wacz"),
    "L38": (
        "caches: result pages and robots.txt for a day, pages by ETag, embeddings and orders by what they stand on",
        "tadori search, tadori fetch",
    ),
    "L39": (
        "models of your own: language models by name, in process or served; ONNX folders or servers, CUDA with "
        "fall-back to CPU",
        "tadori models, tadori doctor, [llm], [models]",
    ),
}


def main() -> None:
    (ROOT / "docs/requirements.md").write_text(requirements(), encoding="utf-8")
    (ROOT / "docs/cli.md").write_text(command_line(), encoding="utf-8")
    (ROOT / "docs/mcp-reference.md").write_text(reference(), encoding="utf-8")


def requirements(root: Path = ROOT) -> str:
    """Rows that have tests, with the tests and what shows them to a user."""
    project = Project(root)
    tests = project.rows
    unknown = sorted(set(tests) - set(ROWS))
    if unknown:
        raise SystemExit(f"tests are marked with rows that docs/generate.py does not know: {', '.join(unknown)}")
    if unshown := project.unshown_rows():
        raise SystemExit("\n".join(str(row) for row in unshown))
    lines = [
        "# Requirements and the tests that show them",
        "",
        "Generated by `./run docs` from `@pytest.mark.req(…)`; a row without a test is not done and not listed.",
        "",
    ]
    for row, (text, shown) in ROWS.items():
        if row in tests:
            lines += [f"## {row}: {text}", "", f"Shown by: `{shown}`", ""]
            lines += [f"- `{name}`" for name in sorted(tests[row])]
            lines.append("")
    return "\n".join(lines)


def command_line() -> str:
    """The help of every command, as the program prints it."""
    import click

    from tadori.cli.root import COMMANDS, tadori

    lines = ["# Commands", "", "Generated by `./run docs` from the program's own help.", ""]
    parent = click.Context(tadori, info_name="tadori", **tadori.context_settings)
    for name in COMMANDS:
        command = tadori.get_command(parent, name)
        assert command is not None
        lines += _help(command, name, parent)
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name, parent=parent)
            for child_name, child in command.commands.items():
                lines += _help(child, child_name, context)
    return "\n".join(lines)


def _help(command: object, name: str, parent: object) -> list[str]:
    import click

    assert isinstance(command, click.Command)
    assert isinstance(parent, click.Context)
    context = click.Context(command, info_name=name, parent=parent, max_content_width=100, terminal_width=100)
    out = io.StringIO()
    with redirect_stdout(out):
        text = command.get_help(context)
    return [f"## {context.command_path}", "", "```text", *text.splitlines(), "```", ""]


if __name__ == "__main__":
    main()
