"""The expert draft of 2018: hands of three, one card to the right, two new ones, secret numbers."""

from collections import Counter

import pytest

from games.welcome.table import WELCOME, at_table, legal, play, seat_facts, table_facts, tell, tell_any
from kvartal.engine.deal import SeededDeal, ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.source import Seeded
from kvartal.engine.state import UNKNOWN
from kvartal.games.welcome.rules import cells as at

HANDS = [("8 fence", "7 value", "9 park"), ("8 value", "7 park", "9 fence"), ("8 park", "7 fence", "9 value")]


def draft(players: int = 3, **options: object) -> Match:
    return at_table(players, hands=HANDS[:players], draft=True, **options)


def everybody(match: Match, number: int = 1, effect: int = 2) -> None:
    for seat in match.waiting:
        play(match, seat, f"number {number}", f"effect {effect}", "write 1.5", "done")


@pytest.mark.rule("welcome.draft")
def test_the_third_card_goes_to_the_right_hand_neighbour() -> None:
    match = draft()
    everybody(match)
    assert seat_facts(match, 0)["hand"][0] == "9 fence", "from seat 1, its left-hand neighbour"
    assert seat_facts(match, 1)["hand"][0] == "9 value"
    assert seat_facts(match, 2)["hand"][0] == "9 park"
    assert table_facts(match)["discard"] == {
        "8 fence": 1,
        "7 value": 1,
        "8 value": 1,
        "7 park": 1,
        "8 park": 1,
        "7 fence": 1,
    }


@pytest.mark.rule("welcome.draft")
def test_two_new_cards_each_beginning_with_the_holder_of_the_solo_card() -> None:
    match = draft()
    match.state.cells[at.DEALER] = 1
    everybody(match)
    order = []
    while match.chance:
        if match.chance.stream.startswith("hand"):
            order.append(match.chance.stream)
        match.happen(next(iter(match.chance.outcomes)))
    assert order == ["hand 1"] * 2 + ["hand 2"] * 2 + ["hand 0"] * 2
    assert match.waiting == (0, 1, 2)


def test_the_first_deal_is_three_cards_each() -> None:
    match = Match(WELCOME.set_up(2, {"draft": True}), ToldDeal())
    while match.chance and match.chance.stream != "first dealt":
        match.happen(next(iter(match.chance.outcomes)))
    tell(match, "1")
    order = []
    while match.chance:
        order.append(match.chance.stream)
        match.happen(next(iter(match.chance.outcomes)))
    assert order == ["top of the deck", "hand 1"] * 3 + ["top of the deck", "hand 0"] * 3 + ["top of the deck"]


@pytest.mark.rule("welcome.turn.give")
def test_after_a_refusal_two_cards_of_the_players_choice_are_discarded() -> None:
    match = at_table(
        2, hands=[("1 fence", "1 value", "2 park"), HANDS[1]], draft=True, sheets={0: {"streets": ["2"] * 3}}
    )
    assert legal(match) == {"refuse"}
    play(match, 0, "refuse", "give 2", "done")
    play(match, 1, "number 1", "effect 2", "write 1.5", "done")
    assert seat_facts(match, 1)["hand"][0] == "1 value"
    assert table_facts(match)["discard"] == {"1 fence": 1, "2 park": 1, "8 value": 1, "7 park": 1}


def test_an_empty_deck_is_rebuilt_from_the_discard_in_the_middle_of_a_deal() -> None:
    match = Match(WELCOME.set_up(27, {"draft": True}), SeededDeal(4))
    census = WELCOME.census(match.setup, match.state)
    assert table_facts(match)["deck_size"] == 0, "27 seats hold all 81 cards"
    for seat in match.waiting:
        play(match, seat, next(m for m in ("number 1", "number 2", "number 3") if m in legal(match, seat)))
        play(match, seat, min(legal(match, seat)))
        play(match, seat, next(m for m in sorted(legal(match, seat)) if m.startswith("write")), "done")
    assert WELCOME.census(match.setup, match.state) == census
    assert table_facts(match)["passes"] == 1
    assert match.waiting == tuple(range(27))


# Secrets ----------------------------------------------------------------


def known_hand(match: Match, viewer: int | None, seat: int) -> list[object]:
    return list(match.view(viewer).facts()["table"]["seats"][seat]["hand"])


@pytest.mark.rule("welcome.draft", "welcome.draft.discard")
def test_numbers_in_other_hands_are_hidden_and_effects_are_not() -> None:
    match = draft()
    assert known_hand(match, 0, 0) == list(HANDS[0])
    assert known_hand(match, 0, 1) == [None] * 3
    assert match.view(0).facts()["table"]["seats"][1]["hand_effects"] == ["value", "park", "fence"]
    assert known_hand(match, None, 2) == [None] * 3
    everybody(match)
    assert match.view(None).facts()["table"]["discard"] == table_facts(match)["discard"]


def test_the_passer_goes_on_knowing_the_card_when_it_moves_on() -> None:
    match = draft()
    everybody(match)
    assert known_hand(match, 1, 0)[0] == "9 fence", "while the next cards are dealt"
    tell_any(match)
    assert known_hand(match, 1, 0)[0] == "9 fence"
    assert known_hand(match, 2, 0)[0] is None
    for seat in match.waiting:  # everybody passes on the card that was received
        play(match, seat, "number 2", "effect 3")
        play(match, seat, next(m for m in sorted(legal(match, seat)) if m.startswith(("write", "temp"))))
        if "done" not in legal(match, seat):
            play(match, seat, next(m for m in sorted(legal(match, seat)) if m.startswith("write")))
        play(match, seat, "done")
    tell_any(match)
    assert seat_facts(match, 2)["hand"][0] == "9 fence"
    assert known_hand(match, 1, 2)[0] == "9 fence", "everybody saw that it was the card passed on"
    assert known_hand(match, None, 2)[0] is None


def test_a_view_does_not_tell_hands_by_what_is_missing_in_the_deck() -> None:
    match = draft()
    unseen = match.view(0).facts()["table"]["pool"]
    assert unseen == {**{name: count for name, count in all_cards(match).items() if count}, **minus(match, HANDS[0])}


def all_cards(match: Match) -> dict[str, int]:
    return WELCOME.census(match.setup, match.state)


def minus(match: Match, cards: tuple[str, ...]) -> dict[str, int]:
    return {
        card: all_cards(match)[card] - cards.count(card) for card in cards if all_cards(match)[card] > cards.count(card)
    }


def test_imagined_hands_have_the_known_effects_and_conserve_the_cards() -> None:
    match = draft()
    view = match.view(0)
    real = match.state.encode()
    seen = set()
    for seed in range(200):
        state = view.imagine(seed)
        assert WELCOME.census(match.setup, state) == all_cards(match)
        tables = match.setup.tables
        for seat in range(3):
            base = tables.seats + seat * tables.stride
            hand = [state.cells[base + tables.hand_at + i] for i in range(3)]
            assert UNKNOWN not in hand
            assert [tables.effect[kind] for kind in hand] == [
                state.cells[base + tables.hand_effects + i] for i in range(3)
            ]
        seen.add(state.encode())
        assert state.known(0).encode() == match.state.known(0).encode()
    assert len(seen) > 190
    assert real not in {view.known.encode()}


def test_imagine_gives_every_consistent_deal_its_probability() -> None:
    """Two seats: the number of the first hidden card among the unseen value cards."""
    match = at_table(2, hands=HANDS[:2], draft=True)
    view = match.view(0)
    tables = match.setup.tables
    at_hand = tables.seats + tables.stride + tables.hand_at
    source = Seeded(7, tables.streams, tables.widest)
    found: Counter[int] = Counter()
    games = 4000
    for _ in range(games):
        found[tables.number[view.imagine(source).cells[at_hand]]] += 1
    value_cards = Counter(all_cards(match))
    value_cards.subtract(HANDS[0])
    expected = {int(name.split()[0]): n for name, n in value_cards.items() if name.endswith("value") and n > 0}
    total = sum(expected.values())
    assert set(found) == set(expected)
    chi = sum((found[n] - games * w / total) ** 2 / (games * w / total) for n, w in expected.items())
    assert chi < 45, "12 kinds: beyond any doubt"


def test_the_log_of_others_shows_no_dealt_number() -> None:
    match = Match(WELCOME.set_up(2, {"draft": True}), SeededDeal(9))
    streams = [match.setup.streams[entry.stream].name if entry.seat < 0 else "" for entry in match.entries]
    dealt = [number for number, stream in enumerate(streams) if stream == "hand 1"]
    assert len(dealt) == 3
    for number in dealt:
        assert match.said(number, 0).text == "?"  # type: ignore[union-attr]
        assert match.said(number, 1).text != "?"  # type: ignore[union-attr]
