"""What The Estates says a move does to rows, other people and purses, held against the rules in re-dealt worlds."""

import random
from typing import Any

import pytest

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.games import game

ESTATES = game("estates")
SETUPS: list[tuple[int, dict[str, object]]] = [(2, {}), (3, {}), (4, {"money": "open"})]
HAND = 0


def facts(view: View, state: State) -> Any:
    return view.setup.layout.write(list(state.cells))


def checked(view: View, code: int, seed: int) -> set[str]:
    """Every claim about a move, in one world that fits the view; the kinds of claims that there were."""
    seat, setup = view.seat or 0, view.setup
    world = view.imagine(seed)
    before, start = facts(view, world), world.copy()
    world.play(seat, code)
    after = facts(view, world)
    kinds = set()
    for each in view.reasons(code):
        kind, _, what = each.term.partition(" ")
        kinds.add(kind)
        if kind == "seat":
            assert world.score(int(what)) - start.score(int(what)) == each.figure
        elif kind == "row":
            texts = [
                line
                for one in range(setup.players)
                for line in ESTATES.score_lines(setup, world, one, view.words("en"))
            ]
            here = [line for line in texts if line.text[0] == what and line.text[1].isdigit()]
            assert all((line.rule.id == "estates.score.complete") == (each.figure == 0) for line in here)
            row = "ABC".index(what)
            assert after["length"][row] - after["roofed"][row] == each.figure
        elif kind == "certificate":
            (holder,) = (
                n
                for colour, n in zip(
                    ("blue", "green", "yellow", "red", "purple", "grey"), _values(after["certificates"]), strict=True
                )
                if colour == what
            )
            assert (holder == seat) == bool(each.figure)
            assert holder >= 0
        elif kind == "cheques":
            assert after["seats"][seat]["hand"] - before["seats"][seat]["hand"] == each.figure
        elif kind == "bid":
            assert int(setup.notation[code].split()[1]) + each.figure == before["seats"][seat]["hand"]
        elif kind == "most":
            assert max(each["hand"] for n, each in enumerate(before["seats"]) if n != seat) == each.figure
    return kinds


def _values(written: Any) -> list[int]:
    return list(written.values()) if isinstance(written, dict) else list(written)


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_claims_of_every_move_hold(players: int, options: dict[str, object]) -> None:
    rng, seen = random.Random(players), set[str]()
    for deal in range(3):
        match = Match(ESTATES.set_up(players, options), SeededDeal(deal))
        while not match.over:
            view = match.view(match.waiting[0])
            codes = view.codes()
            for code in rng.sample(codes, min(3, len(codes))):
                seen |= checked(view, code, rng.getrandbits(30))
            match.play(view.seat or 0, ESTATES.greedy(view) if rng.random() < 0.6 else rng.choice(codes))
    assert {"seat", "row", "certificate", "cheques", "bid"} <= seen
    assert ("most" in seen) == (options == {"money": "open"})
