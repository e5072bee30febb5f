"""How the bots of Mr House keep a secret and err: hidden choices are mixed, what finishes the house is plain."""

import math
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from games.house.table import table
from games.house.test_mind import COTTAGE, HOUSE, policy_game
from kvartal.bots import Budget
from kvartal.bots.levels import Leveled
from kvartal.bots.think import Thinker
from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.thinking import Level
from kvartal.engine.view import View
from kvartal.games.house.bot import guesses
from kvartal.games.house.bot.whims import KINDS
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import CARD_KEYS

NOT_MIXED = {"mix_price": 0, "mix_chip": 0, "mix_early": 0}
CHIPS = 5  # that each lays in a round


def chips_of(setup: Setup, mind: Thinker, seed: int) -> list[tuple[int, int]]:
    """A game of two that only follow the policy, each chip by the seed of this game: buildings and values."""
    state, draws = setup.start(), Seeded(seed, setup.tables.streams, setup.tables.widest)
    laid: list[tuple[int, int]] = []
    state.deal(draws)
    while (seat := state.turn()) != OVER:
        world = mind.world(state.known(seat), seat, seed)
        code = mind.policy_turn(world, seat, seed)[0]
        if code < at.TAKE:
            laid.append((code % at.PLACES, code // at.PLACES))
        state.play(seat, code)
        state.deal(draws)
    return laid


def told(learned: list[tuple[int, int]], tested: list[tuple[int, int]]) -> float:
    """The share of chips that are told by the most frequent value at their building."""
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for place, value in learned:
        counts[place][value] += 1
    guess = {place: values.most_common(1)[0][0] for place, values in counts.items()}
    return sum(guess.get(place) == value for place, value in tested) / len(tested)


@pytest.mark.parametrize(("players", "variant", "watched"), [(2, "basic", 30), (4, "basic", 12), (2, "expert", 18)])
def test_chips_are_harder_to_tell_by_their_building(players: int, variant: str, watched: int) -> None:
    setup = HOUSE.set_up(players, {"variant": variant})
    shares = []
    for weights in (None, HOUSE.weighed(setup, NOT_MIXED)):
        mind = Thinker(setup, weights)
        games = [chips_of(setup, mind, seed) for seed in range(1, watched + 1)]
        some = watched * 2 // 3
        learned = [chip for game in games[:some] for chip in game]
        shares.append(told(learned, [chip for game in games[some:] for chip in game]))
    mixed, usual = shares
    assert mixed < usual - 0.05


@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (4, "basic"), (2, "expert")])
def test_games_do_not_begin_alike(players: int, variant: str) -> None:
    setup = HOUSE.set_up(players, {"variant": variant})
    mind = Thinker(setup)
    begun = {tuple(chips_of(setup, mind, seed)[: players * CHIPS]) for seed in range(1, 9)}
    assert len(begun) > players  # one for each who may lead would be no choice at all


def test_the_reader_tells_more_often_what_lies_there_more_often() -> None:
    shares = [list(guesses.FIRST) for _ in range(KINDS)]
    seen = Counter({(at.OFFICE, 1): 90, (at.OFFICE, 0): 10})
    for _ in range(4):
        after = guesses.learned(shares, seen, 1.0)
        assert after[at.OFFICE][1] > shares[at.OFFICE][1]
        assert after[at.BANK] == pytest.approx(shares[at.BANK])  # nothing was seen there
        assert sum(after[at.OFFICE]) == pytest.approx(1)
        shares = after
    assert shares[at.OFFICE][1] > 0.9


def test_the_reader_whom_chips_are_mixed_for_can_be_found_again() -> None:
    """A few games are enough to see that he is one: shares of a whole, the same for the same games."""
    setup = HOUSE.set_up(2, {"variant": "basic"})
    found = guesses.reader(setup, HOUSE.weighed(setup), batches=4, games=3)
    rows = [found[i : i + at.CHIP_VALUES] for i in range(0, len(found), at.CHIP_VALUES)]
    assert len(rows) == KINDS
    assert all(990 <= sum(row) <= 1000 for row in rows)
    assert found == guesses.reader(setup, HOUSE.weighed(setup), batches=4, games=3)


@pytest.mark.parametrize(("players", "options"), [(4, {"variant": "basic"}), (3, {"variant": "expert"})], ids=str)
def test_mixed_chips_depend_on_the_seed_and_on_nothing_hidden(players: int, options: dict[str, str]) -> None:
    setup = HOUSE.set_up(players, options)
    mind, source = HOUSE.mind(setup), Seeded(0, players, 1)
    several = 0
    for state, seat, code in policy_game(setup, 8)[:-1:5]:
        found = set()
        for seed in (1, 2, 3, 4):
            source.reseed(seed)
            mixed = mind.mixed(state, seat, source)
            world = state.known(seat).imagine(seat, Seeded(seed, setup.tables.streams, setup.tables.widest))
            assert mind.mixed(world, seat, source) == mixed
            assert mixed in state.moves(seat, at.MOVES)
            found.add(mixed)
        assert mind.policy(state, seat, source) == code  # rollouts are not mixed
        if code >= at.TAKE:
            assert found == {code}  # everybody sees what is bought and built
        several += len(found) > 1
    assert several


# What nobody overlooks ------------------------------------------------------------------------------------------------


def blind(setup: Setup) -> Thinker:
    """Whoever overlooks all that is not plain."""
    how = HOUSE.thinking(setup)
    return Thinker(setup, None, replace(how, levels=(Level(overlook=1000), *how.levels[1:])))


def test_even_who_overlooks_everything_asks_for_the_permit() -> None:
    """Expert: without it all is lost."""
    seats = {0: {"house": COTTAGE}, 1: {"house": COTTAGE, "permit": 1}}
    match = table(2, "buying", seats, chips={"office": [(0, 1)]}, round_=6, variant="expert")
    turn = Leveled(1, 7).turn_by(blind(match.setup), match.view(0), Budget(math.inf, 1))
    assert turn[0].code == at.ASK + at.PERMIT_OPTION


def test_what_only_brings_points_is_not_plain() -> None:
    workers = list(HOUSE.set_up(2, {"variant": "expert"}).tables.card_workers)
    crews = [None, CARD_KEYS[workers.index(max(workers))]]
    seats = {0: {"house": COTTAGE, "permit": 1, "money": 50, "crews": crews}, 1: {}}
    match = table(2, "moving", seats, round_=3, variant="expert")
    mind = HOUSE.mind(match.setup)
    assert not any(mind.plain(match.state, 0, code) for code in match.view(0).codes() if code < at.TAKE)
    assert any(mind.plain(match.state, 1, code) for code in range(at.TAKE))  # who has nothing needs goods


def test_in_the_basic_game_anything_can_be_overlooked() -> None:
    setup = HOUSE.set_up(2, {"variant": "basic"})
    mind = HOUSE.mind(setup)
    for state, seat, _ in policy_game(setup, 5)[:-1:7]:
        assert not any(mind.plain(state, seat, code) for code in View.of(setup, state, seat).codes())
