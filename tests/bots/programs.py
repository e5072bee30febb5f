"""Programs that are bots, for tests: the examples of the docs, and small ones that do something wrong."""

import re
import shlex
import shutil
import sys
from pathlib import Path

from cli.commands import ROOT

PAGE = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
QUICK = shlex.join([sys.executable, "-I", "-S"])  # starts in a few milliseconds
# Kind of block in the page → file name there, how it is started. Node is used where it is: nothing else here needs it.
LANGUAGES = {
    "python": ("dice.py", f"{QUICK} dice.py"),
    "shell": ("first.sh", "sh first.sh"),
    **({"js": ("look.js", "node look.js")} if shutil.which("node") else {}),
}


def example(kind: str) -> str:
    """The program of this language in the page."""
    (code,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


def write_examples(folder: Path) -> None:
    for kind, name in (("python", "dice.py"), ("shell", "first.sh"), ("js", "look.js")):
        (folder / name).write_text(example(kind), encoding="utf-8")


def written(
    path: Path, hello: str = 'say("ready")', think: str = 'say("play " + moves[0])', leave: str = "break"
) -> str:
    """The command line of a program that does this at its hello, at a question and at its end."""
    path.write_text(
        f"""
import os, sys, time
def say(line):
    sys.stdout.write(line + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "kvartal":
        {hello}
    elif word == "set":
        name, value = rest.split()
    elif word == "moves":
        moves = rest.split("; ")
    elif word == "think":
        {think}
    elif word == "quit":
        {leave}
""",
        encoding="utf-8",
    )
    return f"{QUICK} {shlex.quote(str(path))}"
