"""What Mr House says a move does to the house, the store, the purse and the towers, held against the JSON of the table
in re-dealt worlds, and against the plain second scorer."""

import random
from typing import Any

import pytest

from games.house.naive import House
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.games import game
from kvartal.games.house.rules import cells as at

HOUSE = game("house")
PHASE, MOVING, CHIPS, MOVES = at.PHASE, at.MOVING, at.TAKE, at.MOVES
SETUPS = [(2, "basic"), (4, "basic"), (2, "expert"), (3, "expert")]


def table(view: View, state: State) -> Any:
    return view.setup.layout.write(list(state.cells))


def checked(view: View, code: int, seed: int) -> set[str]:
    """Every claim about a move, in one world that fits the view; the kinds of claims that there were."""
    seat, kinds, world = view.seat or 0, set[str](), view.imagine(seed)
    was, expert = table(view, world), view.setup.options["variant"] == "expert"
    world.play(seat, code)
    now = table(view, world)
    before, after = was["seats"][seat], now["seats"][seat]
    for each in view.reasons(code):
        kind, _, what = each.term.partition(" ")
        kinds.add(kind)
        if kind == "lacks":
            assert (each.figure == 0) == House(after).complete(2 if expert else 1, after["permit"] == 1)
            assert each.text.endswith(lacking(view, world, seat))
        elif kind == "good":
            assert after["store"].get(what, 0) - before["store"].get(what, 0) == each.figure
        elif kind in ("coins", "money", "permit"):
            assert after[kind] - before[kind] == each.figure
        elif kind == "workers":
            assert workers(view, after) - workers(view, before) == each.figure
        elif kind == "tower":
            (place,) = (n for n, chip in enumerate(after["chips"]) if chip != before["chips"][n])
            assert view.setup.notation[code].endswith(what)
            assert sum(one != "none" for one in now["towers"][4 * place : 4 * place + 4]) == each.figure
        elif kind == "chips":
            assert each.figure == still_laid(world, seat)
    return kinds


def workers(view: View, mine: Any) -> int:
    """Of the printed builder and the crews that are not tired, by the numbers on their cards."""
    data = view.setup.data
    cards = [0 if card == "none" else data.get_value(f"expert.builders.{card}.workers") for card in mine["crews"]]
    return sum(count for count, tired in zip([1, *cards], mine["tired"], strict=True) if not tired)


def still_laid(world: State, seat: int) -> int:
    """How many chips this seat lays before the phase is over, whoever lays what."""
    here, laid, rng = world.copy(), 0, random.Random(1)
    while here.turn() >= 0 and here.cells[PHASE] == MOVING:
        mover = here.turn()
        code = rng.choice([each for each in here.moves(mover, MOVES) if each < CHIPS])
        here.play(mover, code)
        laid += mover == seat
    return laid


def lacking(view: View, world: State, seat: int) -> str:
    note = View.of(view.setup, world, seat, view.names).notes()[0]
    return note.split(": ", 1)[1]


@pytest.mark.parametrize(("players", "variant"), SETUPS)
def test_claims_of_every_move_hold(players: int, variant: str) -> None:
    rng, seen = random.Random(players), set[str]()
    match = Match(HOUSE.set_up(players, {"variant": variant}), SeededDeal(players + 5))
    while not match.over:
        view = match.view(match.waiting[0])
        codes = view.codes()
        for code in rng.sample(codes, min(2, len(codes))):
            seen |= checked(view, code, rng.getrandbits(30))
        match.play(view.seat or 0, HOUSE.greedy(view) if rng.random() < 0.8 else rng.choice(codes))
    assert {"lacks", "good", "tower", "chips"} <= seen
    assert ("workers" in seen) == (variant == "expert")
