"""`./run bench [--quick] [NAME…]`: measure speed and memory as ratios against a baseline timed in the same run."""

import argparse
import importlib
import sys
from pathlib import Path

from tests.gates.__main__ import line
from tests.gates.figures import Figure

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run bench")
    known = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    parser.add_argument("names", nargs="*", help=f"benches to run (default: all of {', '.join(known)})")
    parser.add_argument("--quick", action="store_true", help="a smaller sample of each")
    args = parser.parse_args()
    unknown = set(args.names) - set(known)
    if unknown:
        parser.error(f"no bench named {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    figures: list[Figure] = []
    for name in args.names or known:
        for figure in importlib.import_module(f"bench.{name}").run(args.quick):
            figures.append(figure)
            print(line(figure), flush=True)
    failed = [figure for figure in figures if not figure.passes]
    print(f"{len(figures) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
