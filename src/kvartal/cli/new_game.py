"""`kvartal new-game KEY`: lays out the room of a new game, a small one that plays at once."""

import json
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

import click

from kvartal.engine.option import BadSetup, shown
from kvartal.games import shelf

TEMPLATE = Path(__file__).resolve().parent / "template"  # a whole game, called so:
KEY, TITLE = "sunny", "Sunny Hill"
KINDS = (".py", ".toml", ".md", ".po")
KEYS = re.compile(r"[a-z][a-z0-9_]{0,29}")
LONGEST_TITLE = 60
# What Python reads of a package that is installed, for a folder that only lies on its path.
METADATA = f"Metadata-Version: 2.1\nName: kvartal-{KEY}\nVersion: 1.0\n"
ENTRY = f"[kvartal.games]\n{KEY} = kvartal_{KEY}:GAME\n"


def check_key(key: str) -> None:
    if not KEYS.fullmatch(key):
        raise BadSetup(
            f"{shown(key)} is no key of a game: up to 30 small letters a–z, digits and _, a letter first, e.g. harbour"
        )
    if key in shelf():
        raise BadSetup(f"the key {key} is taken by {shelf()[key].title}; choose another one")
    if find_spec(f"kvartal_{key}") is not None:
        raise BadSetup(f"there is a package kvartal_{key} already; choose another key than {key}")


def check_title(title: str) -> None:
    if not title.strip() or not title.isprintable() or len(title) > LONGEST_TITLE:
        raise BadSetup(f"a title is one line of 1 to {LONGEST_TITLE} characters, not {shown(title)}")


def check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadSetup(f"{folder} is a file; name a folder that is new or empty")
    if folder.is_dir() and any(folder.iterdir()):
        raise BadSetup(f"the folder {folder} is not empty; name one that is new or empty with --folder")
    if not folder.resolve().parent.is_dir():
        raise BadSetup(f"there is no folder {folder.parent} to make {folder.name} in")


def files(key: str, title: str) -> dict[str, str]:
    """Path → text of every file of the new game: the template by another name."""
    texts = {
        path.relative_to(TEMPLATE).as_posix(): path.read_text("utf-8")
        for path in sorted(TEMPLATE.rglob("*"))
        if path.suffix in KINDS
    }
    texts[f"kvartal_{KEY}-1.0.dist-info/METADATA"] = METADATA
    texts[f"kvartal_{KEY}-1.0.dist-info/entry_points.txt"] = ENTRY
    return {path.replace(KEY, key): renamed(text, path, key, title) for path, text in texts.items()}


def renamed(text: str, path: str, key: str, title: str) -> str:
    """A title goes between quotes everywhere but in a page; JSON's are Python's and TOML's as well."""
    quoted = title if path.endswith(".md") else json.dumps(title, ensure_ascii=False)[1:-1]
    parts = text.split(TITLE)  # a title may have the template's key in it
    return quoted.join(part.replace(KEY, key) for part in parts)


def lay_out(folder: Path, texts: dict[str, str]) -> None:
    """All of it or nothing: what cannot be finished is taken away again."""
    new = not folder.exists()
    try:
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except BaseException:
        if folder.is_dir():
            for each in folder.iterdir():  # the folder was empty: all of this is ours
                shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink()
            if new:
                folder.rmdir()
        raise


@click.command("new-game")
@click.argument("key")
@click.option("--title", metavar="TEXT", help="What it is called (default: made from KEY).")
@click.option("--folder", metavar="DIR", type=click.Path(path_type=Path), help="A new or empty folder (default: KEY).")
def command(key: str, title: str | None, folder: Path | None) -> None:
    """Lay out a new game: a package with rules, words in three languages, a board, a bot and a test, which plays at
    once. docs/add-a-game.md walks through it.

    \b
    Examples:
      kvartal new-game harbour
      kvartal new-game harbour --title "Old Harbour" --folder my-game
    """
    folder = Path(key) if folder is None else folder
    title = key.replace("_", " ").title() if title is None else title
    check_key(key)
    check_title(title)
    check_folder(folder)
    texts = files(key, title)
    lay_out(folder, texts)
    path, rules = f"PYTHONPATH={quote(str(folder))}", folder / f"kvartal_{key}" / "rules.py"
    click.echo(f"{title} is laid out in {folder}; its rules are in {rules}. Try it, and hold it against the laws:")
    for line in (f"kvartal play {key}", "kvartal", f"{quote(sys.executable)} -m pytest {quote(str(folder / 'tests'))}"):
        click.echo(f"  {path} {line}")
