"""Hidden and open money: what is shown, what passes by itself, what the log tells."""

import random
from dataclasses import replace

import pytest

from games.estates.table import at_table, get_free, hands, legal, play, table
from kvartal.engine import conformance
from kvartal.engine.conformance import imagine_laws
from kvartal.engine.conformance.findings import Findings
from kvartal.engine.layout import Layout
from kvartal.games import new
from kvartal.games.estates.game import Estates
from kvartal.games.estates.rules import cells as at

POOR = [12, 0, 20, 16]


def texts(match, seat=None):
    return [(line.rule.id if line.rule else None, line.text) for line in match.log(seat)]


# Hidden ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("estates.money.hidden")
def test_hidden_is_the_default_and_totals_are_not_shown() -> None:
    match = play(at_table(hands=[9, 12, 12, 12], boxes=[3, 0, 0, 0]), "box")
    for seat in (1, 2, 3, None):
        mine = match.view(seat).facts()["table"]["seats"]
        assert (mine[0]["hand"], mine[0]["box"]) == (None, None)
    own = match.view(0).facts()["table"]["seats"]
    assert (own[0]["hand"], own[0]["box"]) == (8, 4)
    assert [seat["hand"] for seat in own[1:]] == [None] * 3


@pytest.mark.rule("estates.money.hidden")
def test_the_view_carries_the_ledger_and_imagine_restores_the_amounts() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        match = new("estates", 4, seed=seed, rounds=2)
        while not match.over:
            for seat in (*range(4), None):
                assert match.view(seat).imagine(rng) == match.state
            match.play(match.waiting[0], rng.choice(match.moves(match.waiting[0])))


def test_open_money_is_shown_to_all() -> None:
    match = at_table(options={"money": "open"}, hands=[9, 12, 12, 12], boxes=[3, 0, 0, 0])
    seats = match.view(None).facts()["table"]["seats"]
    assert [(seat["hand"], seat["box"]) for seat in seats] == [(9, 3), (12, 0), (12, 0), (12, 0)]


def test_hidden_boxes_are_in_no_visible_score_before_the_end() -> None:
    match = at_table(
        3,
        rows={"A": "blue6+1", "B": "green5+2 red1"},
        hands=[9, 12, 12],
        boxes=[3, 0, 0],
        barriers={3: "A shorter", 2: "B shorter"},
        certificates={"green": 1, "red": 2},
    )
    assert [score.total for score in match.view(0).scores()] == [7 + 3, -7, -1]
    assert [score.total for score in match.view(1).scores()] == [7, -7, -1]
    play(get_free(match, "roof", 1), "place B2")
    assert match.over
    assert [score.total for score in match.view(1).scores()] == [10, 7, 2]
    assert match.view(None).facts()["table"]["seats"][0]["box"] == 3


@pytest.mark.rule("estates.pass", "estates.sell")
def test_hidden_nothing_passes_or_sells_by_itself() -> None:
    """An empty hand must say `pass`, a poor auctioneer must say `sell`: a skipped seat would show its hand."""
    match = play(at_table(hands=POOR), "offer mayor")
    assert match.waiting == (1,)
    assert legal(match) == ["pass"]
    play(match, "pass", "bid 16")
    assert match.waiting == (3,)
    assert legal(match) == ["pass"]
    play(match, "pass")
    assert match.waiting == (0,)
    assert legal(match) == ["sell"]
    play(match, "sell")
    assert not any("forced" in (rule or "") for rule, _ in texts(match))


@pytest.mark.rule("estates.money.hidden")
def test_hidden_nobody_sees_another_ones_hand_in_views_or_logs() -> None:
    """Two hands that differ, the same moves: byte for byte the same for everybody else but for the ledger."""
    rich = play(at_table(options={"rounds": 2}), "offer mayor", "pass", "pass", "pass")
    poor = play(
        at_table(options={"rounds": 2}, hands=[12, 0, 24, 12], starts=[12, 0, 24, 12]),
        "offer mayor",
        "pass",
        "pass",
        "pass",
    )
    for seat in (0, 3, None):
        one, other = rich.view(seat).facts(), poor.view(seat).facts()
        for facts in (one, other):
            for block in facts["table"]["seats"]:
                block.pop("start")
        assert one == other
        assert texts(rich, seat) == texts(poor, seat)


# Open -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("estates.pass.forced", "estates.sell.forced")
def test_open_forced_passes_and_sales_need_nobody_and_are_in_the_log() -> None:
    match = play(at_table(options={"money": "open"}, hands=POOR), "offer mayor")
    assert match.waiting == (2,)  # seat 1 has no cheque
    play(match, "bid 16")  # seat 3 cannot go higher, seat 0 cannot pay
    assert table(match)["phase"] == "placing"
    assert match.waiting == (2,)
    assert hands(match) == [28, 0, 4, 16]
    assert texts(match) == [
        ("estates.offer", "Player 1 puts the mayor up for auction."),
        ("estates.pass.forced", "Player 2 has no cheque and passes."),
        ("estates.bid", "Player 3 bids 16 cheques."),
        ("estates.pass.forced", "Player 4 cannot go above 16 and passes."),
        ("estates.sell.forced", "Player 1 cannot pay 16 cheques and has to sell to Player 3."),
    ]


@pytest.mark.rule("estates.pass.forced", "estates.free")
def test_open_nobody_can_bid() -> None:
    match = play(at_table(2, options={"money": "open"}, hands=[24, 0]), "offer mayor")
    assert match.waiting == (0,)
    assert texts(match)[1:] == [
        ("estates.pass.forced", "Player 2 has no cheque and passes."),
        ("estates.free", "Nobody has bid: Player 1 gets it for nothing."),
    ]


@pytest.mark.rule("estates.pass.forced", "estates.roof.turned")
def test_open_forced_passes_after_a_roof_is_turned() -> None:
    match = play(at_table(options={"money": "open"}, hands=POOR, rows={"B": "blue6"}), "offer roof", "= 3")
    assert match.waiting == (2,)
    assert [rule for rule, _ in texts(match)] == ["estates.offer", "estates.roof.turned", "estates.pass.forced"]


def test_both_settings_play_the_same_game() -> None:
    """Hidden money is a display setting: the same choices lead to the same city, purse and winner."""
    for seed in range(6):
        rng = random.Random(seed)
        open_, hidden = (new("estates", 4, seed=seed, money=money) for money in ("open", "hidden"))
        while not open_.over:
            seat = open_.waiting[0]
            move = rng.choice(open_.moves(seat))
            while (
                str(hidden.moves(hidden.waiting[0])[0]) in ("pass", "sell")
                and len(hidden.moves(hidden.waiting[0])) == 1
            ):
                if hidden.waiting[0] == seat and str(move) in ("pass", "sell"):
                    break
                hidden.play(hidden.waiting[0], hidden.moves(hidden.waiting[0])[0])  # what open money does by itself
            hidden.play(seat, str(move))
            open_.play(seat, move)
        while not hidden.over:
            play(hidden, *legal(hidden))
        assert hidden.state.encode() == open_.state.encode()


class Forgetful(Estates):
    """A twin that does not say that its hidden cells can be deduced."""

    def layout(self, tables):
        found = super().layout(tables)
        seat = [replace(field, deducible=False) for field in found.seat]
        return Layout(found.table, seat, seats_at=found.seats_at, stride=found.stride, seats=found.seats)


def test_the_conformance_suite_notices_hidden_cells_that_are_never_dealt_anew() -> None:
    found = [str(each) for each in conformance.check_case(conformance.Case(Forgetful(), 2), games=2)]
    assert any("seats[0].hand is certainly 12, but not shown" in each for each in found), found


def test_the_conformance_suite_holds_deducible_cells_to_the_truth() -> None:
    match = new("estates", 2, seed=1)
    for wrong in (0, 1):
        state = match.state.copy()
        state.cells[at.SEATS + at.START] -= wrong  # then the ledger gives another hand than the real one
        findings = Findings("twin", match.setup.game)
        imagine_laws.Deals(match.setup).ask(findings, match.setup, state, random.Random(1))
        told = [each.message for each in findings.found]
        assert ("hand can be deduced, but a deal gives 11 for 12" in told) == bool(wrong)
