"""What a seat knows as a row of numbers, and states that travel between processes."""

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

import kvartal
from kvartal.engine.conformance import Case, check_case
from kvartal.engine.game import Game, Setup
from kvartal.engine.layout import Layout
from kvartal.engine.observation import Observer
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER, UNKNOWN, State
from kvartal.games import game as on_shelf
from kvartal.games import games
from kvartal_toy import GAME as TOY
from kvartal_toy.game import ToyTown

SETUPS = [
    ("flip", 4, {}),
    ("welcome", 3, {"draft": True}),
    ("estates", 3, {}),
    ("house", 3, {"variant": "expert"}),
]


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - written in this very line


def some_states(setup: Setup, count: int = 60, seed: int = 3) -> list[State]:
    """Positions of a random game in which somebody owes a move."""
    rng, source = random.Random(seed), Seeded(seed, setup.tables.streams, setup.tables.widest)
    state, found = setup.start(), []
    for _ in range(count):
        state.deal(source)
        if state.turn() == OVER:
            break
        found.append(state.copy())
        seat = state.turn()
        state.play(seat, rng.choice(state.moves(seat, len(setup.notation))))
    return found


@pytest.mark.parametrize(("key", "players", "options"), SETUPS)
def test_a_row_is_the_view_with_the_own_seat_first(key: str, players: int, options: dict[str, object]) -> None:
    setup = on_shelf(key).set_up(players, options)
    observer, layout = Observer(setup), setup.layout
    names = {cell.name: number for number, cell in enumerate(observer.spec())}
    for state in some_states(setup):
        seat = state.turn()
        row, known = observer.look(state, seat), list(state.known(seat).cells)
        for name, field, base in layout.placed():
            block, _, rest = name.partition(".")
            if rest:
                away = (int(block[6:-1]) - seat) % players
                name = f"{'me' if away == 0 else f'+{away}'}.{rest}"
            for number in range(field.size):
                real, seen = known[base + field.at + number], row[names[f"{name}{field.named(number)}"]]
                if field.seats is not None and real >= field.seats:
                    assert seen == field.seats + (real - field.seats - seat) % players
                else:
                    assert seen == max(-32768, min(32767, real))


def test_a_move_that_names_a_seat_names_it_as_seen_from_the_own_one() -> None:
    setup = on_shelf("flip").set_up(4)
    observer = Observer(setup)
    gift = setup.code("give apartment to 1")
    assert observer.action_names()[observer.action(3, gift)] == "give apartment to +2"
    assert observer.code(3, observer.action(3, gift)) == gift
    assert observer.action(3, setup.code("play")) == setup.code("play")


def test_of_many_seats_the_neighbours_are_shown_and_the_others_summed_up() -> None:
    setup = on_shelf("welcome").set_up(100)
    observer = Observer(setup, neighbours=2)
    names = {cell.name: number for number, cell in enumerate(observer.spec())}
    assert observer.width == len(names) < setup.layout.size / 10
    state = some_states(setup, 350)[-1]  # the first seats have written a house, the others have not: it is hidden
    built = [state.known(5).cells[setup.layout.seats_at + seat * setup.layout.stride + 19] for seat in range(100)]
    rest = [built[seat] for seat in range(100) if seat not in (5, 6, 7)]
    row = observer.look(state, 5)
    assert [row[names[f"{block}.built"]] for block in ("me", "+1", "+2")] == built[5:8]
    assert [row[names[f"{block}.built"]] for block in ("least", "mean", "most")] == [
        min(rest),
        sum(rest) // 97,
        max(rest),
    ]


@pytest.mark.parametrize("neighbours", [-1, True])
def test_a_wrong_number_of_neighbours_is_refused(neighbours: object) -> None:
    with pytest.raises(ValueError, match="neighbours: 0 or more"):
        Observer(on_shelf("flip").set_up(2), neighbours)  # type: ignore[arg-type]


def test_every_cell_has_a_usual_size_that_can_be_learned_from() -> None:
    for game in games():
        for cell in Observer(game.set_up(2)).spec():
            assert 0 < cell.usual <= 1000, (game.key, cell)


class Leaky(ToyTown):
    """Does not say that the safe may be hidden."""

    def layout(self, tables: object) -> Layout:
        usual = super().layout(tables)  # type: ignore[arg-type]
        seat = [replace(field, hidden=False) if field.name == "safe" else field for field in usual.seat]
        return Layout(usual.table, seat, seats_at=usual.seats_at, stride=usual.stride, seats=usual.seats)


class Ambiguous(ToyTown):
    """Minus nine may be a number of the safe, or its secret."""

    def layout(self, tables: object) -> Layout:
        usual = super().layout(tables)  # type: ignore[arg-type]
        seat = [replace(field, low=UNKNOWN) if field.name == "safe" else field for field in usual.seat]
        return Layout(usual.table, seat, seats_at=usual.seats_at, stride=usual.stride, seats=usual.seats)


@pytest.mark.parametrize(("game", "said"), [(Leaky(), "not declared"), (Ambiguous(), "is one of its values")])
def test_a_field_that_may_be_hidden_says_so_and_has_no_value_that_looks_so(game: ToyTown, said: str) -> None:
    found = [str(each) for each in check_case(Case(game, 3), games=1) if each.law == "observation"]
    assert any(said in each for each in found)


# Between processes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "players", "options"), SETUPS)
def test_states_set_ups_and_views_are_copied_and_pickled(key: str, players: int, options: dict[str, object]) -> None:
    setup = on_shelf(key).set_up(players, options)
    again = through_pickle(setup)
    assert again == setup
    assert copy.deepcopy(setup) is setup
    for state in some_states(setup, 12):
        for each in (state, state.known(0)):
            twin = through_pickle(each)
            assert twin == each
            assert copy.deepcopy(each) == each
            twin.cells[0] += 1
            assert twin != each


def test_a_pickled_match_goes_on_as_the_one_it_was_made_from() -> None:
    match = kvartal.new("flip", players=2, seed=5)
    for _ in range(30):
        match.play(match.waiting[0], match.moves(match.waiting[0])[-1])
    twin = through_pickle(match)
    for _ in range(30):
        for each in (match, twin):
            each.play(each.waiting[0], each.moves(each.waiting[0])[-1])
    assert twin.state == match.state
    assert [str(twin.named(step)) for step in twin.steps] == [str(match.named(step)) for step in match.steps]


def test_bytes_that_are_no_state_are_refused() -> None:
    setup = TOY.set_up(2)
    state = setup.start()
    cells = [*state.cells]
    with pytest.raises(ValueError, match="must begin with the byte"):
        setup.restore(b"\x03abc")
    with pytest.raises(ValueError, match="cells, not 1"):
        setup.restore(b"\x01a")
    with pytest.raises(ValueError, match="not a state of this set-up of toy: round: 99 is not between"):
        setup.restore(state.with_cells([99, *cells[1:]]).encode())


# Bounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_no_random_game_is_longer_than_the_bound(game: Game) -> None:
    for players in list(game.seats)[:3]:
        setup = game.set_up(players)
        longest = game.longest(setup.tables)
        assert len(some_states(setup, longest + 1 if longest else 10)) <= longest or game is TOY


def test_a_game_says_whether_it_hides_anything() -> None:
    assert [game.key for game in games() if not game.secrets(game.set_up(2).tables)] == ["flip"]
    assert not on_shelf("estates").secrets(on_shelf("estates").set_up(3, {"money": "open"}).tables)
    assert not on_shelf("welcome").secrets(on_shelf("welcome").set_up(1).tables)
