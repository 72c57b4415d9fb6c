"""The sample output in both READMEs: asked of the real program, shortened, and put between its two marks.

`python -m tests.examples.readme` writes it anew; `test_readme.py` fails while it differs from what the program prints.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.environment import program_environment

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.ja.md")
MARKS = ("<!-- sample: python -m tests.examples.readme -->\n", "<!-- end of sample -->")
CONTESTED = ("## Where sources disagree", "## 出典が食い違う点")
PROGRAM = "from tadori.cli import main; main()"


def question_of(readme: str) -> str:
    """The question of the first command that a README shows."""
    return str(re.findall(r'^\./run research "([^"]+)"', readme, re.MULTILINE)[0])


def sample_in(readme: str) -> str:
    return readme.partition(MARKS[0])[2].partition(MARKS[1])[0]


def with_sample(readme: str, sample: str) -> str:
    before, first, rest = readme.partition(MARKS[0])
    return before + first + sample + rest[rest.index(MARKS[1]) :]


def asked(question: str, home: Path) -> str:
    """The report that the program prints."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "research", question, "--library", "examples/library"],
        cwd=ROOT,
        env=program_environment(home),
        capture_output=True,
        check=True,
        timeout=300,
    )
    return done.stdout.decode()


def shortened(report: str) -> str:
    """Question, answer, the first contested point and the last line of a report; `…` where something was left out."""
    parts = re.split(r"^(?=## )", report, flags=re.MULTILINE)
    kept = [parts[0].strip(), parts[1].strip(), "…"]
    for part in (part for part in parts if part.startswith(CONTESTED)):
        kept += [_first_point(part), "…"]
    kept.append(report.splitlines()[-1])
    return "```markdown\n" + "\n\n".join(kept) + "\n```\n"


def _first_point(section: str) -> str:
    """The heading of the section and its first point, both sides without the row of their sources."""
    head, first, *_ = re.split(r"^(?=### )", section, flags=re.MULTILINE)
    lines = first.strip().splitlines()
    rule = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    return head + "\n".join(lines[: rule + 2])


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        for name in READMES:
            path = ROOT / name
            readme = path.read_text(encoding="utf-8")
            sample = shortened(asked(question_of(readme), Path(home)))
            path.write_text(with_sample(readme, sample), encoding="utf-8")


if __name__ == "__main__":
    main()
