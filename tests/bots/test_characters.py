"""The guests: four characters at every level, in every game. They differ in style and luck, and plain levels stay as
they are."""

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import kvartal
from bots.test_levels import ways
from kvartal.arena.contest import Contest
from kvartal.arena.lineup import round_robin
from kvartal.bots import Budget, ask, bot, characters
from kvartal.bots.characters import CHARACTERS, GUESTS, Guest, character_of, company, styled, styles
from kvartal.bots.levels import Leveled
from kvartal.bots.names import maker
from kvartal.bots.think import Candidate, Click, Thought, thinker
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.thinking import BadWeights, load_styles
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import game, games

KEYS = [each.key for each in games()]
FEW = Budget(math.inf, 3)
SOME = Budget(math.inf, 16)


def positions(key: str, every: int, count: int) -> Iterator[View]:
    """Decisions on the way through a game of the sensible player."""
    setup = game(key).set_up(2)
    draws = Seeded(5, setup.tables.streams, setup.tables.widest)
    state = setup.start()
    state.deal(draws)
    guide, met = bot("greedy", 1, 2), 0
    while (seat := state.turn()) != OVER and met < count * every:
        view = View.of(setup, state, seat)
        if len(view.codes()) > 1:
            met += 1
            if met % every == 0:
                yield view
        state.play(seat, ask(guide, view, FEW).code)
        state.deal(draws)


# Names ---------------------------------------------------------------------------------------------------------------


def test_every_level_comes_as_every_character() -> None:
    assert len(GUESTS) == 5 * len(CHARACTERS) == 20
    for name, (number, character) in GUESTS.items():
        guest = bot(name, 7, 2)
        assert isinstance(guest, Guest)
        assert (guest.number, guest.character) == (number, character)
        assert character_of(name) is CHARACTERS[character]
    assert character_of("level3") is None


def test_a_name_that_nobody_has_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadSetup, match="did you mean 'level3-gardener'") as refused:
        maker("level3-gardner")
    assert "gardener, builder, gambler, accountant" in str(refused.value)
    for name in ("level6-gardener", "gardener", "greedy-gardener", "level3-"):
        with pytest.raises(BadSetup, match="there are: random, greedy, level1"):
            bot(name, 1, 2)


def test_the_guests_are_told_in_every_language() -> None:
    for each in CHARACTERS.values():
        told = [each.told(lang) for lang in LANGUAGES]
        assert {one.id for one in told} == {each.id}
        assert len({one.line for one in told}) == len({one.title for one in told}) == len(LANGUAGES)
        assert all(one.title.startswith(one.name) for one in told)


# Company -------------------------------------------------------------------------------------------------------------


def test_company_is_as_different_as_can_be() -> None:
    for count in range(1, 9):
        for seed in range(20):
            dealt = company(count, seed)
            assert len(dealt) == count
            assert company(count, seed) == dealt
            assert len(set(dealt[:4])) == min(count, 4)
            assert max(map(dealt.count, dealt)) == -(-count // 4)
    assert len({tuple(company(3, seed)) for seed in range(50)}) > 10


# Plain levels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_a_plain_level_plays_what_its_mind_finds_with_its_own_seed(key: str) -> None:
    """Guests who sit at the same table change nothing: neither what a level thinks with, nor its luck."""
    for view in positions(key, 5, 4):
        mind, number = thinker(view.setup), 5
        budget = Budget(math.inf, 8)
        usual = mind.think(view, budget, seed=11, judge=False).turn
        Guest(3, 11, "gardener").turn(view, budget)
        assert Leveled(number, 11).turn(view, budget) == usual


# At the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_guests_sit_at_every_table(key: str) -> None:
    for number, setup in enumerate(ways(key)):
        draws = Seeded(number, setup.tables.streams, setup.tables.widest)
        state = setup.start()
        state.deal(draws)
        guide = bot("greedy", 1, setup.players)
        name = list(GUESTS)[7 * number % len(GUESTS)]
        for step in range(16):
            if (seat := state.turn()) == OVER:
                break
            player = bot(name, 7, setup.players) if step in (0, 15) else guide
            state.play(seat, ask(player, View.of(setup, state, seat), FEW).code)
            state.deal(draws)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_view_and_budget_give_the_same_turn(key: str) -> None:
    for view in positions(key, 6, 3):
        other = View.of(view.setup, view.imagine(4), view.seat)
        for character in CHARACTERS:
            turn = Guest(4, 9, character).turn(view, FEW)
            Guest(2, 8, "builder").turn(view, FEW)
            assert Guest(4, 9, character).turn(view, FEW) == turn
            assert Guest(4, 9, character).turn(other, FEW) == turn  # and it knows no more than its view


@pytest.mark.parametrize("key", KEYS)
def test_characters_play_differently(key: str) -> None:
    """Each pair of them somewhere on the way through a game, with the same seed and what it knows the same."""
    alike = set(combinations(CHARACTERS, 2))
    for view in positions(key, 1, 300):
        turns = {who: Guest(4, 1, who).turn(view, SOME)[0].code for who in CHARACTERS}
        alike -= {(one, other) for one, other in alike if turns[one] != turns[other]}
        if not alike:
            break
    assert not alike


def test_nobody_at_a_table_of_guests_is_a_clone() -> None:
    """Five seats that see the same cards and have the same seed: plain levels would fill the same sheet."""
    for names in (["level3-gardener"] * 5, [f"level3-{each}" for each in company(5, 3)]):
        match = kvartal.new("welcome", players=5, seed=3)
        players = [maker(name)(1, 5) for name in names]
        while not match.view(0).over and len(match) < 120:
            for seat in match.waiting:
                match.play(seat, ask(players[seat], match.view(seat), SOME))
        told = {tuple(match.setup.game.mind(match.setup).named_terms(match.state, seat).items()) for seat in range(5)}
        assert len(told) > 1


def test_a_gardener_never_has_fewer_parks_for_turns_that_are_as_good() -> None:
    """Where the gardener thinks with the usual weights, what it plays shows at least the parks of what was best."""
    assert not styles(game("welcome"))["gardener"].weights
    more = 0
    for view in positions("welcome", 4, 20):
        guest, seat = Guest(3, 2, "gardener"), view.seat or 0
        mind = thinker(view.setup)
        best = mind.think(view, SOME, seed=guest.seed_at(seat), judge=False).turn
        parks = []
        for turn in (guest.turn(view, SOME), best):
            state = mind.world(view.known, seat, 1)
            for click in turn:
                state.play(seat, click.code)
            parks.append(mind.mind.named_terms(state, seat)["parks"])
        assert parks[0] >= parks[1]
        more += parks[0] > parks[1]
    assert more


# As good as equal ----------------------------------------------------------------------------------------------------


def thought(engine: str, *candidates: tuple[float, float, int]) -> Thought:
    """Candidates by value, error and visits; the first is the best."""
    found = tuple(Candidate((code,), *each) for code, each in enumerate(candidates))
    return Thought((Click(0, 0),), found, {}, engine, 0, 0.0)


def test_only_what_was_looked_at_as_closely_and_is_hardly_worse_is_as_good() -> None:
    race = thought("race", (0.5, 0.1, 9), (0.46, 0.1, 9), (0.44, 0.1, 9), (0.6, 0.3, 3), (0.47, 0.1, 8))
    assert [each.turn for each in characters.as_good(race)] == [(0,), (1,), (4,)]
    tree = thought("tree", (0.5, 0.1, 20), (0.49, 0.1, 10), (0.55, 0.4, 4))
    assert [each.turn for each in characters.as_good(tree)] == [(0,), (1,)]
    assert characters.as_good(thought("race")) == []


# characters.toml -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["estates", "flip", "house", "welcome"])
def test_every_game_gives_every_character_a_style_of_its_own(key: str) -> None:
    box = game(key)
    assert set(styles(box)) == set(CHARACTERS)
    terms = {name for setup in ways(key) for name in box.mind(setup).terms}
    assert terms.issuperset(name for style in styles(box).values() for name in style.likes)
    setup = box.set_up(2)
    kinds = {(tuple(styled(setup, who)), tuple(styles(box)[who].likes.items())) for who in CHARACTERS}
    assert len(kinds) == len(CHARACTERS)


def test_factors_hold_in_every_mode() -> None:
    box = game("flip")
    factor = styles(box)["gardener"].weights["park"]
    for options in ({}, {"recycle": "flip"}):
        setup = box.set_up(2, options)
        usual = box.numbers.weights(box.modes(setup))
        park = list(usual).index("park")
        assert abs(styled(setup, "gardener")[park] - usual["park"] * factor / 100) <= 0.5


def test_a_style_is_no_part_of_the_set_up_but_of_what_a_contest_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = game("flip").set_up(2)
    digest = setup.digest

    def marks() -> list[str]:
        pairs = (("level3", "greedy"), ("level3-gardener", "greedy"))
        return [Contest.of(setup, round_robin(pair, 2), 1).identity(setup)["weights"] for pair in pairs]

    plain, guests = marks()
    monkeypatch.setattr(characters, "styles", lambda _: {})
    assert game("flip").set_up(2).digest == digest
    assert marks()[0] == plain
    assert marks()[1] != guests


def read(folder: Path, text: str) -> None:
    file = folder / "characters.toml"
    file.write_text(text, encoding="utf-8")
    load_styles(file, tuple(CHARACTERS), ["park", "pool"])


WRONG = {
    "gardener = 3": "gardener: a style is tables such as [gardener.weights], not 3",
    "[gardner.weights]": "[gardner]: nobody is called that (did you mean 'gardener'?); there are: gardener, builder",
    "[gardener.weight]": "[gardener.weight]: unknown (did you mean 'weights'?); there are: weights, likes",
    "[gardener]\nlikes = 3": "[gardener.likes]: expected a table, not 3",
    "[gardener.weights]\nperk = 140": "[gardener.weights] perk: no such weight (did you mean 'park'?); there are: park",
    "[gardener.weights]\npark = 1.4": "[gardener.weights] park: expected per cent from 0 to 1000, not 1.4",
    "[gardener.weights]\npark = -5": "[gardener.weights] park: expected per cent from 0 to 1000, not -5",
    "[gardener.likes]\nparks = true": "[gardener.likes] parks: expected a whole number, not True",
    "[gardener": "is not TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_style_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadWeights) as refused:
        read(tmp_path, text)
    assert WRONG[text] in str(refused.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadWeights) as refused:
        read(tmp_path, "[gardener.weights]\nperk = 140\npark = true\n[nobody.likes]\n")
    assert len(refused.value.problems) == 3


def test_a_game_without_the_file_has_guests_all_the_same(tmp_path: Path) -> None:
    assert load_styles(tmp_path / "characters.toml", tuple(CHARACTERS), []) == {}
