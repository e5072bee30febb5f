"""Positions of The Estates typed in: what follows is worked out, what cannot be is named, a sheet can be played on."""

import copy
from typing import Any

import pytest

import kvartal
from engine.matches import played
from games.estates.table import CUBES, at_table, play
from kvartal.games.estates import GAME

WORDS = GAME.words("en")
SHEET = """
player Ann: certificates blue, hand 9, box 1
player Bob: certificates green, hand 14
row B: blue 6, green 2 + roof 3 | green 5
barrier 2: B shorter
barrier 1: removed
offer 1: red 1, red 2, red 3, red 4, red 5, red 6, purple 3
offer 2: grey 1, grey 2, grey 3, grey 4, grey 5, grey 6
offer 3: yellow 1, yellow 2, yellow 3, yellow 4, yellow 5, yellow 6, purple 1, purple 2
turn: Bob
"""


def base(**options: object) -> dict[str, Any]:
    """Two in the middle of a round: five cubes, one roof and a barrier are placed, seat 0 is about to choose."""
    match = at_table(
        3,
        options,
        rows={"A": "green6+1 red5,blue3", "B": "grey4 purple3"},
        barriers={3: "C longer"},
        certificates={"red": 1, "blue": 1},
        hands=[10, 9, 15],
        boxes=[1, 1, 0],
        active=1,
    )
    assert match.problems() == []
    return match.to_json()


BASE = base()
MANY = base(rounds=3)
TWO_WINS = base(rounds=3, early_end="two_wins")
BIDDING = play(kvartal.position(BASE, chance="told"), "offer mayor").to_json()
OPEN = play(kvartal.position(base(money="open"), chance="told"), "offer mayor").to_json()


def problems_of(value: dict[str, Any]) -> list[str]:
    with pytest.raises(kvartal.BadPosition) as caught:
        kvartal.position(value)
    return caught.value.problems


def with_(value: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """`seat_0_hand=3` reaches into a seat. What is derived is left out."""
    value = copy.deepcopy(value)
    table = value["table"]
    layout = GAME.set_up(value["players"], value["options"]).layout
    for block, fields in [(table, layout.table), *((seat, layout.seat) for seat in table["seats"])]:
        for field in fields:
            if field.derived:
                del block[field.name]
    for name, new in changes.items():
        if name.startswith("seat_"):
            table["seats"][int(name[5])][name[7:]] = new
        else:
            table[name] = new
    return value


def test_what_follows_from_the_table_need_not_be_typed() -> None:
    for value in (BASE, MANY, BIDDING):
        assert kvartal.position(with_(value)).state == kvartal.position(value).state
    typed = with_(BASE)["table"]
    assert not {"turns", "built", "tops", "values", "round", "winner", "roofs", "length", "offer_left"} & typed.keys()
    assert set(typed["seats"][0]) == {"hand", "box"}
    found = problems_of(with_(BASE, turns=3, built=[2, 3, 0], winner=1))
    assert found == [
        "turns: 3 was given, but it follows from the rest that it is 7",
        "winner: 1 was given, but it follows from the rest that it is -1",
        "built[1]: 3 was given, but it follows from the rest that it is 2",
    ]


def low_city() -> dict[str, Any]:
    """Every row is full; the open buildings have a 2 and a 1 on top."""
    match = at_table(
        3,
        rows={"A": "green6+1 red5+1", "B": "grey4+2 purple2 yellow3+5", "C": "blue1"},
        barriers={1: "B shorter", 2: "A shorter", 3: "C shorter"},
        certificates={"red": 1},
        hands=[12, 12, 12],
        offer=["blue 2"],
        mayor="A",
    )
    return match.to_json()


@pytest.mark.parametrize(
    ("value", "part"),
    [
        # whose turn it was, and what could be put into a box
        (with_(BASE, seat_0_box=4, seat_0_hand=7), "seats[0].box: 4, but one cheque a turn could be put there"),
        (with_(BASE, boxed_this_turn=1, seat_1_box=0, seat_1_hand=10), "boxed_this_turn: the box of seat 1 is empty"),
        # cheques
        (with_(MANY, seat_0_start=13, seat_1_start=11), "everybody starts the first round with 12 cheques"),
        (with_(BASE, seat_0_hand=11), "37 cheques in hands and boxes"),
        # bids
        (with_(BIDDING, high_bid=2, high_bidder=0, actor=2), "high_bidder: has not been asked yet"),
        (with_(BIDDING, high_bid=2, high_bidder=2, actor=2), "high_bidder: has not been asked yet"),
        (with_(BIDDING, high_bid=20, high_bidder=2, actor=0), "high_bid: more than its bidder holds"),
        (with_(OPEN, high_bid=12, high_bidder=2, actor=0), "whoever cannot bid more is passed over"),
        (with_(OPEN, phase="deciding", high_bid=11, high_bidder=2, actor=1), "cannot pay has nothing to decide"),
        (with_(BIDDING, phase="placing", high_bid=10, high_bidder=2, actor=2), "10 cheques were received"),
        # a piece that can go nowhere
        (with_(low_city(), phase="turning", piece="cancel"), "only a roof is turned up"),
        # rounds that nobody can have won
        (with_(MANY, winner=1), "no round has been finished yet"),
        (with_(MANY, last_winner=1), "no round has been finished yet"),
        (with_(MANY, seat_1_wins=1), "no round has been finished yet"),
        (with_(MANY, ended="estates.end.roofs"), "no round has been finished yet"),
        (with_(MANY, seat_1_total=5), "no total before a round has been finished"),
        (with_(MANY, round=1), "ended: not how"),
        (with_(MANY, round=1, ended="estates.end.rows", last_winner=1, seat_0_total=3), "was won by 0"),
        (with_(MANY, round=1, ended="estates.end.rows", last_winner=0, seat_0_total=3), "wins: [0, 0, 0]"),
        (with_(MANY, round=2, ended="estates.end.rows", last_winner=0, seat_0_wins=2), "second win in a row"),
        (with_(MANY, round=2, ended="estates.end.rows", last_winner=0, seat_0_wins=1, winner=0), "over as soon as"),
        (with_(TWO_WINS, round=2, ended="estates.end.rows", last_winner=1, seat_0_wins=2), "a second win ends"),
        (with_(MANY, round=2, ended="estates.end.closed", seat_0_wins=1, seat_1_wins=1), "cannot be after 2 rounds"),
        (with_(MANY, round=2, ended="estates.end.either"), "ended: not how"),
    ],
)
def test_what_cannot_have_been_is_named(value: dict[str, Any], part: str) -> None:
    found = problems_of(value)
    assert any(part in problem for problem in found), found


def test_rounds_that_can_have_been_won_are_fine() -> None:
    fine: list[dict[str, Any]] = [
        {"round": 1, "last_winner": 0, "seat_0_wins": 1, "seat_0_total": 5},
        {"round": 1},
        {"round": 2, "seat_0_wins": 1},
        {"round": 2, "last_winner": 1, "seat_0_wins": 1, "seat_1_wins": 1, "seat_2_total": 40},
    ]
    for changes in fine:
        for value in (MANY, TWO_WINS):
            match = kvartal.position(with_(value, ended="estates.end.rows", **changes), seed=1)
            assert played(match).over


@pytest.mark.parametrize("phase", ["bidding", "placing"])
def test_a_piece_that_can_go_nowhere_is_named(phase: str) -> None:
    """Full rows, a 2 on top of the highest open building: a 2 has no lot. A roof needs an open building."""
    value = low_city()
    table = value["table"]
    cubes, offer = list(table["cubes"]), list(table["offer"])
    cubes[CUBES.index("blue 2")] = "auction"
    offer[offer.index("blue 2")] = "none"
    actor = 1 if phase == "bidding" else 0
    changes: dict[str, Any] = {"phase": phase, "actor": actor, "piece": "blue 2", "cubes": cubes, "offer": offer}
    assert any("no lot for this cube" in problem for problem in problems_of(with_(value, **changes)))
    roofs = list(table["roofs_on"])
    roofs[11], roofs[20] = 5, 4
    changes = {"phase": phase, "actor": actor, "piece": "roof", "roof_turned": 6}
    assert kvartal.position(with_(value, **changes), chance="told").moves(actor)
    found = problems_of(with_(value, roofs_on=roofs, barriers=["B longer", "A shorter", "C longer"], **changes))
    assert found == ["piece: a roof, but every building has one"]


def test_before_the_first_auction_nobody_has_paid() -> None:
    value = kvartal.new("estates", players=3, seed=1).to_json()
    found = problems_of(with_(value, seat_0_hand=10, seat_1_hand=14))
    assert [problem.split(":")[0] for problem in found] == ["seats[0]", "seats[1]"]
    seats = [kvartal.position(value).waiting[0]]
    up_now = play(kvartal.position(value, chance="told"), "offer mayor", "bid 2", "pass", "sell").to_json()
    assert kvartal.position(up_now).problems() == []
    payer = (seats[0] + 1) % 3
    found = problems_of(with_(up_now, **{f"seat_{payer}_hand": 9, f"seat_{seats[0]}_hand": 15}))
    assert len(found) == 2


# Sheets --------------------


def test_a_sheet_that_tells_enough_is_a_match() -> None:
    match = kvartal.position(SHEET, key="estates", seed=3)
    assert (match.names, match.waiting, match.problems()) == (("Ann", "Bob"), (1,), [])
    table = match.to_json()["table"]
    assert (table["length"], table["built"], table["turns"]) == ([4, 2, 4], [0, 2, 0], 6)
    assert [score.total for score in match.scores()] == [1, -11 - 5]
    assert "offer red 1" in map(str, match.moves(1))
    assert "offer red 2" not in map(str, match.moves(1))
    assert played(match).over
    told = kvartal.position(SHEET, key="estates", chance="told")
    assert play(told, "offer roof").chance is not None


def test_the_same_sheet_is_scored() -> None:
    report = GAME.score_sheet(SHEET, WORDS)
    assert report.problems == ()
    assert [each.score.total for each in report.sheets] == [1, -16]


def test_a_tap_loses_no_line_that_the_game_goes_on_from() -> None:
    text = GAME.tap_sheet(SHEET + "mayor: removed\ncancel: removed\n", "certificate 0 0", WORDS).text
    text = GAME.tap_sheet(text, "certificate 0 0", WORDS).text
    match = kvartal.position(text, key="estates")
    table = match.to_json()["table"]
    assert (table["mayor"], table["cancel"], table["barriers"][0]) == ("removed", "removed", "removed")
    assert table["offer"] == kvartal.position(SHEET, key="estates").to_json()["table"]["offer"]


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("turn: Bob", "", "whose turn it is: `turn: Ann`"),
        ("turn: Bob", "turn: Cyd", "whose turn it is"),
        (", hand 14", "", "Bob: to play on, the cheques in the hand"),
        ("offer 1: red 1, ", "offer 4: red 1, ", "Offer 4: rows 1 to 3"),
        ("offer 1: red 1, ", "offer 1: pink 1, ", "rows 1 to 3 have up to eight cubes, not 'pink 1"),
        ("offer 1: red 1, ", "offer 1: grey 1, ", "only one cube grey 1, and it stands here 2 times"),
        ("offer 1: red 1, ", "offer 1: blue 6, ", "only one cube blue 6, and it stands here 2 times"),
        ("offer 1: red 1, ", "offer 1: ", "cubes: 23 are in the round, not 24"),
        ("barrier 2: B shorter\nbarrier 1: removed", "length B: 2", "the barriers must be told"),
        ("hand 14", "hand 14, earlier 3", "first round only"),
        ("turn: Bob", "turn: Bob\ncancel: yes", "`beside` or `removed`, not 'yes'"),
        ("box 1", "box 6", "one cheque a turn goes into the box, so 5 at most"),
        ("hand 14", "hand 13", "Hands and boxes hold 23 cheques"),
    ],
)
def test_a_sheet_that_does_not_tell_enough_says_what_is_missing(old: str, new: str, part: str) -> None:
    text = SHEET.replace(old, new)
    assert text != SHEET
    with pytest.raises(kvartal.BadPosition) as caught:
        kvartal.position(text, key="estates")
    assert any(part in problem for problem in caught.value.problems), caught.value.problems


def test_a_round_that_is_over_does_not_go_on() -> None:
    text = (GAME.folder / "examples" / "final.json").read_text()
    with pytest.raises(kvartal.BadPosition, match="To play on"):
        kvartal.position(text, key="estates")
    over = SHEET.replace("row B: blue 6, green 2 + roof 3 | green 5", "row B: blue 6, green 2 + 3 | green 5 + 1")
    over = over.replace("barrier 1: removed", "barrier 1: C shorter\nbarrier 3: C shorter")
    with pytest.raises(kvartal.BadPosition, match="The round is over"):
        kvartal.position(over, key="estates")


@pytest.mark.parametrize(("key", "part"), [(None, "key of its game"), ("flip", "no sheets"), ("chess", "unknown game")])
def test_a_text_goes_with_a_game_that_can_read_it(key: str | None, part: str) -> None:
    with pytest.raises(kvartal.BadPosition, match=part):
        kvartal.position(SHEET, key=key)
