"""imagine() gives each possible deal its exact probability: all worlds of small positions are enumerated."""

from itertools import combinations

from kvartal.engine.conformance import Worlds
from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal_toy import GAME
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import ToyState
from twins import CarelessShuffle, HalfPeeking, LeakingNumber, NeverDealing, Peeking, twin

STEPS = "plans 0=2 plans 0=3 plans 0=5 plans 0=7 plans 1=1 plans 1=4 plans 1=6 plans 1=7 sites=mill".replace(
    "plans ", "plans_"
)
ROUND = ("1 hide 6", "0 build 5", "1 done", "0 done", "sites=well")
SPYING = (*ROUND, "0 spy 1")


def followed(*steps: str, seat: int | None = 0, state: type[ToyState] = ToyState) -> tuple[Match, Worlds]:
    """A told match of two, with all the worlds that fit what one seat was told."""
    setup = twin(state).set_up(2)
    match, worlds = Match(setup, ToldDeal()), Worlds(setup, seat)
    for step in (*STEPS.split(), *steps):
        stream, _, outcome = step.partition("=")
        if outcome:
            assert match.chance is not None
            assert match.chance.stream == stream.replace("_", " ")
            match.happen(outcome)
        else:
            match.play(int(step[0]), step[2:])
        worlds.follow(match.entries[-1], match.state)
    return match, worlds


def test_at_the_set_up_a_rival_holds_any_four_of_seven_plans() -> None:
    match, worlds = followed()
    assert len(worlds.worlds) == len(list(combinations(range(7), 4)))
    assert worlds.exact
    assert worlds.wrong_deals(match.view(0)) == []


def test_a_hidden_plan_can_be_any_of_those_held() -> None:
    match, worlds = followed(*ROUND)
    assert len(worlds.worlds) == 7 * 20  # the plan in the safe, then three of six in hand
    assert worlds.wrong_deals(match.view(0)) == []


def test_a_plan_that_was_spied_is_no_longer_imagined() -> None:
    match, worlds = followed(*SPYING)
    assert len(worlds.worlds) == 20
    assert worlds.exact
    assert worlds.wrong_deals(match.view(0)) == []
    assert {world.cells[at.SEATS + at.STRIDE + at.SAFE] for world, _ in worlds.worlds.values()} == {6}


def test_the_owner_has_nothing_to_imagine_about_itself() -> None:
    match, _ = followed(*ROUND)
    mine = slice(at.SEATS + at.STRIDE, at.SEATS + 2 * at.STRIDE)
    for seed in range(5):
        assert list(match.view(1).imagine(seed).cells)[mine] == list(match.state.cells)[mine]


def test_the_real_deal_is_among_the_worlds_and_comes_as_often_as_any_other() -> None:
    match, worlds = followed()
    truth = match.state.encode()
    assert truth in worlds.worlds
    hits = sum(match.view(0).imagine(seed).encode() == truth for seed in range(3500))
    assert 50 < hits < 150  # 100 on average


def test_wrong_probabilities_are_noticed() -> None:
    for broken in (Peeking, HalfPeeking, NeverDealing, CarelessShuffle):
        match, worlds = followed(state=broken)
        assert worlds.wrong_deals(match.view(0)), broken.__name__
    match, worlds = followed(*ROUND, state=LeakingNumber)
    assert "imagined deals cannot be" in worlds.wrong_deals(match.view(0), samples_each=1)[0]


def test_a_spectator_follows_all_hands_until_there_are_too_many() -> None:
    _, worlds = followed(seat=None)
    assert len(worlds.worlds) > 500
    assert GAME.key == "toy"
