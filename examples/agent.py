"""A researcher from Python: ask, follow up, look at one claim again. Runs in the checkout: `python examples/agent.py`.

Without arguments it reads the example library by rules alone; name a model to let one drive:
`python examples/agent.py ollama:qwen2.5:3b`.
"""

import json
import sys
from pathlib import Path

from tadori import DeepResearchAgent

LIBRARY = Path(__file__).parent / "library"


def main(model: str | None = None) -> None:
    agent = DeepResearchAgent(model=model, libraries=[LIBRARY])

    first = agent.research("When was the joint research agreement between Farholm and Nagiura signed?")
    print(first.files["report.md"].decode().splitlines()[2], f"{len(agent.rounds)} rounds of searching")

    # From the evidence of the first question; a search is made only for what is missing.
    second = agent.ask("Who signed it?")
    report = json.loads(second.files["report.json"])
    print(report["question"], "→", report["answer"][0]["text"])

    # Another look at one sentence: by its claim's id, or by its number in report.html.
    third = agent.deepen(report["answer"][0]["claim_ids"][0])
    print(json.loads(third.files["report.json"])["method"]["stop_words"])

    for entry in agent.diary:  # empty without a model
        print(entry.step, entry.action, entry.result, entry.details)
    print(f"files: {third.folder}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
