"""Five levels at every table there is: legal, the same for the same seed, and a turn is thought about once."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

import kvartal
from bots.small_games import KnownStones
from kvartal.bots import Budget, Seated, ask, bot, glance
from kvartal.bots.levels import Leveled
from kvartal.bots.names import maker
from kvartal.bots.think import Click, Thinker, Thought
from kvartal.engine import thinking
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.view import View
from kvartal.games import game, games

LEVELS = [f"level{number}" for number in range(1, 6)]
FEW = Budget(math.inf, 3)


def ways(key: str) -> Iterator[Setup]:
    """Every preset, every value of every option and every number of players, each at least once."""
    box = game(key)
    asked: list[tuple[int | None, dict[str, object], str | None]] = []
    asked += [(players, {}, None) for players in sorted({*list(box.seats)[:4], box.seats.stop - 1})]
    asked += [(players, {}, preset.name) for preset in box.presets for players in (None, box.seats.start)]
    for option in box.options:
        values = option.values or (option.low, option.high)
        asked += [(players, {option.name: value}, None) for value in values for players in (None, box.seats.start)]
    seen = set()
    for players, options, preset in asked:
        try:
            setup = box.set_up(players, options, preset=preset)
        except BadSetup:
            continue  # a value that goes with others only
        if setup.digest not in seen:
            seen.add(setup.digest)
            yield setup


@pytest.mark.parametrize("key", [each.key for each in games()])
def test_every_level_sits_at_every_table(key: str) -> None:
    """Everywhere: the first moves of every level, then some of the middle of a game of sensible or random players."""
    for number, setup in enumerate(ways(key)):
        draws = Seeded(number, setup.tables.streams, setup.tables.widest)
        state = setup.start()
        state.deal(draws)
        guide = bot("greedy", 1, setup.players)
        for step in range(40):
            if (seat := state.turn()) == OVER:
                break
            name = LEVELS[(step + number) % 5]
            thinks = step < 2 or step % 8 == 7
            move = ask(bot(name, 7, setup.players) if thinks else guide, View.of(setup, state, seat), FEW)
            state.play(seat, move.code)
            state.deal(draws)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("key", [each.key for each in games()])
def test_every_level_plays_a_game_to_its_end(key: str, name: str) -> None:
    setup = game(key).set_up()
    draws = Seeded(4, setup.tables.streams, setup.tables.widest)
    state = setup.start()
    state.deal(draws)
    players = [maker(name)(seed, setup.players) for seed in range(setup.players)]
    for _ in range(20_000):
        if (seat := state.turn()) == OVER:
            break
        state.play(seat, ask(players[seat], View.of(setup, state, seat), Budget(math.inf, 1)).code)
        state.deal(draws)
    assert state.turn() == OVER


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_view_and_budget_give_the_same_turn_whoever_was_asked_before(name: str) -> None:
    number = int(name[-1])
    for key in ("estates", "welcome"):
        match = kvartal.new(key, players=2, seed=2)
        other = match.copy()
        old = Leveled(number, 9)
        for _ in range(6):
            seat = match.waiting[0]
            turn = old.turn(match.view(seat), FEW)
            old.turn(other.view(other.waiting[0]), FEW)
            assert Leveled(number, 9).turn(match.view(seat), FEW) == turn
            match.play(seat, turn[0].code)


class Counting(Leveled):
    def __init__(self) -> None:
        super().__init__(3, 1)
        self.asked = 0

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        self.asked += 1
        return super().turn(view, budget)


def test_a_turn_is_thought_about_once_even_if_others_confirm_theirs_meanwhile() -> None:
    match = kvartal.new("welcome", players=2, seed=5)
    player = Counting()
    seated = Seated(player)
    clicks = 0
    while match.steps[-1].seat < 0 or (0 in match.waiting and not match.view(0).over):
        if clicks == 1:
            while 1 in match.waiting:  # the other one writes and confirms while we are at it
                match.play(1, match.setup.game.greedy(match.view(1)))
        match.play(0, ask(seated, match.view(0), FEW))
        clicks += 1
        if 0 not in match.waiting or clicks > 20 or match.steps[-1].seat < 0:
            break
    assert clicks > 2
    assert player.asked == 1


def test_what_was_not_expected_is_thought_about_anew() -> None:
    match = kvartal.new("welcome", players=2, seed=5)
    player = Counting()
    seated = Seated(player)
    match.play(0, ask(seated, match.view(0), FEW))
    match.undo(0)
    moves = match.moves(0)
    ask(seated, match.view(0), FEW)  # back at the beginning: not what the second click was planned for
    assert player.asked == 2
    assert [str(each) for each in match.moves(0)] == [str(each) for each in moves]


def test_each_click_of_a_plan_is_legal_where_it_is_expected() -> None:
    for key in ("estates", "house", "welcome"):
        match = kvartal.new(key, players=2, seed=6)
        for _ in range(8):
            seat = match.waiting[0]
            for click in Leveled(4, 3).turn(match.view(seat), FEW):
                assert click.before == glance(match.view(seat))
                match.play(seat, click.code)


# How people err ------------------------------------------------------------------------------------------------------


def choices_of(level: thinking.Level, games: int) -> list[int]:
    """What a level 1 made so does with fourteen stones, where `take 2` alone is right, in so many games."""
    setup = KnownStones().set_up(2)
    mind = Thinker(setup, thinking=thinking.Thinking(scale=1_000_000, cut=0, levels=(level,) * 5))
    view = View.of(setup, setup.state([14, 0]), 0)
    return [Leveled(1, seed).turn_by(mind, view, FEW)[0].code for seed in range(games)]


def test_who_overlooks_nothing_plays_by_the_policy() -> None:
    assert set(choices_of(thinking.Level(), 20)) == {1}


@pytest.mark.parametrize("iterations", [0, 3])
def test_moves_are_overlooked_as_often_as_the_level_says(iterations: int) -> None:
    chosen = choices_of(thinking.Level(iterations, overlook=400), 1000)
    assert 0.53 < chosen.count(1) / 1000 < 0.70  # seen six times of ten, or the only one left


def test_a_misjudgement_must_be_larger_than_the_difference() -> None:
    assert set(choices_of(thinking.Level(20, misjudge=400_000), 50)) == {1}
    assert len(set(choices_of(thinking.Level(20, misjudge=2_000_000), 50))) > 1


def test_a_level_looks_at_no_more_candidates_than_it_says() -> None:
    """Few rollouts cannot tell many turns apart."""
    looked_at = []

    class Counted(Thinker):
        def think(self, *asked: Any, **named: Any) -> Thought:
            thought = super().think(*asked, **named)
            looked_at.append(len(thought.candidates))
            return thought

    setup = KnownStones().set_up(2)
    view = View.of(setup, setup.state([14, 0]), 0)
    levels = tuple(thinking.Level(30, width=width) for width in (0, 1, 2, 3, 99))
    mind = Counted(setup, thinking=thinking.Thinking(engine="race", scale=1_000_000, levels=levels))
    for number in range(1, 6):
        Leveled(number, 1).turn_by(mind, view, Budget(math.inf))
    assert looked_at == [3, 2, 2, 3, 3]  # three may be taken at most; there is no race of one


def test_unknown_levels_are_told() -> None:
    with pytest.raises(BadSetup, match="level1, level2, level3, level4, level5"):
        bot("level6", 1, 2)


def test_levels_know_no_more_than_their_view() -> None:
    match = Match(game("house").set_up(2), SeededDeal(1))
    view = match.view(match.waiting[0])
    for name in LEVELS:
        choices = {ask(bot(name, 3, 2), each, FEW) for each in (view, View.of(match.setup, view.imagine(4), view.seat))}
        assert len(choices) == 1


# The clock -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [thinking.Level(400), thinking.Level(400, overlook=300, misjudge=200_000)])
def test_a_level_that_the_clock_has_stopped_says_so(level: thinking.Level) -> None:
    setup = KnownStones().set_up(2)
    mind = Thinker(setup, thinking=thinking.Thinking(scale=1_000_000, levels=(level,) * 5))
    view = View.of(setup, setup.state([14, 0]), 0)
    assert all(click.cut_short for click in Leveled(5, 1).turn_by(mind, view, Budget(seconds=0)))
    assert not any(click.cut_short for click in Leveled(5, 1).turn_by(mind, view, Budget(math.inf)))


def test_whoever_sits_for_a_bot_remembers_that_it_was_stopped() -> None:
    match = kvartal.new("estates", players=2, seed=2)
    seated = [Seated(Leveled(5, 1)) for _ in range(2)]
    ask(seated[0], match.view(match.waiting[0]), Budget(seconds=0))
    ask(seated[1], match.view(match.waiting[0]), Budget(math.inf, 9))
    assert [each.cut_short for each in seated] == [True, False]


@pytest.mark.parametrize(
    ("key", "players", "options"),
    [(each.key, each.set_up().players, {}) for each in games()] + [("welcome", 1, {"edition": "2023", "rival": 5})],
)
def test_without_any_time_a_level_still_plays_legally(key: str, players: int, options: dict[str, object]) -> None:
    """Most candidates are then never tried; against a strong rival those that were may be worth less than nothing."""
    setup = game(key).set_up(players, options)
    for seed in range(3):
        match = Match(setup, SeededDeal(seed))
        for _ in range(12):
            seat = match.waiting[0]
            match.play(seat, ask(bot("level5", 1, setup.players), match.view(seat), Budget(seconds=0)))
