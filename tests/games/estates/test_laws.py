"""Laws of The Estates, held against every position of random games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER
from kvartal.games import game
from kvartal.games.estates.rules import cells as at

PLAYERS = st.integers(2, 5)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "money": st.sampled_from(["hidden", "open"]),
        "max_length": st.sampled_from([9, 10]),
        "min_length": st.sampled_from([0, 1]),
        "end_when_cubes_gone": st.booleans(),
        "rounds": st.integers(1, 3),
    },
)


def walk(players, options, seed, look):
    """A random game; `look(setup, state)` is called at every step."""
    setup = game("estates").set_up(players, options)
    rng = random.Random(seed)
    source = Seeded(seed, setup.tables.streams, setup.tables.widest)
    state = setup.start()
    while state.turn() != OVER:
        look(setup, state)
        if state.turn() == CHANCE:
            state.happen(state.pick(source))
        else:
            seat = state.turn()
            moves = state.moves(seat, len(setup.notation))
            state.play(seat, rng.choice(moves[: rng.choice((1, 4, 60))]))
    look(setup, state)


@settings(max_examples=25, deadline=None)
@given(PLAYERS, OPTIONS, st.integers(0, 2**32))
def test_nothing_is_lost_and_nothing_is_wrong(players: int, options: dict[str, object], seed: int) -> None:
    boxed: dict[tuple[int, int], int] = {}

    def look(setup, state) -> None:
        cells = list(state.cells)
        seats = [cells[at.SEATS + seat * at.STRIDE :][: at.STRIDE] for seat in range(players)]
        assert sum(seat[at.HAND] + seat[at.BOX] for seat in seats) == 12 * players
        assert all(seat[at.HAND] >= 0 and seat[at.BOX] >= 0 for seat in seats)
        places = cells[at.CUBE_AT : at.CUBE_AT + 36]
        if cells[at.PHASE] > at.DEALING:
            assert sum(place != at.OUT for place in places) == 24  # on the board, in the offer, under auction
        on_board = {cube // 6 for cube in range(36) if 0 <= places[cube] < 30}
        held = {colour for colour in range(6) if cells[at.CERTIFICATE + colour] >= 0}
        assert held == on_board
        assert cells[at.TURNS] <= 41
        roofs = sum(cells[at.ROOF + lot] > 0 for lot in range(30)) + (cells[at.FACE] > 0) + cells[at.ROOFS_LEFT]
        assert roofs == 12
        for number, seat in enumerate(seats):  # one cheque a turn at most goes into a box
            turn = (cells[at.ROUND], cells[at.TURNS])
            before = boxed.get((number, cells[at.ROUND]), 0)
            assert seat[at.BOX] <= before + 1
            if cells[at.ACTIVE] != number:
                boxed[(number, turn[0])] = seat[at.BOX]
        if cells[at.PHASE] == at.CHOOSING or cells[at.PHASE] == at.FINISHED:
            assert setup.game.problems(setup, state) == []

    walk(players, options, seed, look)


@settings(max_examples=40, deadline=None)
@given(PLAYERS, OPTIONS, st.integers(0, 2**32))
def test_lemma_there_is_always_a_piece_to_put_up(players: int, options: dict[str, object], seed: int) -> None:
    """Fewer than two rows complete, roofs and cubes left: a cube or a roof can be put up."""

    def look(setup, state) -> None:
        cells = state.cells
        if cells[at.PHASE] != at.CHOOSING:
            return
        names = [setup.notation[code] for code in state.moves(cells[at.ACTIVE], len(setup.notation))]
        complete = sum(cells[at.ROOFED + row] == cells[at.LENGTH + row] for row in range(3))
        assert complete < 2
        assert cells[at.ROOFS_LEFT] > 0
        specials = ("offer barrier", "offer mayor", "offer cancel", "box")
        assert any(not name.startswith(specials) for name in names)

    walk(players, options, seed, look)


@settings(max_examples=15, deadline=None)
@given(PLAYERS, OPTIONS, st.integers(0, 2**32))
def test_lists_and_refusals_agree_for_every_code(players: int, options: dict[str, object], seed: int) -> None:
    rng = random.Random(seed)

    def look(setup, state) -> None:
        if state.turn() < 0 or rng.random() < 0.8:
            return
        moves = state.moves(state.turn(), len(setup.notation))
        assert moves == sorted(set(moves))
        assert moves == [code for code in range(len(setup.notation)) if state.refusal(state.turn(), code) == -1]

    walk(players, options, seed, look)


@pytest.mark.parametrize("players", [2, 5])
def test_at_most_41_turns(players: int) -> None:
    """24 cubes, 12 roofs, 3 barriers, the mayor, the cancel cube: and some games come close."""
    longest = 0

    def look(_, state) -> None:
        nonlocal longest
        longest = max(longest, state.cells[at.TURNS])

    for seed in range(60):
        walk(players, {}, seed, look)
    assert 35 <= longest <= 41
