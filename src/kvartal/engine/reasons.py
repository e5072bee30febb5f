"""Reasons: what a move, or a whole turn, is good for, in terms with figures. Made from what the seat knows alone.

A term is what the reason is about. The id of a rule of the score: the figure is the change of points. `over`: the
figure is the place in which the game ends. Any other is a word of the game, with a figure of its own: see
text/reasons.py in its room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kvartal.engine.score import Line, signed
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, OVER, State
from kvartal.engine.words import Words

if TYPE_CHECKING:
    from kvartal.engine.game import Setup
    from kvartal.engine.view import View

WORLDS = 6  # dealt from what the seat knows: what is not the same in all of them is no reason


@dataclass(frozen=True)
class Reason:
    """`ids`: the drawn things that it is about, as the board of the view names them."""

    term: str
    figure: int
    text: str
    ids: tuple[str, ...] = ()


def one_turn(view: "View", codes: Sequence[int]) -> list[int]:
    """The moves that belong to this turn, the first of them in any case: up to where chance speaks, nothing more is
    owed, or the next turn begins."""
    seat, game = view.seat or 0, view.setup.game
    (world,) = afterwards(view, (), 1)
    turn, made = game.turn_number(world), list[int]()
    for code in codes:
        if world.turn() < 0 or not world.owes(seat) or world.refusal(seat, code) != LEGAL:
            break
        if game.turn_number(world) != turn:
            break
        world.play(seat, code)
        made.append(code)
    return made


def afterwards(view: "View", codes: Sequence[int], worlds: int = WORLDS) -> list[State]:
    """The table after a turn, in some worlds that fit the view; until chance speaks or nothing more is owed.

    Nobody else has confirmed anything in them: what others reveal is no merit of the move."""
    seat, tables = view.seat or 0, view.setup.tables
    found = []
    for number in range(worlds):
        world = view.known.imagine(seat, Seeded(number, tables.streams, tables.widest))
        for code in codes:
            if world.turn() < 0 or not world.owes(seat) or world.refusal(seat, code) != LEGAL:
                break
            world.play(seat, code)
        found.append(world)
    return found


def seen_after(view: "View", codes: Sequence[int]) -> "View":
    """What the seat sees after its turn; for claims about what is open to it in any case, such as its own sheet."""
    (world,) = afterwards(view, codes, 1)
    return view.of(view.setup, world, view.seat, view.names)


def score_reasons(
    view: "View", after: Sequence[State], words: Words, ids: Mapping[str, Sequence[str]] | None = None
) -> list[Reason]:
    """The rules by which the seat's points change, each with the change, as far as it is the same in all worlds.

    `ids`: what is drawn for a rule."""
    setup, seat = view.setup, view.seat or 0
    before = by_rule(setup, view.known, seat, words)
    worlds = [by_rule(setup, state.known(seat), seat, words) for state in after]
    found = []
    for rule in dict.fromkeys([*before, *worlds[0]]):
        old = before.get(rule, [])
        changes = {_points(world.get(rule, [])) - _points(old) for world in worlds}
        if len(changes) == 1 and (change := changes.pop()):
            text = words("{what} ({points})", what=_told(old, worlds[0].get(rule, []), words), points=signed(change))
            found.append(Reason(rule, change, text, tuple((ids or {}).get(rule, ()))))
    return found


def ending_reasons(view: "View", after: Sequence[State], words: Words) -> list[Reason]:
    """How the turn ends the game, if it does so in all worlds."""
    game, seat = view.setup.game, view.seat or 0
    if any(state.turn() != OVER for state in after):
        return []
    endings = {(state.place(seat), game.rules[state.ending()].id) for state in after}
    place, rule = next(iter(endings))
    if len(endings) > 1 or rule in game.undecided:
        return []
    if place == 1:
        return [Reason("over", 1, words("wins the game"))]
    said = words("ends the game in place {n}", n=place) if place else words("loses the game")
    return [Reason("over", place, said)]


def told(reasons: Sequence[Reason]) -> str:
    """All of them in one line."""
    return "; ".join(reason.text for reason in reasons)


def by_rule(setup: "Setup", state: State, seat: int, words: Words) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for line in setup.game.score_lines(setup, state, seat, words):
        found.setdefault(line.rule.id, []).append(line)
    return found


def _points(lines: Sequence[Line]) -> int:
    return sum(line.points for line in lines)


def _told(old: Sequence[Line], new: Sequence[Line], words: Words) -> str:
    """The lines of a rule that are new or other than before; where none is, those that are gone."""
    fresh = [line.text for line in new if line not in old]
    if fresh:
        return ", ".join(fresh)
    return words("no longer: {what}", what=", ".join(line.text for line in old if line not in new))
