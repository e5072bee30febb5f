"""Plays the same random games in one piece, by rooms and pure, and compares everything that happened in them.

    .venv/bin/python scripts/compare_builds.py [GAME …]

Each way runs in a process of its own, compiled first if it is not: in one piece that takes a minute or three. The
full `./test` compares the first with the last, `./test PATH` the second with the last; here all three meet.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = {  # what each calls itself: how it is asked for
    "compiled": {},
    "compiled by rooms": {"KVARTAL_BY_ROOMS": "1"},
    "pure (KVARTAL_PURE is set)": {"KVARTAL_PURE": "1"},
}
TRACES = """
import json, sys
from kvartal import build
from kvartal.engine import conformance
from kvartal.games import shelf
games = [game for key, game in shelf().items() if not sys.argv[1:] or key in sys.argv[1:]]
traces = {str(case): conformance.trace(case) for game in games for case in conformance.cases(game)}
print(json.dumps([build.STATUS, traces]))
"""


def traced(way: str, games: list[str]) -> dict[str, str]:
    """The checksum of some random games for every set-up."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KVARTAL_")} | WAYS[way]
    compiling = [sys.executable, "src/kvartal/build.py", *(["--by-rooms"] if "KVARTAL_BY_ROOMS" in WAYS[way] else [])]
    subprocess.run(compiling, cwd=ROOT, env=environment, check=True)
    environment["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, "-c", TRACES, *games]
    status, traces = json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    if status != way:
        sys.exit(f"it runs {status}, not {way}: there is nothing to compare")
    return dict(traces)


def main() -> int:
    found = {way: traced(way, sys.argv[1:]) for way in WAYS}
    first, *others = WAYS
    if not found[first]:
        sys.exit(f"no such game: {' '.join(sys.argv[1:])}")
    wrong = 0
    for way in others:
        differ = [case for case in found[first] if found[first][case] != found[way].get(case)]
        print(f"{way}: {len(found[way])} set-ups, {len(differ)} differ", *differ, sep="\n  ")
        wrong += len(differ)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
