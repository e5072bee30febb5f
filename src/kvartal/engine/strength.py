"""What is measured of a game's bots, and what they are to reach. Read from `bot/strength.toml` in the room.

    [[setting]]
    name = "two players"
    players = 2
    options = { recycle = "flip" }          # or: preset = "…"
    steps = true                            # each level against the one below it (the usual)
    goal.wins = 0.75                        # of level 5 against greedy: its share of the wins; alone: games won
    goal.points = 114                       # its mean points
    goal.reached = { complete = 0.98 }      # how often it has reached what `Game.reached` names
    goal.endings = { "my.end.early" = 0.5 } # at most so many of the games end by this rule

None of it decides how a bot plays.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kvartal.engine.option import BadSetup, listing, nearest, shown


@dataclass(frozen=True)
class Goal:
    """What level 5 is to reach against greedy; None or nothing: no goal was set."""

    wins: float | None = None
    points: float | None = None
    reached: Mapping[str, float] = field(default_factory=dict)
    endings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Setting:
    """A set-up at which bots are compared."""

    name: str
    players: int
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    steps: bool = True  # is every level compared with the one below it, or level 5 with greedy alone?
    goal: Goal = Goal()

    @property
    def slug(self) -> str:
        """Its name as that of a folder."""
        return slug(self.name)


def slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def load_settings(file: Path) -> tuple[Setting, ...]:
    """Read and check a strength.toml. One that is not there declares nothing."""
    if not file.is_file():
        return ()
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetup(f"{file.name} is not TOML: {error}") from None
    tables = read.get("setting", [])
    if set(read) - {"setting"} or not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise BadSetup(f"{file.name}: expected tables [[setting]] and nothing else, not {listing(read)}")
    wrong = [f"setting {number}: {each}" for number, told in enumerate(tables, 1) for each in _problems(told)]
    names = [slug(str(told.get("name"))) for told in tables]
    wrong += [f"two settings are called {shown(name)}" for name in names if names.count(name) > 1][:1]
    if wrong:
        raise BadSetup("; ".join(f"{file.name}: {each}" for each in wrong))
    return tuple(Setting(**{**told, "goal": Goal(**told.get("goal", {}))}) for told in tables)


def _problems(told: Mapping[str, Any]) -> list[str]:
    """Everything wrong with one setting; whether the game can be set up so is seen when it is."""
    known = [each.name for each in fields(Setting)]
    wrong = [
        f"{name}: unknown{nearest(name, known)}; there are: {listing(known)}" for name in told if name not in known
    ]
    name, players = told.get("name"), told.get("players")
    if not isinstance(name, str) or not slug(name):
        wrong.append(f"name: expected a text, not {shown(name)}")
    if not isinstance(players, int) or isinstance(players, bool):
        wrong.append(f"players: expected a whole number, not {shown(players)}")
    if not isinstance(told.get("preset", ""), str):
        wrong.append(f"preset: expected a text, not {shown(told['preset'])}")
    if not isinstance(told.get("steps", True), bool):
        wrong.append(f"steps: expected true or false, not {shown(told['steps'])}")
    wrong += [
        f"{part}: expected a table, not {shown(told[part])}"
        for part in ("options", "goal")
        if not isinstance(told.get(part, {}), dict)
    ]
    goal = told.get("goal", {})
    return wrong + (_wrong_goals(goal) if isinstance(goal, dict) else [])


def _wrong_goals(goal: Mapping[str, Any]) -> list[str]:
    wrong = []
    known = [each.name for each in fields(Goal)]
    for name, value in goal.items():
        if name not in known:
            wrong.append(f"goal.{name}: unknown{nearest(name, known)}; there are: {listing(known)}")
        elif name == "points":
            if not _number(value):
                wrong.append(f"goal.points: expected a number, not {shown(value)}")
        elif name == "wins":
            if not _share(value):
                wrong.append(f"goal.wins: expected a share between 0 and 1, not {shown(value)}")
        elif not isinstance(value, dict) or not all(map(_share, value.values())):
            wrong.append(f"goal.{name}: expected names with shares between 0 and 1, not {shown(value)}")
    return wrong


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _share(value: Any) -> bool:
    return _number(value) and 0 <= value <= 1
