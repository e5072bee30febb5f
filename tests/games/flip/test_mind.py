"""What Flip City's mind says about a table: exact chances, true figures, and moves that are certainly best."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from games.flip.table import at_table, new_game
from kvartal.bots.think import Budget, Thinker
from kvartal.engine.match import Match
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.games import game
from kvartal.games.flip.bot import fit, tune
from kvartal.games.flip.bot.mind import FlipMind
from kvartal.games.flip.bot.turn import SLOTS
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.tables import FlipTables
from kvartal.games.flip.text.catalogue import FACE_KEYS

MILLION = 1_000_000
ROUNDED = 200  # millionths that rounding down on the way may lose


def mind_of(match: Match) -> FlipMind:
    mind = match.setup.game.mind(match.setup)
    assert isinstance(mind, FlipMind)
    return mind


def terms(match: Match, seat: int = 0) -> dict[str, int]:
    return mind_of(match).named_terms(match.state, seat)


def orders(deck: Mapping[str, int]) -> Iterator[Sequence[str]]:
    return permutations([card for card, count in deck.items() for _ in range(count)])


def busts(tables: FlipTables, top: str, order: Sequence[str], sad: int) -> bool:
    """A turn played card by card as the rulebook says it: on while one must, from the card on top."""
    cards, limit, points = [top, *order], tables.bust, 0
    while cards:
        face = FACE_KEYS.index(cards.pop(0))
        sad, limit, points = sad + tables.sad[face], limit + tables.limit[face], points + tables.points[face]
        if sad >= limit:
            return True
        if points >= tables.win_points:
            return False
        if tables.mill[face] and len(cards) > 0:
            cards.pop()
        must = cards and (tables.force_next[face] or tables.must_play[FACE_KEYS.index(cards[0])])
        if not must:
            return False
    return False


@pytest.mark.parametrize(
    ("top", "deck", "sad"),
    [
        ("residential", {"residential": 3, "store": 2}, 0),
        ("residential", {"residential": 2, "park": 1, "store": 2}, 1),
        ("park", {"residential": 2, "park": 1, "hospital": 1, "church": 1, "store": 1}, 0),
        ("park", {"residential": 3, "factory": 2, "station": 1}, 0),
        ("store", {"residential": 1, "factory": 1, "apartment": 3}, 2),
    ],
)
def test_the_chance_of_a_bust_is_that_of_all_orders(top: str, deck: dict[str, int], sad: int) -> None:
    area = {"hospital": sad}  # a sad face each
    match = at_table(seats={0: {"top": top, "deck": deck}}, play_area=area, sad=sad)
    tables = match.setup.tables
    assert isinstance(tables, FlipTables)
    every = [busts(tables, top, order, sad) for order in orders(deck)]
    exactly = Fraction(sum(every), len(every)) * MILLION
    assert 0 <= exactly - terms(match)["bust_chance"] < ROUNDED


@pytest.mark.rule("flip.setup.deck")
def test_the_first_turn_busts_in_one_of_twenty_one() -> None:
    """Whoever stops as soon as allowed: three Residentials at once. Seen from a Residential on top: 3/8 × 2/7."""
    match = new_game(tops={0: "residential"})
    assert abs(terms(match)["bust_chance"] - MILLION * 3 * 2 // (8 * 7)) < ROUNDED


def test_the_points_are_the_printed_lines_and_the_cards_are_counted() -> None:
    for seed in range(6):
        setup = game("flip").set_up(2, {"recycle": ("turn", "flip")[seed % 2]})
        mind, state = setup.game.mind(setup), setup.start()
        draws, choices = Seeded(seed, setup.tables.streams, setup.tables.widest), Seeded(seed, 2, 1)
        words = setup.game.words("en")
        state.deal(draws)
        while (seat := state.turn()) != OVER:
            for each in (0, 1):
                told = mind.named_terms(state, each)
                assert told["points"] == sum(line.points for line in setup.game.score_lines(setup, state, each, words))
            kinds = setup.game.census(setup, state)
            cards = sum(mind.named_terms(state, each)["cards"] for each in (0, 1))
            supply = sum(setup.layout.write(list(state.cells))["supply"].values())
            assert cards + supply == sum(kinds.values())
            state.play(seat, mind.policy(state, seat, choices))
            state.deal(draws)


def test_the_turn_is_solved_exactly() -> None:
    """Six points in play, two sad faces. A Park lies on top; then a Store and one Residential in either order: the Park
    wins. With a Store on top of Park and Residential, going on wins only if the Park comes first: one half."""
    area = {"station": 2, "hospital": 2}
    rest = {"play_area": area, "points": 6, "sad": 2, "coins": 5}
    sure = at_table(seats={0: {"top": "park", "deck": {"store": 1, "residential": 1}}}, **rest)
    assert mind_of(sure).turn_win(sure.state, 0) == MILLION
    assert mind_of(sure).turn_move(sure.state, 0) == kit.PLAY
    half = at_table(seats={0: {"top": "store", "deck": {"park": 1, "residential": 1}}}, **rest)
    assert mind_of(half).turn_win(half.state, 0) == MILLION // 2
    assert mind_of(half).turn_exact()


def test_a_win_next_turn_of_the_rival_makes_a_last_try_right() -> None:
    """The rival wins with any card; stopping loses for certain, and the next card wins in half of all cases."""
    strong = {"top": "station", "deck": {"station": 2}}
    area = {"station": 2, "hospital": 2}
    mine = {"top": "store", "deck": {"park": 1, "residential": 1}}
    match = at_table(seats={0: mine, 1: strong}, play_area=area, points=6, sad=2, coins=5)
    thought = Thinker(match.setup).think(match.view(0), Budget(math.inf, 200))
    assert thought.turn[0].code == kit.PLAY


def test_a_certain_bust_is_not_walked_into() -> None:
    """Two sad faces, a Hospital on top that need not be played, and a Mall to be had."""
    match = at_table(
        seats={0: {"top": "hospital", "deck": {"residential": 2}}, 1: {"top": "store"}},
        play_area={"hospital": 2},
        sad=2,
        coins=5,
    )
    assert Thinker(match.setup).think(match.view(0), Budget(math.inf, 60)).turn[0].code == kit.STOP


@pytest.mark.rule("flip.win.points")
def test_recycled_points_that_win_are_taken() -> None:
    for recycle in ("turn", "flip"):
        seats = {0: {"top": "store", "deck": {"store": 1}, "discard": {"plant": 2, "mall": 1}}, 1: {"top": "store"}}
        match = at_table(
            options={"recycle": recycle}, seats=seats, play_area={"station": 2}, cards_in_play=2, points=6, coins=0
        )
        thinker = Thinker(match.setup)
        while not match.over:
            code = thinker.think(match.view(0), Budget(math.inf, 60)).turn[0].code
            assert kit.RECYCLE <= code < kit.BUY
            match.play(0, code)


def test_a_turn_that_can_go_too_many_ways_is_said_to_be_no_longer_exact() -> None:
    deck = {"store": 4, "mall": 4, "hospital": 3, "factory": 4, "park": 2, "apartment": 3, "church": 3}
    match = at_table(seats={0: {"top": "store", "deck": deck, "discard": dict(deck)}, 1: {"top": "store"}})
    mind = mind_of(match)
    mind.turn.limit = 40
    move = mind.turn_move(match.state, 0)
    assert not mind.turn_exact()
    assert move in match.view(0).codes()


def test_no_more_positions_are_looked_at_than_can_be_remembered() -> None:
    """In a full memory nothing would be found, and the search for a free place would never end."""
    match = at_table(seats={0: {"top": "store", "deck": {"park": 1, "residential": 1}}, 1: {"top": "store"}})
    mind = mind_of(match)
    mind.turn.limit = 10**9
    mind.turn_move(match.state, 0)
    assert mind.turn.seen <= mind.turn.most < SLOTS
    mind.turn.begin(False)
    assert mind.turn.most < SLOTS


def test_shares_of_a_win_add_up() -> None:
    for players in (2, 3, 4):
        setup = game("flip").set_up(players)
        state = setup.start()
        state.deal(Seeded(3, setup.tables.streams, setup.tables.widest))
        mind = setup.game.mind(setup)
        total = sum(mind.value(state, seat) for seat in range(players))
        assert MILLION - players <= total <= MILLION


def test_weights_are_fitted_by_small_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Both scripts end with lines for weights.toml, and a judgement fitted to games knows more than nothing."""
    names = game("flip").numbers.names
    fit.main(["--games", "40"])
    told = capsys.readouterr().out
    assert float(told.split("surprise ")[1].split(",")[0]) < math.log(2)
    tune.main(["--minutes", "0", "--players", "1"])
    told += capsys.readouterr().out
    written = [line.split(" = ")[0] for line in told.splitlines() if " = " in line]
    assert set(written) <= set(names)
    assert {name for name in names if name.startswith("strength_")} <= set(written)
