"""The order of a turn, the six effects, refusals and roundabouts: every rule by which a move is refused."""

import pytest

from games.welcome.table import at_table, house, legal, play, row, seat_facts, starting_with, why
from kvartal.games.welcome.rules import ids

P3 = {"plan3": "e235"}
EDITIONS = pytest.mark.parametrize("edition", ["2018", "2023"])


@pytest.mark.rule("welcome.turn.choose", "welcome.turn.first", "welcome.turn.write", "welcome.turn.hand")
def test_choose_then_write_then_the_rest() -> None:
    match = at_table()
    assert legal(match) == {"take 1", "take 2", "take 3"}
    assert why(match, "write 1.1") == "welcome.turn.write"
    assert why(match, "done") == why(match, "fence 1.1") == why(match, "plan 1") == "welcome.turn.first"
    assert why(match, "effect 1") == why(match, "give 1") == "welcome.turn.hand"
    play(match, 0, "take 1")
    assert why(match, "take 2") == why(match, "refuse") == "welcome.turn.choose"
    assert why(match, "done") == "welcome.turn.first"
    play(match, 0, "write 1.1")
    assert why(match, "write 1.2") == "welcome.turn.write"
    assert "done" in legal(match)


@pytest.mark.rule("welcome.turn.done")
def test_a_confirmed_seat_waits() -> None:
    match = play(at_table(), 0, "take 1", "write 1.1", "done")
    assert why(match, "done") == "engine.move.waiting"
    assert match.state.refusal(0, match.setup.code("done")) == ids.TURN_DONE
    match.undo(0)
    assert "done" in legal(match), "a confirmation can be withdrawn until the last seat has confirmed"


@EDITIONS
@pytest.mark.rule("welcome.effect.optional", "welcome.effect.once", "welcome.effect.other")
def test_an_effect_is_optional_once_and_the_one_of_the_pair(edition: str) -> None:
    match = play(at_table(edition=edition, **P3), 0, "take 1", "write 1.5")
    assert why(match, "park") == why(match, "value 1") == why(match, "bis 1.6 left") == "welcome.effect.other"
    assert "done" in legal(match)
    play(match, 0, "fence 1.1")
    assert why(match, "fence 1.2") == "welcome.effect.once"


@pytest.mark.rule("welcome.write.empty", "welcome.write.order")
def test_numbers_ascend_and_houses_are_written_once() -> None:
    match = at_table(
        sheets={0: {"streets": ["3 . 8 8b", ". 12", "7"]}}, pairs=[("8", "park"), ("9", "park"), ("5", "park")]
    )
    play(match, 0, "take 1")
    assert why(match, "write 1.1") == "welcome.write.empty"
    assert why(match, "write 1.2") == why(match, "write 1.5") == "welcome.write.order", "no second 8"
    assert starting_with(match, "write") == {"2.1", *(f"3.{i}" for i in range(2, 13))}


@pytest.mark.rule("welcome.choose.fits", "welcome.refusal", "welcome.refusal.forced", "welcome.effect.refused")
@EDITIONS
def test_who_can_write_must_and_otherwise_takes_a_refusal(edition: str) -> None:
    sheets = {0: {"streets": ["2", "2", "2"]}}
    match = at_table(pairs=[("1", "fence"), ("3", "value"), ("2", "park")], sheets=sheets, edition=edition, **P3)
    assert legal(match) == {"take 2"}
    assert why(match, "take 1") == "welcome.choose.fits"
    assert why(match, "refuse") == "welcome.refusal.forced"
    stuck = at_table(pairs=[("1", "fence"), ("2", "value"), ("2", "park")], sheets=sheets, edition=edition, **P3)
    assert legal(stuck) == {"refuse"}
    play(stuck, 0, "refuse")
    assert why(stuck, "fence 1.2") == why(stuck, "park") == "welcome.effect.refused"
    assert seat_facts(stuck)["refusals"] == 1


@EDITIONS
@pytest.mark.rule("welcome.refusal", "welcome.temp.pair", "welcome.temp.once")
def test_temps_may_avoid_a_refusal_but_need_not(edition: str) -> None:
    sheets = {0: {"streets": ["2", "2", "2"]}}
    match = at_table(pairs=[("1", "temp"), ("2", "value"), ("2", "park")], sheets=sheets, edition=edition, **P3)
    assert legal(match) == {"take 1", "refuse"}, "the three printed numbers decide; there is no other loophole"
    play(match, 0, "take 1")
    assert legal(match) == {"temp 3"}
    assert why(match, "temp 0") == "welcome.choose.fits"
    play(match, 0, "temp 3")
    assert why(match, "temp 3") == "welcome.temp.once"
    plain = play(at_table(), 0, "take 1")
    assert why(plain, "temp 8") == "welcome.temp.pair"


@EDITIONS
@pytest.mark.rule("welcome.temp.full")
def test_a_full_temp_track_still_changes_numbers(edition: str) -> None:
    match = at_table(
        pairs=[("8", "temp"), ("7", "value"), ("9", "park")], sheets={0: {"temps": 11}}, edition=edition, **P3
    )
    play(match, 0, "take 1", "temp 10", "write 1.5")
    assert (house(match, "1.5"), seat_facts(match)["temps"]) == ("10", 11)
    assert match.view(1).facts()["table"]["seats"][0]["temps"] == 11


@EDITIONS
@pytest.mark.rule("welcome.fence.end", "welcome.fence.there", "welcome.fence")
def test_fences_anywhere_between_two_houses(edition: str) -> None:
    match = play(at_table(edition=edition, **P3), 0, "take 1", "write 1.5")
    assert len(starting_with(match, "fence")) == 9 + 10 + 11
    assert why(match, "fence 1.10") == why(match, "fence 3.12") == "welcome.fence.end"
    there = at_table(sheets={0: {"streets": [". . |"]}}, edition=edition, **P3)
    assert why(play(there, 0, "take 1", "write 1.5"), "fence 1.2") == "welcome.fence.there"


@EDITIONS
@pytest.mark.rule("welcome.park", "welcome.park.full")
def test_a_park_only_in_the_street_of_the_number(edition: str) -> None:
    sheets = {0: {"parks": [3, 0, 0]}}
    match = play(at_table(sheets=sheets, edition=edition, **P3), 0, "take 3", "write 2.5", "park")
    assert seat_facts(match)["parks"] == [3, 1, 0]
    full = play(at_table(sheets=sheets, edition=edition, **P3), 0, "take 3", "write 1.5")
    assert why(full, "park") == "welcome.park.full"


@EDITIONS
@pytest.mark.rule("welcome.pool", "welcome.pool.house")
def test_a_pool_only_at_the_house_just_numbered(edition: str) -> None:
    pairs = [("8", "pool"), ("7", "value"), ("9", "park")]
    match = play(at_table(pairs=pairs, edition=edition, **P3), 0, "take 1", "write 1.3", "pool")
    assert seat_facts(match)["pools"] == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    dry = at_table(pairs=pairs, edition=edition, **P3, sheets={0: {"streets": [". . 3"]}})
    play(dry, 0, "take 1", "write 1.4")
    assert why(dry, "pool") == "welcome.pool.house", "the house without a pool was numbered; the other one is too late"
    other = play(at_table(edition=edition, **P3), 0, "take 1", "write 1.3")
    assert why(other, "pool") == "welcome.effect.other", "a pool house filled with another effect gets no pool"


@EDITIONS
@pytest.mark.rule("welcome.value", "welcome.value.full")
def test_values_of_any_size_with_or_without_an_estate(edition: str) -> None:
    match = at_table(sheets={0: {"values": [1, 0, 0, 0, 0, 4]}}, edition=edition, **P3)
    play(match, 0, "take 2", "write 1.5")
    assert starting_with(match, "value") == {"2", "3", "4", "5"}
    assert why(match, "value 1") == "welcome.value.full"


@EDITIONS
@pytest.mark.rule("welcome.bis", "welcome.bis.empty", "welcome.bis.neighbour")
def test_bis_copies_a_direct_neighbour_anywhere(edition: str) -> None:
    pairs = [("8", "bis"), ("7", "value"), ("9", "park")]
    match = at_table(pairs=pairs, sheets={0: {"streets": ["3 . . 5 o ."]}}, edition=edition, **P3, roundabouts=True)
    play(match, 0, "take 1", "write 2.11")
    assert starting_with(match, "bis") == {"1.2 left", "1.3 right", "2.10 right"}, "also the house just built"
    assert why(match, "bis 1.1 left") == "welcome.bis.empty"
    assert why(match, "bis 1.6 left") == "welcome.bis.neighbour", "a roundabout cannot be copied"
    assert why(match, "bis 3.1 left") == "welcome.bis.neighbour", "streets do not touch"
    play(match, 0, "bis 2.10 right")
    assert house(match, "2.10") == "8b"


@EDITIONS
@pytest.mark.rule("welcome.bis.full")
def test_the_tenth_bis_has_no_box(edition: str) -> None:
    streets = ["3 3b 3b 3b 3b 3b", "3 3b 3b 3b 3b"]
    match = at_table(
        pairs=[("8", "bis"), ("7", "value"), ("9", "park")],
        sheets={0: {"streets": streets}},
        edition=edition,
        **P3,
    )
    assert seat_facts(match)["bis"] == 9
    play(match, 0, "take 1", "write 3.5")
    assert why(match, "bis 1.7 left") == "welcome.bis.full"


def test_a_pool_beside_a_bis_or_a_roundabout_is_never_built() -> None:
    match = at_table(pairs=[("8", "bis"), ("7", "value"), ("9", "park")], sheets={0: {"streets": [". 3 ."]}})
    play(match, 0, "take 1", "write 2.5", "bis 1.3 left")
    assert why(match, "pool") == "welcome.effect.other"
    assert seat_facts(match)["pools"] == [0] * 9


# Roundabouts ----------------------------------------------------------------


@EDITIONS
@pytest.mark.rule(
    "welcome.roundabout", "welcome.roundabout.once", "welcome.roundabout.when", "welcome.roundabout.empty"
)
def test_a_roundabout_before_the_cards_or_after_the_number(edition: str) -> None:
    match = at_table(edition=edition, **P3, roundabouts=True)
    play(match, 0, "roundabout 1.4")
    facts = seat_facts(match)
    assert (house(match, "1.4"), facts["fences"][:5]) == ("o", [0, 0, 1, 1, 0])
    assert why(match, "roundabout 1.5") == "welcome.roundabout.once"
    later = at_table(edition=edition, **P3, roundabouts=True)
    play(later, 0, "take 1")
    assert why(later, "roundabout 1.4") == "welcome.roundabout.when"
    play(later, 0, "write 1.4")
    assert why(later, "roundabout 1.4") == "welcome.roundabout.empty"
    play(later, 0, "roundabout 1.1")
    assert seat_facts(later)["fences"][:2] == [1, 0], "no fence off the board"


@EDITIONS
@pytest.mark.rule("welcome.roundabout")
def test_numbers_begin_anew_behind_a_roundabout(edition: str) -> None:
    sheets = {0: {"streets": ["9 . o . .", "17", "17"]}}
    pairs = [("1", "fence"), ("8", "value"), ("15", "temp")]
    match = at_table(pairs=pairs, sheets=sheets, edition=edition, **P3, roundabouts=True)
    play(match, 0, "take 1")
    assert starting_with(match, "write") == {f"1.{i}" for i in range(4, 11)}
    high = at_table(pairs=pairs, sheets=sheets, edition=edition, **P3, roundabouts=True)
    play(high, 0, "take 3", "temp 17")
    assert "1.2" in starting_with(high, "write")
    assert "1.10" in starting_with(high, "write")


@EDITIONS
@pytest.mark.rule("welcome.roundabout.most", "welcome.roundabout.off")
def test_two_roundabouts_a_game_and_only_in_the_expert_variant(edition: str) -> None:
    match = at_table(sheets={0: {"streets": ["o . o"]}}, edition=edition, **P3, roundabouts=True)
    assert why(match, "roundabout 2.1") == "welcome.roundabout.most"
    assert match.problems() == [], "two on one street are fine"
    basic = at_table(edition=edition, **P3)
    assert why(basic, "roundabout 2.1") == "welcome.roundabout.off"


@EDITIONS
def test_a_roundabout_may_come_before_the_test_for_a_refusal_and_after_it(edition: str) -> None:
    """Section 12, 16: the test looks at the sheet as it then is."""
    sheets = {0: {"streets": ["2", "2", "2 . 4"]}}
    match = at_table(
        pairs=[("1", "fence"), ("2", "value"), ("2", "park")],
        sheets=sheets,
        edition=edition,
        **P3,
        roundabouts=True,
    )
    assert "refuse" in legal(match)
    play(match, 0, "roundabout 1.5")
    assert "refuse" not in legal(match)
    assert why(match, "refuse") == "welcome.refusal.forced", "1 fits behind the roundabout now"
    after = at_table(
        pairs=[("1", "fence"), ("2", "value"), ("2", "park")],
        sheets=sheets,
        edition=edition,
        **P3,
        roundabouts=True,
    )
    play(after, 0, "refuse", "roundabout 1.5")
    assert seat_facts(after)["roundabouts"] == 1


def test_a_roundabout_completes_the_estates_beside_it() -> None:
    match = at_table(sheets={0: {"streets": ["1 2 . 4 |"]}}, roundabouts=True)
    assert seat_facts(match)["estates"] == [0] * 6
    play(match, 0, "roundabout 1.3")
    assert seat_facts(match)["estates"] == [1, 1, 0, 0, 0, 0]


@pytest.mark.rule("welcome.end.full")
@EDITIONS
def test_a_full_sheet_ends_the_game_and_a_roundabout_is_no_house(edition: str) -> None:
    """Section 12, 10: a street with a roundabout is full when its other houses are numbered."""
    streets = ["0 1 2 3 4 5 o 7 9 10", "0 1 2 3 4 5 6 7 8 9 10", "0 1 2 3 4 5 6 7 9 10 11 ."]
    match = at_table(
        pairs=[("12", "value"), ("12", "park"), ("12", "temp")],
        sheets={0: {"streets": streets}},
        edition=edition,
        **P3,
        roundabouts=True,
    )
    play(match, 0, "take 1", "write 3.12", "done")
    play(match, 1, "take 1", "write 3.12", "done")
    assert match.outcome().rule.id == "welcome.end.full"  # type: ignore[union-attr]


# The optional reshuffle of 2018 ----------------------------------------------------------------

FOURS = {"streets": ["0 1 2 3 | 4 5 6 7 |"]}


@pytest.mark.rule("welcome.reshuffle", "welcome.reshuffle.first", "welcome.reshuffle.off")
def test_the_first_to_complete_a_plan_may_have_everything_reshuffled() -> None:
    match = at_table(sheets={0: FOURS})
    play(match, 0, "take 1", "write 3.5")
    assert why(match, "reshuffle") == "welcome.reshuffle.first"
    play(match, 0, "plan 1", "reshuffle")
    assert why(match, "reshuffle") == "welcome.reshuffle.first", "once"
    play(match, 0, "done")
    play(match, 1, "take 1", "write 3.5", "done")
    table = match.to_json()["table"]
    assert (table["deck_size"], table["reshuffles"], table["discard"]) == (81, 1, {})
    for stream in ("pile 1", "pile 2", "pile 3") * 2:
        assert match.chance is not None
        assert match.chance.stream == stream
        match.happen(next(iter(match.chance.outcomes)))
    assert match.waiting == (0, 1)
    new = at_table(sheets={0: FOURS}, edition="2023", plan3="e235")
    play(new, 0, "take 1", "write 3.5", "plan A")
    assert why(new, "reshuffle") == "welcome.reshuffle.off"


@pytest.mark.rule("welcome.reshuffle.first")
@pytest.mark.parametrize(("option", "possible"), [("each", True), ("once", False), ("off", False)])
def test_once_for_each_plan_or_only_at_the_very_first(option: str, possible: bool) -> None:
    match = at_table(sheets={0: FOURS}, flipped=(0, 1, 0), reshuffle=option)
    play(match, 0, "take 1", "write 3.5", "plan 1")
    assert ("reshuffle" in legal(match)) == possible
    later = at_table(sheets={0: FOURS}, flipped=(1, 0, 0), reshuffle="each")
    play(later, 0, "take 1", "write 3.5", "plan 1")
    assert why(later, "reshuffle") == "welcome.reshuffle.first", "somebody else was first"


def test_empty_houses_are_written_as_dots() -> None:
    assert row(2) == " . ."
