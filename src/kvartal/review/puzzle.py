"""Puzzles: one turn from what a seat knows, where one way of playing it is better than every other.

A puzzle holds a View and never the table behind it, so whoever solves it, takes it apart or reads the file learns
nothing that the seat could not know. A set of them is the file `puzzles.toml` in a game's room (docs/puzzles.md).
"""

import base64
import binascii
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kvartal.bots.think import thinker
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import checked_names
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.review.decisions import Difference

FILE = "puzzles.toml"  # in a room
LARGEST = 2_000_000  # bytes of a set
LONGEST = 64  # moves of a turn
LEVELS = range(1, 6)

Turn = tuple[int, ...]


class BadPuzzle(BadSetup):
    """A puzzle, or a set of them, that cannot be used; the sentence says which and why."""


# A turn -----------------------------------------------------------------------------------------------------------


class Walk:
    """A turn being made, move by move, in one world that fits the view. What the seat sees on the way is the same in
    all of them, because chance ends the turn."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = seat_of(view)
        self.state = view.imagine(0)
        self.number = view.setup.game.turn_number(self.state)
        self.codes: Turn = ()

    @property
    def over(self) -> bool:
        """Chance speaks, nothing more is owed, or the next turn has begun."""
        if not self.codes:
            return False
        return ended(self.view.setup, self.state, self.seat, self.number)

    def move(self, code: int) -> None:
        """One move, which has to be legal here."""
        if self.over:
            raise BadPuzzle("the turn is over")
        refusal = self.now().refusal(code)
        if refusal is not None:
            raise RefusedMove(refusal.rule, refusal.text, refusal.instead)
        self.state.play(self.seat, code)
        self.codes += (code,)

    def now(self) -> View:
        """What the seat sees after the moves so far."""
        return View.of(self.view.setup, self.state, self.seat, self.view.names) if self.codes else self.view

    def finish(self) -> Turn:
        """The rest as the policy would play it."""
        if not self.over:
            mind = thinker(self.view.setup)
            for code in mind.policy_turn(self.state.copy(), self.seat):
                if self.over:
                    break
                self.state.play(self.seat, code)
                self.codes += (code,)
        return self.codes

    def where(self) -> int:
        """Where it has led, as a number: the same for moves in another order."""
        return int(self.state.known(self.seat).hash64())


def settled(view: View) -> View:
    """The same knowledge as in any world that is imagined from it: who has confirmed a hidden turn is not kept, nor
    what people are called."""
    setup, seat = view.setup, seat_of(view)
    return View(setup, seat, view.imagine(0).known(seat), checked_names(setup, None))


def seat_of(view: View) -> int:
    if view.seat is None or view.seat not in view.waiting:
        raise BadPuzzle("the seat of a puzzle owes a move")
    return view.seat


def ended(setup: Setup, state: State, seat: int, number: int) -> bool:
    return state.turn() < 0 or not state.owes(seat) or setup.game.turn_number(state) != number


def walked(view: View, codes: Sequence[int]) -> Walk:
    """A turn made from its beginning; a move that is not legal there is refused, with the rule."""
    if len(codes) > LONGEST:
        raise BadPuzzle(f"a turn has at most {LONGEST} moves, not {len(codes)}")
    walk = Walk(view)
    for code in codes:
        walk.move(code)
    return walk


def whole_turns(view: View, most: int) -> dict[int, Turn] | None:
    """Every place that a whole turn can lead to, with one way there; None: there are more than so many."""
    setup, seat, start = view.setup, seat_of(view), Walk(view)
    found: dict[int, Turn] = {}
    seen: set[int] = set()
    ways: list[tuple[State, Turn]] = [(start.state, ())]
    while ways:
        state, codes = ways.pop()
        if codes and ended(setup, state, seat, start.number):
            found.setdefault(int(state.known(seat).hash64()), codes)
        elif (place := int(state.hash64())) not in seen and len(codes) < LONGEST:
            seen.add(place)
            for code in reversed(state.moves(seat, len(setup.notation))):
                after = state.copy()
                after.play(seat, code)
                ways.append((after, (*codes, code)))
        if len(found) > most or len(seen) > 4 * most:
            return None
    return found


# A puzzle ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Puzzle:
    view: View
    answer: Turn
    second: Turn  # the best of the others
    margin: Difference  # by which the answer beats it: of a win, or points
    by_points: bool
    turns: int  # that lead to different places
    worlds: int  # in which the two were compared
    missed: tuple[int, ...]  # levels that do not find it

    @property
    def setup(self) -> Setup:
        return self.view.setup

    @property
    def grade(self) -> int:
        """1, easy, to 5: how many levels miss it."""
        return max(1, len(self.missed))


# As text ----------------------------------------------------------------------------------------------------------


def written(view: View) -> dict[str, Any]:
    """A view as plain values: the set-up, the seat, and what it knows."""
    setup = view.setup
    usual = {option.name: option.default for option in setup.game.options}
    return {
        "rules": setup.version,
        "players": setup.players,
        "options": {
            option.name: option.write(setup.options[option.name])
            for option in setup.game.options
            if setup.options[option.name] != usual[option.name]
        },
        "tables": setup.digest[:16],
        "seat": view.seat,
        "view": base64.b64encode(view.encode()).decode(),
    }


def read(game: Game, given: Mapping[str, Any]) -> View:
    """The view that was written so; what is wrong with it is said."""
    try:
        options, version, players, seat = given["options"], given["rules"], given["players"], given["seat"]
        setup = game.set_up(players, options, version=version, stored=True)
        if setup.digest[:16] != given["tables"]:
            raise BadPuzzle(f"a puzzle of {game.key} was made with other rules or numbers")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < setup.players:
            raise BadPuzzle(f"a puzzle of {game.key} names no seat")
        known = setup.restore(base64.b64decode(given["view"], validate=True))
        view = View(setup, seat, known, checked_names(setup, None))
        seat_of(view)
        return view
    except KeyError as missing:
        raise BadPuzzle(f"a puzzle of {game.key} says nothing about {missing.args[0]!r}") from None
    except BadPuzzle:
        raise
    except (BadSetup, ValueError, TypeError, AttributeError, binascii.Error) as error:
        raise BadPuzzle(f"a puzzle of {game.key} cannot be used: {error}") from None


def as_dict(puzzle: Puzzle) -> dict[str, Any]:
    notation = puzzle.setup.notation
    return {
        **written(puzzle.view),
        "answer": [notation[code] for code in puzzle.answer],
        "second": [notation[code] for code in puzzle.second],
        "by": "points" if puzzle.by_points else "share",
        "margin": round(puzzle.margin.mean, 4),
        "error": round(puzzle.margin.error, 4),
        "worlds": puzzle.worlds,
        "turns": puzzle.turns,
        "missed": list(puzzle.missed),
    }


def from_dict(game: Game, given: Mapping[str, Any]) -> Puzzle:
    view = read(game, given)
    try:
        answer, second = (turn_of(view, given[name]) for name in ("answer", "second"))
        puzzle = Puzzle(
            view, answer, second, Difference(float(given["margin"]), float(given["error"])), given["by"] == "points",
            int(given["turns"]), int(given["worlds"]), tuple(int(level) for level in given["missed"]),
        )  # fmt: skip
    except KeyError as missing:
        raise BadPuzzle(f"a puzzle of {game.key} says nothing about {missing.args[0]!r}") from None
    except (ValueError, TypeError) as error:
        raise BadPuzzle(f"a puzzle of {game.key} cannot be used: {error}") from None
    if not set(puzzle.missed) <= set(LEVELS):
        raise BadPuzzle(f"a puzzle of {game.key}: levels are 1 to 5")
    return puzzle


def turn_of(view: View, moves: Sequence[str]) -> Turn:
    """A whole turn in notation; one that is not legal, or not whole, is refused."""
    try:
        walk = walked(view, [view.setup.code(move) for move in moves])
    except RefusedMove as refused:
        raise BadPuzzle(f"{refused.message} ({refused.rule.id})") from None
    if not walk.over:
        raise BadPuzzle(f"{', '.join(moves)}: this is not a whole turn")
    return walk.codes


# Sets -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mined:
    """A bot game that has been looked through: with what it was set up, and its seed."""

    players: int
    options: str  # as JSON
    seed: int

    @classmethod
    def of(cls, setup: Setup, seed: int) -> "Mined":
        options = {option.name: option.write(setup.options[option.name]) for option in setup.game.options}
        return cls(setup.players, json.dumps(options, sort_keys=True), seed)


HEAD = """# Puzzles of {key}: kvartal puzzles {key} has found them, docs/puzzles.md says how and what the lines mean.

game = "{key}"
"""


def set_text(game: Game, puzzles: Sequence[Puzzle], mined: Sequence[Mined] = ()) -> str:
    """A set as TOML. JSON writes its strings, numbers and lists the same way."""
    parts = [HEAD.format(key=game.key)]
    for puzzle in puzzles:
        given = as_dict(puzzle)
        options = ", ".join(f"{name} = {json.dumps(value)}" for name, value in given.pop("options").items())
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in given.items()]
        lines.insert(2, f"options = {{ {options} }}" if options else "options = {}")
        parts.append("\n".join(["[[puzzle]]", *lines, ""]))
    for each in mined:
        lines = [f"players = {each.players}", f"options = {json.dumps(each.options)}", f"seed = {each.seed}"]
        parts.append("\n".join(["[[mined]]", *lines, ""]))
    return "\n".join(parts)


def read_set(game: Game, text: str) -> tuple[list[Puzzle], list[Mined]]:
    if len(text) > LARGEST:
        raise BadPuzzle(f"a set of puzzles has at most {LARGEST:,} letters")
    try:
        given = tomllib.loads(text)
        if given.get("game") != game.key:
            raise BadPuzzle(f"these are puzzles of {given.get('game')!r}, not of {game.key}")
        mined = [Mined(each["players"], each["options"], each["seed"]) for each in given.get("mined", [])]
        return [from_dict(game, each) for each in given.get("puzzle", [])], mined
    except BadPuzzle:
        raise
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BadPuzzle(f"this is not a set of puzzles: {error}") from None


@lru_cache(64)
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Those that come with a game; () where it has none."""
    file = Path(game.folder) / FILE
    return tuple(read_set(game, file.read_text("utf-8"))[0]) if file.is_file() else ()
