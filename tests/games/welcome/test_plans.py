"""City plans: every card, every kind of requirement, who gets how much, which estates are spent."""

import pytest

from games.welcome.table import WELCOME, at_table, legal, play, seat_facts, starting_with, table_facts, why
from kvartal.engine.option import BadSetup

# Sections 3.1 to 3.4 of the fact sheet, typed in once more: (deck, sizes, first, later).
BASIC_2018 = {
    "e111111": (1, "111111", 8, 4),
    "e2222": (1, "2222", 8, 4),
    "e333": (1, "333", 8, 4),
    "e44": (1, "44", 6, 3),
    "e55": (1, "55", 8, 4),
    "e66": (1, "66", 10, 6),
    "e1116": (2, "1116", 11, 6),
    "e225": (2, "225", 10, 6),
    "e334": (2, "334", 12, 7),
    "e36": (2, "36", 8, 4),
    "e45": (2, "45", 9, 5),
    "e1114": (2, "1114", 9, 5),
    "e126": (3, "126", 12, 7),
    "e145": (3, "145", 13, 7),
    "e34": (3, "34", 7, 3),
    "e25": (3, "25", 7, 3),
    "e1223": (3, "1223", 11, 6),
    "e235": (3, "235", 13, 7),
}
STANDARD_2023 = {
    **{name: BASIC_2018[name] for name in BASIC_2018 if name not in ("e34", "e25")},
    "e25": (2, "25", 7, 3),
    "e34": (2, "34", 7, 3),
    "e234": (3, "234", 11, 6),
    "e125": (3, "125", 11, 6),
    "e136": (3, "136", 13, 7),
}
EXPERT_2018 = {
    "street3": (1, 8, 4),
    "street1": (1, 6, 3),
    "fivebis": (1, 8, 3),
    "temps7": (1, 6, 3),
    "ends": (1, 7, 4),
    "parks2": (2, 7, 4),
    "pools2": (2, 7, 4),
    "green3": (2, 10, 5),
    "green2": (2, 8, 3),
    "greenround": (2, 10, 5),
}
ADVANCED_2023 = {
    "a1": (1, 10, 6),
    "a2": (1, 9, 5),
    "a3": (1, 13, 7),
    "a4": (1, 14, 8),
    "a5": (1, 9, 5),
    "a6": (1, 13, 7),
    "b1": (2, 11, 6),
    "b2": (2, 12, 7),
    "b3": (2, 8, 4),
    "b4": (2, 12, 7),
    "b5": (2, 14, 8),
    "c1": (3, 7, 4),
    "c2": (3, 6, 3),
    "c3": (3, 7, 4),
    "c4": (3, 6, 3),
    "c5": (3, 6, 3),
    "c6": (3, 8, 4),
}
KIND = [("8", "value"), ("7", "value"), ("9", "value")]


def test_the_decks_are_complete() -> None:
    from kvartal.games.welcome.rules.numbers import plan_names

    assert set(plan_names("2018")) == {*BASIC_2018, *EXPERT_2018}
    assert len(BASIC_2018) == 18
    assert len(EXPERT_2018) == 10
    assert set(plan_names("2023")) == {*STANDARD_2023, *ADVANCED_2023}
    assert len(STANDARD_2023) == 21
    assert len(ADVANCED_2023) == 17


@pytest.mark.parametrize(
    ("edition", "name"),
    [("2018", name) for name in [*BASIC_2018, *EXPERT_2018]]
    + [("2023", name) for name in [*STANDARD_2023, *ADVANCED_2023]],
)
def test_first_and_later_values(edition: str, name: str) -> None:
    table = {**BASIC_2018, **EXPERT_2018} if edition == "2018" else {**STANDARD_2023, **ADVANCED_2023}
    deck, *_, first, later = table[name]
    base = f"plans_{edition}.{name}"
    data = WELCOME.data
    assert [data.get_value(f"{base}.{key}") for key in ("deck", "first", "later")] == [deck, first, later]
    if name in BASIC_2018 or name in STANDARD_2023:
        assert "".join(map(str, data.get_value(f"{base}.sizes"))) == table[name][1]


def estates(sizes: str) -> list[str]:
    """Streets that hold estates of these sizes, filled from the first street on, in the order given."""
    streets, left = ["", "", ""], [10, 11, 12]
    for size in sorted(map(int, sizes), reverse=True):
        street = next(s for s in range(3) if left[s] >= size)
        used = len([t for t in streets[street].split() if t != "|"])
        streets[street] += " ".join(str(n) for n in range(used, used + size)) + " | "
        left[street] -= size
    return streets


@pytest.mark.parametrize(
    ("edition", "name"), [("2018", name) for name in BASIC_2018] + [("2023", name) for name in STANDARD_2023]
)
@pytest.mark.rule("welcome.plan", "welcome.plan.unmet")
def test_every_standard_plan_is_met_by_its_estates_and_not_by_fewer(edition: str, name: str) -> None:
    deck, sizes, first, _ = (BASIC_2018 if edition == "2018" else STANDARD_2023)[name]
    options = {"plan3": "e235"} if edition == "2023" else {}
    options[f"plan{deck}"] = name
    move = f"plan {deck}" if edition == "2018" else f"plan {'ABC'[deck - 1]}"
    match = at_table(pairs=KIND, sheets={0: {"streets": estates(sizes)}}, edition=edition, **options)
    play(match, 0, "take 1", min(m for m in legal_after_take(match) if m.startswith("write")))
    assert move in legal(match), seat_facts(match)["estates"]
    play(match, 0, move)
    assert seat_facts(match)["plans"][deck - 1] == first
    assert "spent now" in seat_facts(match)["marks"]
    less = at_table(pairs=KIND, sheets={0: {"streets": estates(sizes[1:])}}, edition=edition, **options)
    play(less, 0, "take 1", min(m for m in legal_after_take(less) if m.startswith("write")))
    assert why(less, move) == "welcome.plan.unmet"


def legal_after_take(match: object) -> set[str]:
    trial = match.at(len(match))  # type: ignore[attr-defined, arg-type]
    trial.play(0, "take 1")
    return legal(trial)


# Kinds of advanced plans ----------------------------------------------------------------


def offered(move: str, sheet: dict[str, object], **options: object) -> bool:
    """Is the plan offered after a number that changes nothing about it?"""
    match = at_table(pairs=KIND, sheets={0: sheet}, roundabouts=True, **options)
    play(match, 0, "take 1")
    play(match, 0, max(m for m in legal(match) if m.startswith("write")))
    return move in legal(match)


FULL_1 = "0 1 2 3 4 5 6 7 9 10"


@pytest.mark.rule("welcome.plan.houses", "welcome.fence.spent")
def test_a_whole_street_needs_every_house_and_marks_it_without_freezing_fences() -> None:
    options = {"plan1": "street1"}
    assert offered("plan 1", {"streets": [FULL_1]}, **options)
    match = at_table(
        pairs=[("8", "fence"), ("7", "value"), ("9", "park")], sheets={0: {"streets": [FULL_1]}}, **options
    )
    play(match, 0, "take 1", "write 2.1", "plan 1")
    assert seat_facts(match)["plans"][0] == 6
    assert seat_facts(match)["marks"][:10] == ["marked now"] * 10
    assert why(match, "fence 1.3") is None, "single marked houses may be fenced (section 12, 4)"
    play(match, 0, "fence 1.3")
    assert seat_facts(match)["free_estates"] == [0] * 6, "but they serve no other plan"
    assert not offered("plan 1", {"streets": [". 1 2 3 4 5 6 7 9 10"]}, **options)


def test_a_roundabout_counts_as_built_for_whole_streets_and_ends_unless_switched_off() -> None:
    sheet = {"streets": ["o 1 2 3 4 5 6 7 9 10"]}
    assert offered("plan 1", sheet, plan1="street1")
    assert not offered("plan 1", sheet, plan1="street1", roundabout_built=False)
    ends = {"streets": ["o . . . . . . . . 10", "1 . . . . . . . . . 10", "1 . . . . . . . . . . 10"]}
    assert offered("plan 1", ends, plan1="ends")
    assert not offered("plan 1", ends, plan1="ends", roundabout_built=False)


@pytest.mark.rule("welcome.plan.houses")
def test_houses_already_used_fail_the_plans_about_streets_and_ends() -> None:
    spent = {"streets": ["0 1 | 2 3 4 5 6 7 9 10"], "spent": ["1.1"]}
    assert not offered("plan 1", spent, plan1="street1")
    ends = {"streets": ["1 | . . . . . . . . 10", "1 . . . . . . . . . 10", "1 . . . . . . . . . . 10"]}
    assert offered("plan 1", ends, plan1="ends")
    assert not offered("plan 1", ends | {"spent": ["1.1"]}, plan1="ends")
    marked = {"streets": ["1 |", "1 |", "1 |"], "marked": ["1.1"]}
    assert not offered("plan 1", marked, plan1="e111111")


@pytest.mark.rule("welcome.plan.houses")
def test_street_ends_mark_six_houses() -> None:
    sheet = {"streets": ["1 . . . . . . . . 10", "1 . . . . . . . . . 10", "1 . . . . . . . . . . 10"]}
    match = at_table(pairs=KIND, sheets={0: sheet}, plan1="ends")
    play(match, 0, "take 1", "write 1.5", "plan 1", "done")
    play(match, 1, "take 1", "write 1.5", "done")
    marks = seat_facts(match)["marks"]
    assert [i for i, mark in enumerate(marks) if mark == "marked"] == [0, 9, 10, 20, 21, 32]
    assert seat_facts(match)["plans"][0] == 7


@pytest.mark.parametrize(("bis", "met"), [("3 3b 3b 3b 3b 3b", True), ("3 3b 3b 3b 3b", False)])
def test_five_bis_on_one_street(bis: str, met: bool) -> None:
    assert offered("plan 1", {"streets": [bis, "4 4b 4b"]}, plan1="fivebis") == met


@pytest.mark.parametrize(("temps", "met"), [(7, True), (6, False)])
def test_seven_temps(temps: int, met: bool) -> None:
    assert offered("plan 1", {"temps": temps}, plan1="temps7") == met


@pytest.mark.parametrize(("parks", "met"), [([3, 4, 0], True), ([3, 0, 5], True), ([3, 3, 4], False)])
def test_all_parks_on_two_streets(parks: list[int], met: bool) -> None:
    assert offered("plan 2", {"parks": parks}, plan2="parks2") == met
    assert offered("plan C", {"parks": parks}, plan3="c3", edition="2023") == met


POOLS_1 = ". . 3p . . . 7p 8p"
POOLS_2 = "1p . . 4p . . . 8p"
POOLS_3 = ". 2p . . . . 7p . . . 11p"


@pytest.mark.parametrize(
    ("streets", "met"), [([POOLS_1, POOLS_2], True), (["", POOLS_2, POOLS_3], True), ([POOLS_1, "1p . . 4p"], False)]
)
def test_all_pools_on_two_streets(streets: list[str], met: bool) -> None:
    assert offered("plan 2", {"streets": streets}, plan2="pools2") == met


def test_parks_and_pools_of_one_street() -> None:
    assert offered("plan 2", {"streets": ["", "", POOLS_3], "parks": [0, 0, 5]}, plan2="green3")
    assert not offered("plan 2", {"streets": ["", "", POOLS_3], "parks": [0, 0, 4]}, plan2="green3")
    assert offered("plan 2", {"streets": ["", POOLS_2], "parks": [0, 4, 0]}, plan2="green2")
    assert not offered("plan 2", {"streets": ["", POOLS_2, POOLS_3], "parks": [0, 0, 5]}, plan2="green2")


def test_parks_pools_and_a_roundabout_on_one_street() -> None:
    done = {"streets": [POOLS_1 + " o"], "parks": [3, 0, 0]}
    assert offered("plan 2", done, plan2="greenround")
    elsewhere = {"streets": [POOLS_1, "o"], "parks": [3, 0, 0]}
    assert not offered("plan 2", elsewhere, plan2="greenround")


ENDS_OF_ONE = ["1 | . . . . . . . . | 10", "1 | . . . . . . . . . | 10", "1 | . . . . . . . . . . | 10"]


def test_a1_needs_real_estates_of_one_at_all_six_ends() -> None:
    assert offered("plan A", {"streets": ENDS_OF_ONE}, plan1="a1", edition="2023")
    roundabout = ["o | . . . . . . . . | 10", *ENDS_OF_ONE[1:]]
    assert not offered("plan A", {"streets": roundabout}, plan1="a1", edition="2023")
    two = ["1 2 | . . . . . . . | 10", *ENDS_OF_ONE[1:]]
    assert not offered("plan A", {"streets": two}, plan1="a1", edition="2023")
    spent = {"streets": ENDS_OF_ONE, "spent": ["1.1"]}
    assert not offered("plan A", spent, plan1="a1", edition="2023")


@pytest.mark.parametrize(
    ("plan", "good", "bad"),
    [
        ("a2", ["1 2 | 3 4 5 6 7 9 |"], ["", "1 2 | 3 4 5 6 7 9"]),
        ("a3", ["", "1 2 3 | 4 5 6 7 | 9 10 11 12"], ["1 2 3 | 4 5 6 7 |", "9 10 11 12 |"]),
        ("a4", ["", "", "0 1 2 | 3 4 5 | 6 7 9 10 11 12"], ["0 1 2 |", "0 1 2 |", "0 1 2 3 4 5 |"]),
        ("a5", ["0 1 2 3 | 4 5 6 7 | o"], ["0 1 2 3 | 4 5 6 7 |", "o"]),
        ("a6", ["0 1 | 2 3 | 4 5 6 | o . o"], ["0 1 | 2 3 | 4 5 6 | o", "o"]),
    ],
)
def test_estates_of_one_street(plan: str, good: list[str], bad: list[str]) -> None:
    assert offered("plan A", {"streets": good}, plan1=plan, edition="2023")
    assert not offered(
        "plan A", {"streets": [street + " |" if street else "" for street in bad]}, plan1=plan, edition="2023"
    )


@pytest.mark.parametrize(
    ("plan", "good", "bad"),
    [
        ("b1", ["1 1b | 2 2b | 3 4 5 5b |"], ["1 1b | 2 3 | 3 4 5 5b |"]),
        ("b2", ["1 1b 1b 2 | 3 3b 4 4b 5 |"], ["1 1b 2 3 | 4 4b 5 5b 6 |"]),
        ("b3", [". . | 3p | . . . | 7p 8 |", "1p |"], [". . | 3p | . . . | 7p 8 |", "1 |"]),
        ("b4", ["1 2 3p | . . . | 7p 8 |", "1p 2 3 |"], ["1 2 3p | . . . | 7p 8 |", "1 2 3 |"]),
        ("b5", ["1 2 3p 3b 4 |", "1p 1b 2 3 4 5 |"], ["1 2 3p 4 5 |", "1p 1b 2 3 4 5 |"]),
    ],
)
def test_estates_with_pools_and_bis(plan: str, good: list[str], bad: list[str]) -> None:
    assert offered("plan B", {"streets": good}, plan2=plan, plan3="e234", edition="2023")
    assert not offered("plan B", {"streets": bad}, plan2=plan, plan3="e234", edition="2023")


@pytest.mark.parametrize(
    ("plan", "good", "bad"),
    [
        ("c1", {"parks": [3, 4, 0]}, {"parks": [3, 3, 0]}),
        ("c2", {"parks": [2, 2, 2]}, {"parks": [3, 4, 1]}),
        ("c4", {"temps": 5}, {"temps": 4}),
        ("c5", {"values": [0, 2, 1, 1, 1, 1]}, {"values": [0, 2, 1, 1, 1, 0]}),
        ("c6", {"values": [1, 2, 3, 0, 0, 0]}, {"values": [1, 2, 2, 3, 3, 3]}),
    ],
)
def test_boxes(plan: str, good: dict[str, object], bad: dict[str, object]) -> None:
    assert offered("plan C", good, plan3=plan, edition="2023")
    assert not offered("plan C", bad, plan3=plan, edition="2023")


def test_plans_about_boxes_spend_nothing() -> None:
    sheet = {"streets": estates("44"), "parks": [3, 4, 0]}
    match = at_table(pairs=KIND, sheets={0: sheet}, plan3="c1", edition="2023")
    play(match, 0, "take 1", "write 2.5", "plan C")
    assert set(seat_facts(match)["marks"]) == {"none"}
    assert "plan A" in legal(match)


# Spending and choosing ----------------------------------------------------------------


@pytest.mark.rule("welcome.plan.once")
def test_a_plan_is_approved_once() -> None:
    match = at_table(pairs=KIND, sheets={0: {"streets": estates("44"), "plans": [6, -1, -1]}})
    play(match, 0, "take 1", "write 2.5")
    assert why(match, "plan 1") == "welcome.plan.once"


@pytest.mark.rule("welcome.use.now", "welcome.use.size", "welcome.use.estate", "welcome.use.spent", "welcome.plan.mark")
def test_the_player_chooses_when_there_are_more_estates_than_needed() -> None:
    match = at_table(
        pairs=KIND, sheets={0: {"streets": ["0 1 2 3 | 4 5 6 |", "0 1 2 3 |", "0 1 2 3 |"]}}, plan1="e44", plan2="e36"
    )
    play(match, 0, "take 1", "write 3.9")
    assert why(match, "use 1.1") == "welcome.use.now"
    play(match, 0, "plan 1")
    assert legal(match) == {"use 1.1", "use 2.1", "use 3.1"}
    assert why(match, "done") == "welcome.plan.mark"
    assert why(match, "use 1.5") == "welcome.use.size"
    assert why(match, "use 1.2") == why(match, "use 2.5") == "welcome.use.estate"
    play(match, 0, "use 3.1")
    assert why(match, "use 3.1") == "welcome.use.spent"
    assert legal(match) == {"use 1.1", "use 2.1"}
    play(match, 0, "use 1.1")
    facts = seat_facts(match)
    assert facts["plans"][0] == 6
    assert facts["free_estates"] == [0, 0, 1, 1, 0, 0]
    assert facts["estates"] == [0, 0, 1, 3, 0, 0], "spent estates still count at the end"


def test_nothing_is_asked_when_there_is_nothing_to_choose() -> None:
    match = at_table(pairs=KIND, sheets={0: {"streets": estates("44")}}, plan1="e44")
    play(match, 0, "take 1", "write 2.9", "plan 1")
    assert seat_facts(match)["plans"][0] == 6


@pytest.mark.rule("welcome.use.street")
def test_on_any_one_street_the_first_estate_fixes_the_street() -> None:
    sheet = {"streets": ["0 1 2 3 | 4 5 6 7 | o", "0 1 2 3 | 4 5 6 7 | o"]}
    match = at_table(pairs=KIND, sheets={0: sheet}, plan1="a5", roundabouts=True, edition="2023", plan3="e234")
    play(match, 0, "take 1", "write 3.5", "plan A")
    assert legal(match) == {"use 1.1", "use 1.5", "use 2.1", "use 2.5"}
    play(match, 0, "use 2.5")
    assert seat_facts(match)["plans"][0] == 9, "the other one of street 2 is no choice any more"
    assert seat_facts(match)["marks"][10:18] == ["spent now"] * 8
    assert seat_facts(match)["marks"][:10] == ["none"] * 10


@pytest.mark.rule("welcome.use.street")
def test_an_estate_of_a_street_without_a_roundabout_does_not_serve() -> None:
    sheet = {"streets": ["0 1 2 3 | 4 5 6 7 | o", "0 1 2 3 | 4 5 6 7 |", "0 1 2 3 | 4 5 6 7 | 9 10 11 | o"]}
    match = at_table(pairs=KIND, sheets={0: sheet}, plan1="a5", roundabouts=True, edition="2023", plan3="e234")
    play(match, 0, "take 1", "write 2.11", "plan A")
    assert why(match, "use 2.1") == "welcome.use.street"
    assert starting_with(match, "use") == {"1.1", "1.5", "3.1", "3.5"}


def test_two_plans_compete_for_an_estate() -> None:
    """4,4 and 4,5 with only two fours: one of them goes without."""
    match = at_table(pairs=KIND, sheets={0: {"streets": estates("544")}}, plan1="e44", plan2="e45")
    play(match, 0, "take 1", "write 3.9")
    assert {"plan 1", "plan 2"} <= legal(match)
    play(match, 0, "plan 2")
    assert starting_with(match, "use") == {"1.6", "2.1"}, "the five is no choice, the four is"
    play(match, 0, min(legal(match)))
    assert why(match, "plan 1") == "welcome.plan.unmet"


@pytest.mark.rule("welcome.plan.first")
@pytest.mark.parametrize("edition", ["2018", "2023"])
def test_everybody_in_the_first_round_gets_the_higher_value_and_later_ones_the_lower(edition: str) -> None:
    sheets = {seat: {"streets": estates("44")} for seat in range(3)}
    move = "plan 1" if edition == "2018" else "plan A"
    match = at_table(3, pairs=KIND, sheets=sheets, plan1="e44", plan3="e235", edition=edition, reshuffle="off")
    for seat in range(3):
        play(match, seat, "take 1", "write 3.9", *([move] if seat < 2 else []), "done")
    assert [seat_facts(match, seat)["plans"][0] for seat in range(3)] == [6, 6, -1]
    assert table_facts(match)["flipped"][0] == 1
    while match.chance:
        match.happen(next(name for name in match.chance.outcomes if int(name.split()[0]) > 9))
    play(match, 2, "take 1", "write 3.11", move)
    assert seat_facts(match, 2)["plans"][0] == 3


def test_several_plans_in_one_round_and_in_a_refusal_round() -> None:
    streets = ["0 1 2 3 | 4 5 6 7 | 15 16", "10 11 12 13 14 15 | 16 17", "14 15 16 | 17"]
    match = at_table(
        pairs=[("1", "fence"), ("1", "value"), ("1", "park")],
        sheets={0: {"streets": streets, "refusals": 1}},
        plan1="e44",
        plan2="e36",
        plan3="e25",
    )
    assert legal(match) == {"refuse"}
    play(match, 0, "refuse", "plan 1", "plan 2")
    assert seat_facts(match)["plans"] == [6, 8, -1]
    assert seat_facts(match)["refusals"] == 2


@pytest.mark.rule("welcome.end.plans")
def test_the_third_plan_ends_the_game_after_the_round() -> None:
    match = at_table(pairs=KIND, sheets={0: {"streets": estates("44"), "plans": [-1, 8, 12]}}, plan1="e44")
    play(match, 0, "take 1", "write 3.9", "plan 1", "done")
    assert not match.over
    play(match, 1, "take 2", "write 1.1", "done")
    assert match.outcome().rule.id == "welcome.end.plans"  # type: ignore[union-attr]
    assert match.ranking() == [(0,), (1,)]


@pytest.mark.parametrize("edition", ["2018", "2023"])
def test_an_approval_may_wait(edition: str) -> None:
    match = at_table(pairs=KIND, sheets={0: {"streets": estates("44")}}, plan1="e44", plan3="e235", edition=edition)
    play(match, 0, "take 1", "write 3.9", "done")
    assert seat_facts(match)["plans"][0] == -1
    play(match, 1, "take 1", "write 3.9", "done")
    while match.chance:
        match.happen(next(name for name in match.chance.outcomes if int(name.split()[0]) > 9))
    play(match, 0, "take 1", "write 3.11")
    assert ("plan 1" if edition == "2018" else "plan A") in legal(match)


# Options ----------------------------------------------------------------


@pytest.mark.rule("welcome.setup.plans")
def test_which_plans_are_drawn() -> None:
    def drawable(place: int, **options: object) -> set[str]:
        setup = WELCOME.set_up(2, options)
        names = WELCOME.plan_names(setup.tables)  # type: ignore[arg-type]
        return {names[plan] for plan in setup.tables.decks[place]}  # type: ignore[attr-defined]

    assert drawable(0) == {name for name, plan in BASIC_2018.items() if plan[0] == 1}
    assert drawable(0, plans="expert") == {name for name, plan in EXPERT_2018.items() if plan[0] == 1}
    assert drawable(2, plans="expert") == {name for name, plan in BASIC_2018.items() if plan[0] == 3}
    assert len(drawable(0, plans="mixed")) == 11
    assert "greenround" not in drawable(1, plans="mixed")
    assert "greenround" in drawable(1, plans="mixed", roundabouts=True)
    new = {"edition": "2023", "plans": "expert"}
    assert drawable(0, **new) == {"a1", "a2", "a3", "a4"}
    assert drawable(0, **new, roundabouts=True) == {"a1", "a2", "a3", "a4", "a5", "a6"}
    assert drawable(1, **new) == {"b1", "b2", "b3", "b4", "b5"}


def test_plans_chosen_by_name() -> None:
    with pytest.raises(BadSetup, match="no plan of 2018, deck 1"):
        WELCOME.set_up(2, {"plan1": "a1"})
    with pytest.raises(BadSetup, match="roundabouts=on"):
        WELCOME.set_up(2, {"plan2": "greenround"})
    with pytest.raises(BadSetup, match="plan1"):
        WELCOME.set_up(2, {"plan1": "nonsense"})
