"""Worked examples of Flip City, by number."""

from fractions import Fraction

import pytest

from games.flip.table import START, SUPPLY_KINDS, at_table, names, new_game, play, refused, totals, zone
from kvartal.engine.match import Match
from kvartal.games import game
from kvartal.games.flip.game import FACE_KEYS


def printed(setup, name: str, cards: dict[str, int]) -> int:
    return sum(count * int(setup.data.get_value(f"cards.{card}.{name}")) for card, count in cards.items())


@pytest.mark.rule("flip.setup.deck", "flip.setup.first")
def test_1_the_starting_deck() -> None:
    match = Match(game("flip").set_up(4))
    setup = match.setup
    for seat in range(4):
        held = zone(match, seat, "deck")
        top = match.to_json()["table"]["seats"][seat]["top"]
        held[top] = held.get(top, 0) + 1
        assert held == START
    assert sum(START.values()) == 9
    assert printed(setup, "sad", START) == 6
    assert printed(setup, "points", START) == 2
    without_hospital = {card: count for card, count in START.items() if card not in ("hospital", "apartment")}
    assert printed(setup, "coins", without_hospital) + 1 == 4 + 1 + 1 + 2


@pytest.mark.rule("flip.hospital", "flip.play")
@pytest.mark.parametrize(
    ("cards", "coins", "sad"),
    [(["hospital"], 2, 1), (["residential", "hospital"], 4, 2), (["hospital", "hospital"], 5, 2)],
)
def test_2_hospital_counts_sad_faces_when_it_is_played(cards: list[str], coins: int, sad: int) -> None:
    match = at_table(seats={0: {"top": cards[0], "deck": {"store": 1, **({cards[1]: 1} if cards[1:] else {})}}})
    play(match, "play")
    for card in cards[1:]:
        play(match, f"= {card}", "play")
    assert (totals(match)["coins"], totals(match)["sad"]) == (coins, sad)


@pytest.mark.rule("flip.bust", "flip.end_of_turn")
def test_3_three_sad_faces_bust() -> None:
    match = at_table(seats={0: {"top": "residential", "deck": {"apartment": 1, "hospital": 1, "store": 1}}})
    play(match, "play", "= apartment", "play", "= hospital", "play")
    assert zone(match, 0, "discard") == {"residential": 1, "apartment": 1, "hospital": 1}
    play(match, "= store")
    assert match.waiting == (1,)
    assert totals(match)["coins"] == 0
    refused(match, "buy store", "engine.move.waiting")


@pytest.mark.rule("flip.church", "flip.bust")
@pytest.mark.parametrize(("churches", "bust_at"), [(1, 4), (2, 5)])
def test_4_each_church_bears_one_more_sad_face(churches: int, bust_at: int) -> None:
    match = at_table(seats={0: {"top": "church", "deck": {"church": churches - 1, "apartment": 6}}})
    play(match, "play")
    for _ in range(churches - 1):
        play(match, "= church", "play")
    for sad in range(1, bust_at):
        play(match, "= apartment", "play")
        assert match.chance
        assert totals(match)["sad"] == sad
    play(match, "= apartment", "play", "= apartment")
    assert match.waiting == (1,)


@pytest.mark.rule("flip.bust")
def test_5_bust_comes_before_eight_points() -> None:
    area = {"apartment": 2, "station": 2, "mall": 1}
    match = at_table(
        seats={0: {"top": "plant", "deck": {"store": 1}}}, play_area=area, points=7, sad=2, phase="playing"
    )
    play(match, "play", "= store")
    assert not match.over
    assert match.waiting == (1,)


@pytest.mark.rule("flip.stop.must_play", "flip.top")
def test_6_a_residential_on_top_must_be_played() -> None:
    match = new_game(tops={0: "residential"})
    refused(match, "stop", "flip.stop.must_play")
    assert names(match) == ["play"]
    assert "stop" in names(new_game(tops={0: "residential"}, must_play=False))
    assert "stop" in names(new_game(tops={0: "apartment"}))


@pytest.mark.parametrize("forcing", ["both", "off"])
def test_6_stopping_as_soon_as_allowed_busts_once_in_21(forcing: str) -> None:
    """Enumerates every order of the first cards with its probability: cards that force the next one change nothing."""
    start = Match(game("flip").set_up(2, {"force_next": forcing}), game_told())
    start.happen("0")

    def bust(match: Match) -> Fraction:
        while match.chance and match.chance.stream == "deck 1":
            match = branch(match, next(iter(match.chance.outcomes)))
        if match.chance:
            total = sum(match.chance.outcomes.values())
            rows = match.chance.outcomes.items()
            return sum((Fraction(weight, total) * bust(branch(match, card)) for card, weight in rows), Fraction(0))
        if match.waiting == (1,):
            return Fraction(1)
        if "stop" in names(match):
            return Fraction(0)
        after = match.at(len(match))
        after.play(0, "play")
        return bust(after)

    assert bust(start) == Fraction(1, 21)


def game_told():
    from kvartal.engine.deal import ToldDeal

    return ToldDeal()


def branch(match: Match, outcome: str) -> Match:
    after = match.at(len(match))
    after.happen(outcome)
    return after


@pytest.mark.rule("flip.shuffle", "flip.play.empty", "flip.shuffle.deck", "flip.shuffle.empty")
def test_7_an_empty_deck_leaves_stop_or_shuffle() -> None:
    match = at_table(seats={0: {"discard": {"store": 1, "residential": 1}}})
    assert names(match) == ["stop", "shuffle"]
    refused(match, "play", "flip.play.empty")
    again = match.at(0)
    play(match, "shuffle", "= store")
    assert names(match) == ["play", "stop"]
    refused(match, "shuffle", "flip.shuffle.deck")
    play(again, "shuffle", "= residential")
    assert names(again) == ["play"]
    nothing = at_table(seats={0: {}})
    assert names(nothing) == ["stop"]
    refused(nothing, "shuffle", "flip.shuffle.empty")


@pytest.mark.rule("flip.build.both", "flip.buy.price", "flip.upgrade.price", "flip.build.buy", "flip.build.upgrade")
@pytest.mark.parametrize(
    ("move", "price"),
    [
        ("buy store", 2),
        ("buy hospital", 4),
        ("buy factory", 5),
        ("buy park", 7),
        ("buy church", 8),
        ("buy mall", 5),
        ("buy station", 12),
        ("buy plant", 11),
        ("give apartment to 1", 8),
        ("upgrade residential", 1),
        ("upgrade store", 3),
        ("upgrade hospital", 4),
        ("upgrade factory", 6),
        ("upgrade park", 5),
    ],
)
def test_8_prices(move: str, price: int) -> None:
    discard = dict.fromkeys(("residential", "apartment", "store", "hospital", "factory", "park"), 1)
    supply = dict.fromkeys(SUPPLY_KINDS, 8)
    rule = "flip.buy.price" if move.startswith("buy") else "flip.upgrade.price"
    poor = at_table(seats={0: {"discard": discard}}, supply=supply, phase="building", coins=price - 1)
    refused(poor, move, rule)
    rich = at_table(seats={0: {"discard": discard}}, supply=supply, phase="building", coins=price)
    play(rich, move)
    assert rich.waiting == (1,)
    verb, card = move.split()[:2]
    after = zone(rich, 0, "discard")
    if verb == "buy":
        kind = FACE_KEYS[FACE_KEYS.index(card) // 2 * 2]
        assert after.get(card, 0) == discard.get(card, 0) + 1
        assert rich.to_json()["table"]["supply"][kind] == 7
    elif verb == "upgrade":
        turned = FACE_KEYS[FACE_KEYS.index(card) ^ 1]
        assert card not in after
        assert after[turned] == discard.get(turned, 0) + 1
        assert rich.to_json()["table"]["supply"] == supply


@pytest.mark.rule("flip.build.one", "flip.end_of_turn")
def test_9_coins_lapse_and_one_building_a_turn() -> None:
    match = at_table(seats={0: {"discard": {"store": 2}}, 1: {"top": "store"}}, phase="building", coins=7)
    play(match, "upgrade store")
    refused(match, "upgrade store", "engine.move.waiting")
    play(match, "stop", "pass", seat=1)
    assert totals(match)["coins"] == 0
    idle = at_table(seats={0: {"discard": {"store": 2}}, 1: {}}, phase="building", coins=7)
    play(idle, "pass")
    assert totals(idle)["coins"] == 0
    assert idle.waiting == (1,)


@pytest.mark.rule("flip.upgrade.where", "flip.upgrade.never")
def test_10_only_the_discard_pile_is_upgraded() -> None:
    match = at_table(seats={0: {"discard": {"mall": 1}}}, play_area={"store": 1}, phase="building", coins=9)
    refused(match, "upgrade store", "flip.upgrade.where")
    refused(match, "upgrade mall", "flip.upgrade.never")


@pytest.mark.rule("flip.recycle", "flip.recycle.once", "flip.recycle.where", "flip.recycle.card")
def test_11_turned_cards_help_once_a_turn_and_again_next_turn() -> None:
    match = at_table(seats={0: {"discard": {"mall": 2, "store": 1}}, 1: {}})
    play(match, "recycle mall", "recycle mall")
    assert totals(match)["coins"] == 2
    assert zone(match, 0, "discard") == {"mall turned": 2, "store": 1}
    refused(match, "recycle mall", "flip.recycle.once")
    refused(match, "recycle store", "flip.recycle.card")
    refused(match, "recycle plant", "flip.recycle.where")
    play(match, "stop", "pass", "stop", "pass")
    assert zone(match, 0, "discard") == {"mall": 2, "store": 1}
    play(match, "recycle mall", "recycle mall")
    assert totals(match)["coins"] == 2


@pytest.mark.rule("flip.recycle.flip")
def test_11_flipped_cards_help_once_and_are_stores_again() -> None:
    match = at_table(options={"recycle": "flip"}, seats={0: {"discard": {"mall": 2}}})
    play(match, "recycle mall", "recycle mall")
    assert totals(match)["coins"] == 2
    assert zone(match, 0, "discard") == {"store": 2}
    refused(match, "recycle mall", "flip.recycle.where")


@pytest.mark.rule("flip.factory")
def test_12_a_factory_discards_the_bottom_card() -> None:
    match = at_table(seats={0: {"top": "factory", "deck": {"park": 1}}})
    play(match, "play")
    assert match.chance is not None
    assert match.chance.outcomes == {"park": 1}
    play(match, "= park")
    assert zone(match, 0, "discard") == {"park": 1}
    assert zone(match, 0, "deck") == {}
    assert names(match) == ["stop", "shuffle"]
    last = at_table(seats={0: {"top": "factory"}})
    play(last, "play")
    assert last.chance is None
    assert names(last) == ["stop"]


@pytest.mark.rule("flip.win.cards")
def test_13_eighteen_cards_with_a_store_win() -> None:
    with_store = {"store": 1, "church": 16}
    match = at_table(seats={0: {"top": "church"}}, play_area=with_store, limit=19)
    play(match, "play")
    assert match.outcome().rule.id == "flip.win.cards"
    assert match.outcome().winners == (0,)
    sad = at_table(seats={0: {"top": "apartment"}, 1: {}}, play_area=with_store, limit=3, sad=2)
    play(sad, "play")
    assert not sad.over
    assert sad.waiting == (1,)
    without = at_table(seats={0: {"top": "church"}}, play_area={"church": 17}, limit=20)
    play(without, "play")
    assert not without.over
    off = at_table(options={"win_cards": 0}, seats={0: {"top": "church"}}, play_area=with_store, limit=19)
    play(off, "play")
    assert not off.over


@pytest.mark.rule("flip.gift", "flip.gift.self")
def test_14_an_upgraded_apartment_goes_to_an_opponent() -> None:
    match = at_table(3, seats={0: {"discard": {"apartment": 1, "store": 1}}}, phase="building", coins=8)
    refused(match, "upgrade apartment", "flip.gift")
    refused(match, "give apartment to 0", "flip.gift.self")
    play(match, "give apartment to 2")
    assert zone(match, 0, "discard") == {"store": 1}
    assert zone(match, 2, "discard") == {"residential": 1}
    solo = at_table(1, seats={0: {"discard": {"apartment": 1}}}, supply={"store": 1}, phase="building", coins=8)
    refused(solo, "give apartment to 0", "flip.gift")
    play(solo, "upgrade apartment")
    assert solo.to_json()["table"]["gone"] == {"residential": 1}
    assert zone(solo, 0, "discard") == {}
    kept = at_table(options={"gift": False}, seats={0: {"discard": {"apartment": 1}}}, phase="building", coins=8)
    play(kept, "upgrade apartment")
    assert zone(kept, 0, "discard") == {"residential": 1}


@pytest.mark.rule("flip.phase.remove", "flip.remove.empty", "flip.setup.supply")
def test_15_alone_every_shuffle_costs_a_card_of_the_supply() -> None:
    match = new_game(1)
    assert match.to_json()["table"]["supply"] == dict.fromkeys(SUPPLY_KINDS, 4)
    match = at_table(1, seats={0: {"discard": {"store": 2}}}, supply={"store": 1, "park": 2})
    refused(match, "remove store", "flip.phase.remove")
    play(match, "shuffle", "= store")
    assert names(match) == ["remove store", "remove park"]
    refused(match, "remove factory", "flip.remove.empty")
    refused(match, "play", "flip.phase.remove")
    refused(match, "pass", "flip.phase.remove")
    play(match, "remove store")
    assert match.to_json()["table"]["supply"] == {"park": 2}
    assert names(match) == ["play"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_16_no_card_is_ever_lost(players: int) -> None:
    setup = game("flip").set_up(players)
    match = Match(setup)
    total = sum(setup.game.census(setup, match.state).values())
    assert total == (9 + 16 if players == 1 else 76 - 5 * (4 - players))
    for _ in range(300):
        if match.over:
            break
        seat = match.waiting[0]
        moves = match.moves(seat)
        match.play(seat, moves[len(match) * 7 % len(moves)])
        assert sum(setup.game.census(setup, match.state).values()) == total


@pytest.mark.rule("flip.win.points", "flip.draw.cap")
def test_17_the_player_on_turn_wins_and_a_cap_is_a_draw() -> None:
    match = at_table(seats={0: {"top": "park"}}, play_area={"station": 2}, points=6)
    play(match, "play")
    assert match.over
    assert match.outcome().winners == (0,)
    assert match.ranking() == [(0,), (1,)]
    assert match.scores()[0].total == 8
    assert match.scores()[1].total == 0
    capped = at_table(options={"turn_cap": 3}, turns=5)
    play(capped, "stop", "pass")
    assert capped.outcome().rule.id == "flip.draw.cap"
    assert capped.outcome().winners == ()
    assert capped.ranking() == [(), (0, 1)]
    alone = at_table(1, {"turn_cap": 1}, seats={0: {"top": "store"}}, supply={"park": 1})
    play(alone, "play", "stop", "pass")
    assert alone.outcome().rule.id == "flip.draw.cap"
    assert alone.outcome().winners == ()
