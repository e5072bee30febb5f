"""Every rule is found in one step: its number and its text belong together, and code carries its id or its constant."""

import io
import re
import tokenize
from importlib import import_module
from pathlib import Path

import pytest

from kvartal.engine.game import Game
from kvartal.games import games

GAMES = [game for game in games() if (game.folder / "rules" / "ids.py").is_file()]
TEXTS = ("text", "drawing")  # rooms' folders that only speak of rules, or show them


def constants(game: Game) -> dict[str, int]:
    """The names of rules/ids with their numbers, in its room."""
    found = vars(import_module(type(game).__module__.rpartition(".")[0] + ".rules.ids"))
    return {name: number for name, number in found.items() if name.isupper() and isinstance(number, int)}


def anchors(path: Path) -> set[str]:
    """Names, strings and words of comments in a module, its import statements aside."""
    found: set[str] = set()
    importing = False
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if (
            token.type == tokenize.NAME
            and token.string in ("import", "from")
            and not token.line[: token.start[1]].strip()
        ):
            importing = True
        if token.type == tokenize.NEWLINE:
            importing = False
        elif not importing and token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
            found.update(re.findall(r"[\w.]*\w", token.string))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_number_and_its_text_cannot_drift_apart(game: Game) -> None:
    """The constant is the id of the rule without its game: `ids.BUY_PRICE` is `flip.buy.price`."""
    numbers = constants(game)
    assert sorted(numbers.values()) == list(range(len(numbers)))
    assert [name for name, number in numbers.items() if constant(game.rules[number].id) != name] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_has_an_anchor_in_the_code(game: Game) -> None:
    """Where it is enforced, scored or set up; where code cannot carry it, in a comment that stands there."""
    found: set[str] = set()
    for path in game.folder.rglob("*.py"):
        where = path.relative_to(game.folder)
        if where.parts[0] not in TEXTS and where != Path("rules/ids.py"):
            found |= anchors(path)
    numbers = constants(game)
    named = found & set(numbers)
    assert [rule.id for rule in game.rules if rule.id not in found and constant(rule.id) not in named] == []


def constant(rule: str) -> str:
    return rule.partition(".")[2].replace(".", "_").upper()
