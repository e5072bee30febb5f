"""Welcome To… positions typed in: what follows need not be told, and what cannot be is named."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import kvartal
from games.welcome.table import WELCOME
from games.welcome.test_naive import MODES, sensible
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games.welcome.paper.taps import Paper

Table = dict[str, Any]
EN = WELCOME.words("en")
EASY = {"plan1": "e44", "plan2": "e45", "plan3": "e34"}  # sensible players end such a game with three plans


def played(rounds: int, players: int = 2, seed: int = 0, **options: object) -> Match:
    """Sensible players up to the beginning of a round, or to the end."""
    match = kvartal.new("welcome", players=players, seed=seed, **options)
    while not match.over and match.to_json()["table"]["round"] < rounds:
        match.play(match.waiting[0], WELCOME.greedy(match.view(match.waiting[0])))
    return match


def next_round(table: Table) -> None:
    """As if the game had gone on after its end: the cards of one round more."""
    for card in table["effects"]:
        table["discard"][card] = table["discard"].get(card, 0) + 1
    table["effects"] = table["numbers"]
    table["numbers"] = [card for card, count in sorted(table["pool"].items()) for _ in range(count)][:3]
    table["phase"] = "playing"


def base_only(value: dict[str, Any]) -> dict[str, Any]:
    """Without what follows from the rest, as a person would type it."""
    layout = WELCOME.set_up(value["players"], value["options"]).layout
    value = copy.deepcopy(value)
    for block, fields in [(value["table"], layout.table), *((s, layout.seat) for s in value["table"]["seats"])]:
        for each in fields:
            if each.derived:
                del block[each.name]
    return value


def problems_of(value: dict[str, Any]) -> list[str]:
    try:
        kvartal.position(base_only(value))
    except kvartal.BadPosition as bad:
        return bad.problems
    return []


# A game that is over does not go on -----------------------------------------------------------------------------------


@pytest.mark.rule("welcome.end.refusals", "welcome.end.plans", "welcome.end.full")
@pytest.mark.parametrize(
    ("seed", "options", "ended", "says"),
    [
        (1, {}, "welcome.end.refusals", "all refusals are crossed"),
        (0, {}, "welcome.end.full", "a sheet is full"),
        (0, EASY, "welcome.end.plans", "three plans are approved"),
    ],
)
def test_a_game_that_is_over_is_not_played_on(seed: int, options: dict[str, object], ended: str, says: str) -> None:
    match = played(99, seed=seed, **options)
    value = match.to_json()
    assert value["table"]["ended"] == ended
    assert problems_of(value) == []
    next_round(value["table"])
    assert problems_of(value) == [f"phase: the game is over already, {says}"]


def test_nothing_ends_a_game_before_its_end() -> None:
    value = played(9).to_json()
    value["table"]["phase"] = "over"
    assert "phase: over, but nothing has ended the game" in problems_of(value)


# What a sheet cannot show ---------------------------------------------------------------------------------------------

EARLY = played(4, seed=3, **EASY).to_json()
MIDDLE = played(12, seed=3, **EASY).to_json()
LATE = played(20, seed=3, **EASY).to_json()


def cross(row: str, place: int, count: int) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        table["seats"][0][row][place] = count

    return change


def put(**fields: Any) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        table["seats"][0].update(fields)

    return change


def write_in(house: int, number: str) -> Callable[[Table], None]:
    return cross("houses", house, number)  # type: ignore[arg-type]


def test_the_tables_that_are_changed_below_are_possible() -> None:
    assert problems_of(MIDDLE) == problems_of(LATE) == []
    assert sum(points >= 0 for points in LATE["table"]["seats"][0]["plans"]) == 1
    assert MIDDLE["table"]["seats"][0]["houses"][0] == "."


@pytest.mark.parametrize(
    ("begin", "change", "says"),
    [
        (MIDDLE, cross("parks", 0, 3), "parks: 3 in street 1, but only"),
        (MIDDLE, put(values=[1, 2, 3, 4, 0, 0]), "effects:"),
        (MIDDLE, put(temps=9), "effects:"),
        (MIDDLE, put(fences=[1] * 33), "effects:"),
        (MIDDLE, write_in(0, "0"), "seats[1]: houses, refusals: 11 turns are on the sheet, but 12 rounds are over"),
        (EARLY, put(refusals=1), "refusals: 1 crossed, but there are no three cards with numbers that fit nowhere"),
        (MIDDLE, put(plans=[6, -1, -1]), "the estates marked as spent are not those that the approved plans ask for"),
        (MIDDLE, cross("marks", 12, "spent"), "houses are marked as spent that are no whole estate"),
        (MIDDLE, cross("fences", 9, 0), "the end of street 1 is fenced from the start"),
        (LATE, put(marks=["none"] * 33), "the estates marked as spent are not those that the approved plans ask for"),
        (LATE, put(plans=[-1, -1, -1]), "the estates marked as spent are not those that the approved plans ask for"),
        (MIDDLE, put(stage="writing"), "number_card, effect_card: chosen before the number is written"),
        (MIDDLE, put(stage="confirmed", refusals=1), "wrote: nothing was written, but one of the numbers"),
        (MIDDLE, put(stage="open", number_card=0, number=1, wrote=2), "number: 1, but the card says"),
        (MIDDLE, put(roundabout_at=3), "roundabout_at: without roundabouts=on"),
        (MIDDLE, put(stage="pairing", number_card=0), "pairing is only for a hand"),
    ],
)
def test_what_a_sheet_cannot_show_is_named(begin: Table, change: Callable[[Table], None], says: str) -> None:
    value = copy.deepcopy(begin)
    change(value["table"])
    found = problems_of(value)
    assert any(says in problem for problem in found), found


def test_effects_need_cards_that_were_turned_up() -> None:
    """Had no park been turned up in eleven rounds, nobody would have one."""
    value = copy.deepcopy(MIDDLE)
    table = value["table"]
    unseen = [card for card, count in table["pool"].items() for _ in range(count) if not card.endswith("park")]
    for card in [card for card in table["discard"] if card.endswith("park")]:  # as many cards, but no park among them
        for _ in range(table["discard"].pop(card)):
            new = unseen.pop()
            table["discard"][new] = table["discard"].get(new, 0) + 1
    used = [sum(seat["parks"]) for seat in table["seats"]]
    expected = [
        f"seats[{n}]: park: used {count} times, but only 0 cards with it were turned up so far"
        for n, count in enumerate(used)
        if count
    ]
    assert expected
    assert set(expected) <= set(problems_of(value))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t["discard"].popitem(), "discard: "),
        (lambda t: t.update(plans=["e55", "e45", "e34"]), "the plan at place 1 is none that is drawn there"),
        (lambda t: t.update(numbers=["none", *t["numbers"][1:]]), "each pile shows a number and an effect"),
        (lambda t: t.update(waiting_for="dealer"), "waiting_for"),
        (lambda t: t.update(waiting_for="turned card"), "only after a reshuffle"),
        (lambda t: t.update(phase="setting up"), "there is something on the first sheet"),
        (lambda t: t.update(reshuffles=3), "reshuffles: 3, but"),
        (lambda t: t.update(passes=1), "passes: 1, but after 12 rounds it is 0"),
        (lambda t: t.update(effects=["8 fence"] * 3), "8 fence"),
    ],
)
def test_what_cannot_lie_on_the_table_is_named(change: Callable[[Table], None], says: str) -> None:
    value = copy.deepcopy(MIDDLE)
    change(value["table"])
    found = problems_of(value)
    assert any(says in problem for problem in found), found


@pytest.mark.rule("welcome.solo.2023", "welcome.solo.approval")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t["rival_pile"].__setitem__(0, "none"), "its cards lie one on the other"),
        (lambda t: t.update(approvals_drawn=[1, 1, 0]), "after 0 shuffles 0 to 1 are drawn"),
        (lambda t: t.update(rival_plans=[8, -1, -1]), "points for each approval card drawn"),
        (lambda t: t.update(deck_top="special"), "the special card lies among the last 21 cards"),
        (lambda t: t.update(deck_top="none"), "the top card of the deck is seen in a round"),
    ],
)
def test_what_cannot_be_against_the_rival_is_named(change: Callable[[Table], None], says: str) -> None:
    value = played(10, players=1, edition="2023").to_json()
    assert problems_of(value) == []
    change(value["table"])
    found = problems_of(value)
    assert any(says in problem for problem in found), found


@pytest.mark.rule("welcome.solo.2023")
def test_the_rival_has_a_card_of_every_round_at_the_end_as_well() -> None:
    """Five cards fewer, and the game that was lost by one point would be won."""
    value = played(99, players=1, seed=38, edition="2023").to_json()
    table = value["table"]
    assert table["phase"] == "over"
    assert problems_of(value) == []
    rounds = table["round"]
    table["rival_pile"] = [*table["rival_pile"][: rounds - 5], *["none"] * (len(table["rival_pile"]) - rounds + 5)]
    expected = f"rival_pile: {rounds - 5} cards, but it gets one in every round: {rounds}"
    assert problems_of(value) == [expected]


# What can be is never called impossible -------------------------------------------------------------------------------


def typed(match: Match, options: dict[str, str]) -> str:
    """The sheets of a match as their owners would type them."""
    table, tables = match.to_json()["table"], match.setup.tables
    sheets = []
    for seat in table["seats"]:
        paper = Paper(parks=seat["parks"], values=seat["values"], temps=seat["temps"], refusals=seat["refusals"])
        paper.plans = seat["plans"]
        for street in range(3):
            first, past = tables.first[street], tables.past[street]
            pools = {tables.pool_houses[n] for n, built in enumerate(seat["pools"]) if built}
            houses = [seat["houses"][h] + ("p" if h in pools else "") for h in range(first, past)]
            paper.houses.append(houses)
            paper.fences[street] = {n for n in range(past - first) if seat["fences"][first + n]}
        sheets.append(paper.text())
    head = f"edition: {options['edition']}\nboard: {options.get('board', 'classic')}\n"
    return head + "\n---\n".join(sheets)


@pytest.mark.parametrize("mode", [mode for mode in MODES if "27" not in mode])
def test_a_sheet_that_was_played_is_never_called_impossible(mode: str) -> None:
    players, options = MODES[mode]
    for seed in range(4):
        rng = random.Random(f"{mode} {seed}")
        match = Match(WELCOME.set_up(players, options), SeededDeal(seed))
        while not match.over:
            seat = rng.choice(match.waiting)
            if rng.random() < 0.5:
                match.play(seat, WELCOME.greedy(match.view(seat)))
            else:
                match.play(seat, sensible(match, match.state.moves(seat, len(match.setup.notation)), rng))
        report = WELCOME.score_sheet(typed(match, options), EN)
        assert report.problems == (), typed(match, options)
        if players > 1:
            assert [each.score.total for each in report.sheets] == [match.state.score(n) for n in range(players)]


@pytest.mark.rule("welcome.use.spent")
def test_estates_being_chosen_for_a_plan_are_still_free() -> None:
    """Halfway through `use`: the position has no problems, and reads back."""
    seen = 0
    for seed in range(60):
        match = Match(WELCOME.set_up(2, {"plan1": "e2222", "plan2": "e1114", "plan3": "e1223"}), SeededDeal(seed))
        rng = random.Random(seed)
        while not match.over:
            seat = match.waiting[0]
            marks = match.to_json()["table"]["seats"][seat]
            if marks["stage"] == "marking":
                assert match.problems() == []
                assert kvartal.position(base_only(match.to_json())).state == match.state
                seen += "using" in marks["marks"]
            moves = match.moves(seat)
            plans = [move for move in moves if str(move).startswith(("plan", "use"))]
            match.play(seat, rng.choice(plans) if plans else WELCOME.greedy(match.view(seat)))
        if seen > 2:
            break
    assert seen > 2


# Sheets with the cards beside them begin a match ----------------------------------------------------------------------


def typed_table(match: Match) -> str:
    """The table of a match at the beginning of a round, as people with the box would type it."""
    table, options = match.to_json()["table"], match.setup.options
    names = [f"name: P{n}" for n in range(match.setup.players)]
    blocks = typed(match, {"edition": str(options["edition"]), "board": str(options["board"])}).split("\n---\n")
    head, first = blocks[0].split("street 1", 1)
    spent = []
    for seat in table["seats"]:
        begins = [
            f"{street + 1}.{house - begin + 1}"
            for street, (begin, past) in enumerate(((0, 10), (10, 21), (21, 33)))
            for house in range(begin, past)
            if seat["marks"][house] == "spent" and (house == begin or seat["fences"][house - 1])
        ]
        spent.append(f"spent: {' '.join(begins)}")
    piles = ("discard",) if options["edition"] == "2018" else ("discard", "discard_2", "discard_3")
    for number, pile in enumerate(piles, 1):
        cards = [card for card, count in table[pile].items() for _ in range(count)]
        head += f"discard{'' if len(piles) == 1 else f' {number}'}: {', '.join(cards)}\n"
    head += f"city plans: {' '.join(table['plans'])}\n"
    head += f"numbers: {', '.join(table['numbers'])}\neffects: {', '.join(table['effects'])}\n"
    sheets = [f"street 1{first}", *blocks[1:]]
    return head + "\n---\n".join("\n".join(part) for part in zip(names, sheets, spent, strict=True))


@pytest.mark.parametrize(
    ("players", "rounds", "options"),
    [(2, 20, EASY), (3, 9, {"edition": "2023"}), (2, 24, {"plan1": "ends", "plan2": "parks2", "plan3": "e34"})],
)
def test_the_sheets_of_all_players_and_the_cards_begin_a_match(
    players: int, rounds: int, options: dict[str, object]
) -> None:
    match = played(rounds, players, seed=3, **options)
    again = kvartal.position(typed_table(match), key="welcome", seed=1)
    assert again.state == match.state
    assert again.names == tuple(f"P{n}" for n in range(players))
    for _ in range(60):
        again.play(again.waiting[0], WELCOME.greedy(again.view(again.waiting[0])))


@pytest.mark.parametrize(
    ("without", "says"),
    [
        ("city plans", "city plans: the names of the three plans on the table are needed"),
        ("numbers", "numbers: three cards are needed"),
        ("effects", "effects: three cards are needed"),
        ("discard", "discard: 0 cards, but after 20 rounds there are 57"),
        ("spent", "spent: the estates that the approved plans took are needed"),
        ("name", "to go on, the sheets of all players are needed"),
    ],
)
def test_what_a_sheet_lacks_to_go_on_is_said(without: str, says: str) -> None:
    text = typed_table(played(20, seed=3, **EASY))
    if without == "name":
        text = text.partition("\n---\n")[0]
    lines = [line for line in text.splitlines() if not line.startswith(without)]
    with pytest.raises(kvartal.BadPosition) as bad:
        kvartal.position("\n".join(lines), key="welcome")
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("numbers: ", "numbers: 8 castle, ", "8 castle is no card"),
        ("discard: ", "discard 2: ", "in this edition the key is discard"),
        ("spent: ", "spent: 9.9 ", "'9.9' is no house"),
        ("edition: 2018", "edition: 1999", "There is no such table"),
        ("city plans: e44", "city plans: greenround", "There is no such table"),
    ],
)
def test_what_cannot_be_read_is_said(old: str, new: str, says: str) -> None:
    text = typed_table(played(20, seed=3, **EASY))
    assert old in text
    with pytest.raises(kvartal.BadPosition) as bad:
        kvartal.position(text.replace(old, new, 1), key="welcome")
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


def test_taps_keep_what_a_match_needs_to_go_on() -> None:
    text = typed_table(played(20, seed=3, **EASY))
    kept = WELCOME.tap_sheet(text, "parks 0 0 1", EN).text
    for line in text.splitlines():
        if line.startswith(("city", "numbers", "effects", "discard", "spent")):
            assert line in kept
