"""The two solo games: 2018 with its solo card, 2023 against the rivals of the AAA agency."""

from collections import Counter

import pytest

from games.welcome.table import (
    WELCOME,
    at_table,
    legal,
    play,
    points,
    seat_facts,
    starting_with,
    table_facts,
    tell,
    why,
)
from kvartal.engine.deal import SeededDeal, ToldDeal
from kvartal.engine.match import Match
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.score_lines import rival_lines

PLANS = {"plan1": "e333", "plan2": "e25", "plan3": "e234"}  # A 8/4, B 7/3, C 11/6 in 2023
LOW = ["2", "2", "2"]  # nothing lower than 2 fits any more


def rival(cards: str = "", level: int = 1, **more: object) -> Match:
    """A solo game of 2023 in which the rival holds these cards, by effect, the first one at the bottom."""
    match = at_table(1, edition="2023", rival=level, **{**PLANS, **more})
    cells, tables = match.state.cells, match.setup.tables
    for i, effect in enumerate(cards.split()):
        cells[tables.rival_pile + i] = tables.effect.index(at_effect(effect))
        cells[at.RIVAL_SIZE] = i + 1
    return match


def at_effect(name: str) -> int:
    return ("fence", "value", "park", "pool", "temp", "bis").index(name)


def rival_total(match: Match) -> int:
    lines = rival_lines(WELCOME, match.setup, match.state, WELCOME.words("en"))
    assert sum(line.points for line in lines) == queries.rival_total(match.state)
    return sum(line.points for line in lines)


# 2018 ----------------------------------------------------------------


@pytest.mark.rule("welcome.solo.2018", "welcome.turn.cards", "welcome.turn.pair")
def test_2018_number_and_effect_come_from_two_cards_and_all_three_are_discarded() -> None:
    match = at_table(1, hands=[("8 fence", "7 value", "9 park")])
    assert legal(match) == {"number 1", "number 2", "number 3"}
    assert why(match, "effect 2") == "welcome.turn.pair"
    play(match, 0, "number 2")
    assert legal(match) == {"effect 1", "effect 3"}
    assert why(match, "effect 2") == "welcome.turn.cards"
    play(match, 0, "effect 3", "write 1.5", "park", "done")
    assert table_facts(match)["discard"] == {"8 fence": 1, "7 value": 1, "9 park": 1}


def test_2018_temps_of_another_card_count_when_asking_whether_a_number_fits() -> None:
    match = at_table(1, hands=[("1 fence", "1 value", "3 temp")], sheets={0: {"streets": LOW}})
    assert why(match, "refuse") == "welcome.refusal.forced", "3 fits"
    assert legal(match) == {"number 1", "number 2", "number 3"}, "temps make a 3 of the 1"
    play(match, 0, "number 1")
    assert legal(match) == {"effect 3"}
    assert why(match, "effect 2") == "welcome.choose.fits"
    play(match, 0, "effect 3")
    assert starting_with(match, "temp") == {"3"}
    assert not starting_with(match, "write")


def test_2018_temps_are_never_forced() -> None:
    match = at_table(1, hands=[("1 fence", "1 value", "2 park")], sheets={0: {"streets": LOW}})
    assert legal(match) == {"refuse"}
    match = at_table(1, hands=[("1 fence", "1 value", "4 temp")], sheets={0: {"streets": ["5", "5", "5"]}})
    assert legal(match) == {"refuse"}, "no other card has temps for the 4"


def test_2018_refusal_discards_three_cards_without_a_choice() -> None:
    match = at_table(1, hands=[("1 fence", "1 value", "1 park")], sheets={0: {"streets": LOW}})
    assert legal(match) == {"refuse"}
    play(match, 0, "refuse")
    assert legal(match) == {"done"}
    play(match, 0, "done")
    assert sum(table_facts(match)["discard"].values()) == 3


@pytest.mark.rule("welcome.solo.2018")
def test_2018_the_solo_card_turns_all_plans_and_is_replaced() -> None:
    match = at_table(1, hands=[("8 fence", "7 value", "9 park")])
    match.state.cells[at.DECK_TOP] = at.SPECIAL
    play(match, 0, "number 1", "effect 2", "write 1.1", "done")
    facts = table_facts(match)
    assert facts["flipped"] == [1, 1, 1]
    assert facts["specials"] == 0
    assert match.chance is not None
    assert "solo card" not in match.chance.outcomes


def test_2018_the_solo_card_lies_in_the_lower_42_of_82_places() -> None:
    """From the 41st card on, each card left is as likely to be the solo card as any other."""
    match = Match(WELCOME.set_up(1, {}), ToldDeal())
    seen = {}
    while match.chance and match.state.cells[at.ROUND] < 20:
        weights = match.chance.outcomes
        if match.chance.stream == "top of the deck":
            left = match.state.cells[at.DECK_SIZE] + 1
            seen[left] = weights.get("solo card", 0)
            assert sum(weights.values()) == left if left <= 42 else left - 1
        match.happen(next(iter(weights)))
        while match.waiting:
            codes = match.state.moves(0, len(match.setup.notation))
            moves = [match.setup.notation[code] for code in codes]
            best = next((m for m in moves if m in ("done", "refuse")), moves[0])
            match.play(0, best)
            match.state.cells[match.setup.tables.seats + at.REFUSALS] = 0
    assert {left for left, weight in seen.items() if weight} == set(range(min(seen), 43))


@pytest.mark.rule("welcome.end.deck")
def test_2018_the_game_ends_when_no_card_is_left() -> None:
    rounds = at_table(1)
    rounds.state.cells[at.DECK_SIZE] = 0
    play(rounds, 0, "number 1", "effect 2", "write 1.1", "done")
    assert rounds.outcome().rule.id == "welcome.end.deck"  # type: ignore[union-attr]
    assert rounds.state.place(0) == 1


# 2023 ----------------------------------------------------------------


@pytest.mark.rule("welcome.solo.2023")
def test_2023_the_third_card_goes_on_top_of_the_rivals_pile() -> None:
    match = rival("park")
    play(match, 0, "number 2", "effect 1", "write 1.1", "done")
    facts = table_facts(match)
    assert facts["rival_size"] == 2
    assert [card.split()[1] for card in facts["rival_pile"][:2]] == ["park", "park"]
    assert sum(facts["discard"].values()) == 2


@pytest.mark.rule("welcome.turn.give")
def test_2023_after_a_refusal_the_player_chooses_the_card_to_give() -> None:
    match = at_table(1, hands=[("1 fence", "1 value", "2 park")], sheets={0: {"streets": LOW}}, **PLANS, edition="2023")
    assert legal(match) == {"refuse"}
    play(match, 0, "refuse")
    assert legal(match) == {"give 1", "give 2", "give 3"}
    assert why(match, "done") == "welcome.turn.give"
    play(match, 0, "give 2", "done")
    assert table_facts(match)["rival_pile"][0] == "1 value"
    assert table_facts(match)["discard"] == {"1 fence": 1, "2 park": 1}


LAST_ROUNDS = {  # the rule by which it ends: the sheet before the last round, the hand, the moves of that round
    "welcome.end.refusals": (
        {"streets": ["5", "5", "5"], "refusals": 2},
        ("1 fence", "4 value", "3 temp"),
        ("refuse", "give 3", "done"),
    ),
    "welcome.end.plans": (
        {"streets": ["1 2 | 3 4 5 | 6 7 8 9 |"], "plans": [8, 7, -1]},
        ("8 fence", "7 value", "3 temp"),
        ("number 1", "effect 2", "write 3.1", "plan C", "done"),
    ),
    "welcome.end.full": (
        {"streets": [" ".join(map(str, range(1, 11))), " ".join(map(str, range(1, 12))), "1 2 3 4 5 6 7 8 9 10 11"]},
        ("12 value", "7 value", "3 temp"),
        ("number 1", "effect 2", "write 3.12", "done"),
    ),
}


def last_round(ending: str, version: int | None = None) -> Match:
    """A temp is the third card of the last round; before it the player and the rival have one temp each."""
    sheet, hand, moves = LAST_ROUNDS[ending]
    match = rival("temp park", sheets={0: {"temps": 1, **sheet}}, hands=[hand], version=version)
    assert points(match, "temps") == [7]
    play(match, 0, *moves)
    assert match.outcome().rule.id == ending  # type: ignore[union-attr]
    return match


@pytest.mark.rule("welcome.solo.2023")
@pytest.mark.parametrize("ending", LAST_ROUNDS)
def test_2023_the_last_round_gives_its_card_too_and_a_temp_moves_the_ranking(ending: str) -> None:
    match = last_round(ending)
    assert [card.split()[1] for card in table_facts(match)["rival_pile"][:3]] == ["temp", "park", "temp"]
    assert points(match, "temps") == [4], "two temps of the rival against one"
    assert sum(table_facts(match)["discard"].values()) == 2
    assert seat_facts(match)["hand"] == ["none"] * 3


@pytest.mark.parametrize("ending", LAST_ROUNDS)
def test_2023_by_version_1_the_last_card_stayed_in_the_hand(ending: str) -> None:
    match = last_round(ending, version=1)
    assert table_facts(match)["rival_size"] == 2
    assert points(match, "temps") == [7]


@pytest.mark.rule("welcome.solo.2023")
@pytest.mark.parametrize("level", range(6))
def test_2023_the_rival_gets_one_card_a_round(level: int) -> None:
    options = {"edition": "2023", "rival": level, "roundabouts": True, "plans": "mixed"}
    match = Match(WELCOME.set_up(1, options), SeededDeal(level))
    census = WELCOME.census(match.setup, match.state)
    while not match.over:
        moves = match.moves(0)
        match.play(0, moves[len(match) * 7 % len(moves)])
        assert WELCOME.census(match.setup, match.state) == census
    assert match.state.cells[at.RIVAL_SIZE] == match.state.cells[at.ROUND]


PILE = (  # of Sam after 31 rounds
    "value fence bis fence bis value bis pool value pool temp temp temp fence value value value value value pool park "
    "fence temp value park bis park park value fence park"
)
SHEET = """
edition: 2023
rival: 1
rival cards: {cards}
rival plans: 8 - -
street 1: 1 3 4 6 7 | 8 9p 10 11 14
street 2: 1p | 5 | 6 | 7p | . 9 10 . 12 13 15
street 3: 3 | 4 5 6 7 . 8p . 11 12 13p 14
parks: 3 4 5
values: 1 0 0 0 2 0
temps: 2
refusals: 3
plans: 4 - -
"""


@pytest.mark.rule("welcome.solo.2023", "welcome.score.rival")
@pytest.mark.parametrize(("version", "last", "theirs", "winners"), [(1, "", 91, (0,)), (2, " bis", 92, ())])
def test_2023_the_last_card_decides_and_the_paper_sheet_says_the_same(
    version: int, last: str, theirs: int, winners: tuple[int, ...]
) -> None:
    """Round 32 is the third refusal: 91 to 91 without its card, which is a bis; with it the rival has 92."""
    match = Match(WELCOME.set_up(1, {"edition": "2023", "rival": 1}, version=version), SeededDeal(38))
    while not match.over:
        match.play(0, WELCOME.greedy(match.view(0)))
    assert (match.scores()[0].total, rival_total(match)) == (91, theirs)
    assert match.outcome().winners == winners  # type: ignore[union-attr]
    report = WELCOME.score_sheet(SHEET.format(cards=PILE + last), WELCOME.words("en"))
    assert not report.problems
    assert [sheet.score.total for sheet in report.sheets] == [91, theirs]


@pytest.mark.rule("welcome.solo.approval")
def test_t15_irene_approves_a_and_c_but_not_b() -> None:
    match = rival(level=3, flipped=(0, 0, 1))
    for letter, rival_plans, flipped in (
        ("B", [-1, -1, -1], [0, 0, 1]),
        ("A", [8, -1, -1], [1, 0, 1]),
        ("C", [8, -1, 6], [1, 0, 1]),
    ):
        match.state.cells[at.DECK_TOP] = at.SPECIAL
        match.state.cells[at.SPECIALS] = 1
        play(match, 0, "number 1", "effect 2", "write 1.1", "done")
        tell(match, letter)
        assert table_facts(match)["rival_plans"] == rival_plans
        assert table_facts(match)["flipped"] == flipped
        match = rival_again(match)


def rival_again(match: Match) -> Match:
    """The same game a round later: hand refilled by whatever comes, house 1.1 emptied for the next test move."""
    while match.chance:
        outcomes = match.chance.outcomes
        match.happen(next(name for name in outcomes if name != "approval"))
    cells, tables = match.state.cells, match.setup.tables
    cells[tables.seats + at.NUMBERS] = at.EMPTY
    cells[tables.seats + at.BUILT] = 0
    return match


@pytest.mark.rule("welcome.plan.first")
def test_2023_a_plan_completed_in_the_round_of_the_approval_gives_the_lower_value() -> None:
    match = rival(level=5, sheets={0: {"streets": ["1 2 3 |", "1 2 3 | ", "1 2 . |"]}})
    match.state.cells[at.DECK_TOP] = at.SPECIAL
    play(match, 0, "number 1", "effect 2", "write 1.9", "done")
    tell(match, "A")
    assert table_facts(match)["rival_plans"][0] == 8
    while match.chance:
        match.happen(next(name for name in reversed(match.chance.outcomes) if name != "approval"))
    play(match, 0, next(f"number {i}" for i in (1, 2, 3) if f"number {i}" in legal(match)))
    play(match, 0, min(legal(match)), "write 3.3", "plan A")
    assert seat_facts(match)["plans"][0] == 4


def test_t16_sam_with_five_park_cards() -> None:
    match = rival("park park park park park")
    lines = rival_lines(WELCOME, match.setup, match.state, WELCOME.words("en"))
    assert lines[0].points == 5


def test_t17_sam_with_four_temp_cards_against_four_boxes() -> None:
    match = rival("temp fence temp fence temp fence temp", sheets={0: {"temps": 4}})
    assert points(match, "temps") == [7]
    lines = [line.points for line in rival_lines(WELCOME, match.setup, match.state, WELCOME.words("en"))]
    assert lines[:1] == [4]
    assert 7 in lines


def test_t17_fewer_temps_than_the_rival_are_second_and_none_are_nothing() -> None:
    assert points(rival("temp temp temp", sheets={0: {"temps": 1}}), "temps") == [4]
    assert points(rival("temp temp temp"), "temps") == []
    assert points(rival("park", sheets={0: {"temps": 1}}), "temps") == [7]


@pytest.mark.rule("welcome.score.rival")
def test_t18_sams_estate_of_three_cards_and_a_bis() -> None:
    match = rival("fence park value pool bis fence")
    assert queries.rival_estates(match.state) == [(5, 10)]
    assert rival_total(match) == 10 + 2 * 1 + 1 + 2  # estate, two fences, a park, a pool


@pytest.mark.rule("welcome.score.rival")
def test_only_the_five_largest_estates_score_and_they_are_chosen_by_houses() -> None:
    """Two houses without a value card count before one house worth two."""
    match = rival("park park fence park park fence park park fence park park fence park park fence value")
    assert sorted(queries.rival_estates(match.state)) == [(1, 2)] + [(2, 2)] * 5
    assert [estate[0] for estate in queries.rival_best(match.state)] == [2] * 5
    by_houses = rival("park park fence park park fence park park fence park park fence bis fence value fence value")
    best = queries.rival_best(by_houses.state)
    assert sum(estate[1] for estate in best) == 10, "by points a valued single house would do as well, never better"
    vera = rival("park park fence park park fence park park fence park park fence park park fence value", level=5)
    best = queries.rival_best(vera.state)
    assert sum(estate[1] for estate in best) == 10, "the single house worth 3 is left out although it is worth more"


def test_fences_side_by_side_make_no_estate() -> None:
    match = rival("fence fence park fence fence fence")
    assert queries.rival_estates(match.state) == [(1, 1)]


@pytest.mark.rule("welcome.tie")
@pytest.mark.parametrize(("estates", "cards", "place"), [("1 | 2 |", "park", 1), ("1 |", "park", 0), ("", "park", 0)])
def test_2023_equal_points_are_decided_by_estates(estates: str, cards: str, place: int) -> None:
    """Sam: one park card is 1 for the park and 1 for the estate."""
    match = rival(cards, sheets={0: {"streets": [estates]}})
    mine, theirs = match.state.score(0), rival_total(match)
    queries.give_places(match.state)
    assert (mine >= theirs) == (place == 1)
    assert match.state.place(0) == place


def test_2023_equal_points_and_equal_estates_are_shared() -> None:
    even = rival("park fence", sheets={0: {"streets": ["1 |"], "values": [1, 0, 0, 0, 0, 0]}})
    assert (even.state.score(0), rival_total(even)) == (3, 3)
    queries.give_places(even.state)
    assert even.state.place(0) == 1


@pytest.mark.rule("welcome.score.temps.closed")
@pytest.mark.parametrize(("temps", "worth"), [(0, 0), (1, 1), (2, 1), (3, 4), (5, 4), (6, 7)])
def test_level_0_gives_places_by_your_own_boxes_and_scores_nothing(temps: int, worth: int) -> None:
    match = rival("park temp temp temp temp temp temp temp", level=0, sheets={0: {"temps": temps}})
    assert match.scores()[0].total == worth
    assert rival_total(match) == 0
    queries.give_places(match.state)
    assert match.state.place(0) == 1


@pytest.mark.rule("welcome.solo.approval")
def test_level_0_still_turns_plans() -> None:
    match = rival(level=0)
    match.state.cells[at.DECK_TOP] = at.SPECIAL
    play(match, 0, "number 1", "effect 2", "write 1.1", "done")
    tell(match, "B")
    assert table_facts(match)["flipped"] == [0, 1, 0]
    assert queries.rival_total(match.state) == 0


def test_2023_passes_of_63_42_and_28_cards() -> None:
    """Only the own discard is reshuffled; two approval cards are in it. Rounds: 21, then 14."""
    match = Match(WELCOME.set_up(1, {"edition": "2023", "rival": 5}), SeededDeal(5))
    census = WELCOME.census(match.setup, match.state)
    begun: dict[int, tuple[int, int]] = {}  # pass → its first round, and its cards with the three of that round
    approvals = Counter[int]()
    while not match.over:
        cells = match.state.cells
        begun.setdefault(cells[at.PASSES], (cells[at.ROUND], cells[at.DECK_SIZE] + 3))
        moves = sorted(legal(match))
        match.play(0, "done" if "done" in moves else moves[-1])
        cells[match.setup.tables.seats + at.REFUSALS] = 0
        if cells[at.ROUND] > 36:
            break
        assert WELCOME.census(match.setup, match.state) == census
        approvals[cells[at.PASSES]] = sum(cells[at.LETTERS + i] for i in range(3))
    assert begun == {0: (1, 63), 1: (22, 42), 2: (36, 28)}
    assert approvals[0] <= 1
    assert approvals[1] == 3


def test_2023_the_first_approval_lies_among_the_last_21_cards() -> None:
    match = Match(WELCOME.set_up(1, {"edition": "2023"}), ToldDeal())
    while match.chance:
        if match.chance.stream == "top of the deck":
            assert "approval" not in match.chance.outcomes
        match.happen(next(iter(match.chance.outcomes)))
    match.state.cells[at.DECK_SIZE] = 20
    match.state.cells[at.WAIT] = at.DRAW_TOP
    assert match.chance is not None
    assert "approval" in match.chance.outcomes


@pytest.mark.parametrize("options", [{}, {"edition": "2023"}])
def test_solo_offers_only_hands_that_lead_somewhere(options: dict[str, object]) -> None:
    for seed in range(5):
        match = Match(WELCOME.set_up(1, {"roundabouts": True, "plans": "mixed", **options}), SeededDeal(seed))
        while not match.over:
            moves = match.moves(0)
            assert moves
            match.play(0, moves[len(match) * 7 % len(moves)])
