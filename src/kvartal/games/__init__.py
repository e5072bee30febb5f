"""The shelf: every game there is. Rooms of this package are found by themselves, others by entry point."""

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from kvartal.engine import reading, record, replay
from kvartal.engine.data import BadData, load_corrections
from kvartal.engine.deal import Deal, FairDeal, SeededDeal, ToldDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match, checked_names
from kvartal.engine.option import BadSetup, listing, nearest, shown
from kvartal.engine.position import BadPosition, read_position
from kvartal.engine.record import BadRecord
from kvartal.engine.replay import Verdict

GROUP = "kvartal.games"
ROOMS = Path(__file__).resolve().parent  # of our own games


@lru_cache(1)
def shelf() -> dict[str, Game]:
    """Key → game, ours first. A broken game of another package is left out with a warning, not fatal."""
    found: dict[str, Game] = {}
    for room in pkgutil.iter_modules(__path__):
        game = importlib.import_module(f"{__name__}.{room.name}").GAME
        found[game.key] = game
    for point in entry_points(group=GROUP):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is not a Game")
        except Exception as error:  # whatever another package does wrong, our games stay on the shelf
            reason = f"{type(error).__name__}: {error}"
            warnings.warn(
                f"the game {point.name!r} ({point.value}) is left out: {reason}", RuntimeWarning, stacklevel=2
            )
            continue
        found.setdefault(game.key, game)
    return found


def games() -> list[Game]:
    """What is on the shelf."""
    return list(shelf().values())


def game(key: str) -> Game:
    if not isinstance(key, str) or key not in shelf():
        raise BadSetup(f"unknown game {shown(key)}{nearest(key, shelf())}; there are: {listing(shelf())}")
    return shelf()[key]


def new(
    key: str,
    players: int | None = None,
    seed: int | None = None,
    *,
    preset: str | None = None,
    data: str | Path | Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
    chance: str | Deal = "seed",
    **options: object,
) -> Match:
    """A new match. `chance` is "seed" (default), "fair" (committed and provable), "told", or a Deal of your own."""
    corrections = load_corrections(Path(data)) if isinstance(data, str | Path) else data
    setup = game(key).set_up(players, options, corrections, preset)
    return Match(setup, _deal(chance, seed), names)


def _deal(chance: str | Deal, seed: int | None) -> Deal | None:
    """Where chance comes from; None: a seed of the match's own."""
    if seed is not None and chance != "seed":
        raise BadSetup("a seed goes with chance='seed' only")
    if isinstance(chance, SeededDeal | FairDeal | ToldDeal):
        return chance
    if chance == "seed":
        return None if seed is None else SeededDeal(seed)
    if chance == "fair":
        return FairDeal.alone()
    if chance == "told":
        return ToldDeal()
    raise BadSetup(f"unknown chance {shown(chance)}; there are: seed, fair, told")


def parse(text: str) -> tuple[Game, record.Record]:
    """A record's text with the game it belongs to."""
    read = reading.parse(text)
    if read.game not in shelf():
        raise BadRecord(read.lines.get("game", 0), f"unknown game {shown(read.game)}; there are: {listing(shelf())}")
    return shelf()[read.game], read


def loads(text: str) -> Match:
    """A match from the text of a record."""
    if not isinstance(text, str):
        raise BadRecord(0, f"a record is a text, not {shown(text)}")
    return replay.replay(*parse(text))


def load(path: str | Path) -> Match:
    """A match from a record file; a broken one raises BadRecord with its line."""
    return loads(record.read_file(path))


def verify(path: str | Path) -> Verdict:
    """Is this record what was dealt and played? True in a condition if so; otherwise it names the first wrong line."""
    try:
        return replay.verify(*parse(record.read_file(path)))
    except BadRecord as bad:
        return Verdict(False, bad.line, bad.message)


def position(
    value: Mapping[str, Any] | str,
    seed: int | None = None,
    *,
    key: str | None = None,
    names: Sequence[str] | None = None,
    chance: str | Deal = "seed",
) -> Match:
    """A match that begins at a position typed in: `Match.to_json()` shows the form, docs/positions.md explains it.

    A text is a score sheet of the game `key` from which it can go on. `chance` as in `new`. What is wrong with the
    position is listed by a BadPosition, all at once.
    """
    if isinstance(value, str):
        value = _sheet(value, key)
    if not isinstance(value, Mapping):
        raise BadPosition([f"a position is an object, not {shown(value)}"])
    known = ("game", "rules", "players", "names", "options", "data", "table")
    problems = [f"{shown(name)}: unknown; there are: {listing(known)}" for name in value if name not in known]
    problems += [f"{name}: missing" for name in ("game", "players", "table") if name not in value]
    for name in ("options", "data"):
        if not isinstance(value.get(name, {}), Mapping):
            problems.append(f"{name}: expected an object")
    if key is not None and value.get("game", key) != key:
        problems.append(f"game: a position of {shown(value['game'])}, but {shown(key)} was asked for")
    if problems:
        raise BadPosition(problems)
    try:
        box = game(value["game"])
        rules = value.get("rules")
        setup = box.set_up(
            value["players"], value.get("options", {}), value.get("data", {}), version=rules, stored=True
        )
        called = checked_names(setup, value.get("names") if names is None else names)
    except (BadSetup, BadData) as error:
        raise BadPosition(error.problems if isinstance(error, BadData) else [str(error)]) from None
    return Match(setup, _deal(chance, seed), called, read_position(setup, value["table"]))


def _sheet(text: str, key: str | None) -> Mapping[str, Any]:
    """The position that a score sheet tells."""
    if key is None:
        raise BadPosition(["a position is an object; a sheet's text goes with the key of its game"])
    try:
        return game(key).sheet_position(text, game(key).words("en"))
    except (BadSetup, NotImplementedError) as error:
        raise BadPosition([str(error)]) from None


class _Shelf(ModuleType):
    """Lets `kvartal.games()` list the shelf although `kvartal.games` is also this package."""

    def __call__(self) -> list[Game]:
        return games()


sys.modules[__name__].__class__ = _Shelf
