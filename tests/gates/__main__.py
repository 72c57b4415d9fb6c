"""`./run gates [--quick] [NAME…]`: run the quality floors, print every figure, exit 1 when one is below its floor."""

import argparse
import importlib
import json
import sys
import time
import traceback
from pathlib import Path

from tests.gates.figures import Figure, data_folder

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run gates")
    parser.add_argument("names", nargs="*", help="gates to run (default: all)")
    parser.add_argument("--quick", action="store_true", help="a pinned sample of each gate")
    parser.add_argument("--json", type=Path, help="also write the figures there")
    args = parser.parse_args()
    known = sorted(path.stem.removeprefix("gate_") for path in HERE.glob("gate_*.py"))
    unknown = set(args.names) - set(known)
    if unknown:
        parser.error(f"no gate named {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    ran: list[Figure] = []
    skipped: list[str] = []
    broken: list[str] = []
    for name in args.names or known:
        module = importlib.import_module(f"tests.gates.gate_{name}")
        absent = [need for need in module.NEEDS if not (data_folder() / need).exists()]
        if absent:
            print(f"SKIPPED  {name}: {data_folder()} has no {', '.join(absent)}", flush=True)
            skipped.append(name)
            continue
        started = time.monotonic()
        try:
            for figure in module.run(args.quick):
                ran.append(figure)
                print(line(figure), flush=True)
        except Exception:  # noqa: BLE001 - the other gates are worth knowing; this one is named as failed
            traceback.print_exc()
            broken.append(name)
        print(f"         {name}: {time.monotonic() - started:.0f} s", flush=True)
    if args.json:
        rows = [{"name": f.name, "value": f.value, "floor": f.floor, "aim": f.aim, "n": f.n} for f in ran]
        args.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    failed = [figure for figure in ran if not figure.passes]
    print(f"gates{' (quick)' if args.quick else ''}: skipped gates: {', '.join(skipped) or 'none'}")
    if broken:
        print(f"gates that broke off: {', '.join(broken)}")
    print(f"{len(ran) - len(failed)} passed, {len(failed) + len(broken)} failed")
    return 1 if failed or broken else 0


def line(figure: Figure) -> str:
    sign = "≥" if figure.at_least else "≤"
    aim = "" if figure.aim is None else f"  aim {sign} {figure.aim:g}"
    mark = "ok      " if figure.passes else "BELOW   "
    return f"{mark} {figure.name}: {figure.value:.4f}  floor {sign} {figure.floor:g}{aim}  (n={figure.n})"


if __name__ == "__main__":
    sys.exit(main())
