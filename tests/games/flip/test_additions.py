"""What the worked examples leave open: supplies, marks, clean-up, empty piles, forced cards; options, score lines."""

import pytest

from games.flip.table import SUPPLY_KINDS, at_table, names, play, refused, zone
from kvartal.engine.match import Match
from kvartal.games import game


@pytest.mark.rule("flip.setup.supply")
@pytest.mark.parametrize(("players", "supply"), [(2, (14, 14, 10, 10)), (3, (13, 13, 9, 9)), (4, (12, 12, 8, 8))])
def test_supply(players: int, supply: tuple[int, ...]) -> None:
    everything = Match(game("flip").set_up(players)).to_json()["table"]["supply"]
    assert tuple(everything[kind] for kind in SUPPLY_KINDS) == supply
    fixed = Match(game("flip").set_up(players, {"supply": "fixed"}, stored=True)).to_json()["table"]["supply"]
    assert tuple(fixed[kind] for kind in SUPPLY_KINDS) == (12, 12, 8, 8)


def test_must_play_needs_a_visible_top() -> None:
    match = at_table(options={"top_visible": False}, seats={0: {"deck": {"residential": 2, "store": 1}}})
    assert names(match) == ["play", "stop"]
    play(match, "play")
    assert match.chance is not None
    play(match, "= residential")
    assert names(match) == ["play", "stop"]


@pytest.mark.rule("flip.recycle", "flip.phase.play")
def test_recycling_ends_when_building_starts_and_a_mark_survives_a_shuffle() -> None:
    match = at_table(seats={0: {"discard": {"mall": 1, "factory": 1}}})
    play(match, "recycle mall", "shuffle", "= factory", "play", "= mall turned")
    assert zone(match, 0, "discard") == {"mall turned": 1}
    refused(match, "recycle mall", "flip.recycle.once")
    play(match, "stop")
    refused(match, "recycle mall", "flip.phase.play")
    refused(match, "play", "flip.phase.play")


@pytest.mark.rule("flip.end_of_turn", "flip.bust")
def test_clean_up_also_after_a_bust() -> None:
    match = at_table(
        seats={0: {"top": "apartment", "discard": {"mall turned": 1, "store": 1}}}, play_area={"apartment": 2}, sad=2
    )
    play(match, "play")
    assert zone(match, 0, "discard") == {"mall": 1, "store": 1, "apartment": 3}


@pytest.mark.rule("flip.buy.empty", "flip.buy.never")
def test_an_empty_pile_sells_nothing_but_upgrading_goes_on() -> None:
    match = at_table(seats={0: {"discard": {"store": 1}}}, supply={"park": 1}, phase="building", coins=12)
    refused(match, "buy store", "flip.buy.empty")
    refused(match, "buy mall", "flip.buy.empty")
    refused(match, "buy residential", "flip.buy.never")
    refused(match, "buy apartment", "flip.buy.never")
    play(match, "upgrade store")
    assert zone(match, 0, "discard") == {"mall": 1}


@pytest.mark.rule("flip.stop.solo")
def test_zero_cards_only_with_company() -> None:
    assert "stop" in names(at_table(seats={0: {"top": "store"}}))
    alone = at_table(1, seats={0: {"top": "store"}}, supply={"park": 2})
    refused(alone, "stop", "flip.stop.solo")
    refused(at_table(1, seats={0: {"discard": {"store": 1}}}, supply={"park": 2}), "stop", "flip.stop.solo")
    assert names(at_table(1, supply={"park": 2})) == ["stop"]
    play(alone, "play")
    assert "stop" in names(alone)


@pytest.mark.rule("flip.stop.forced")
def test_forced_next_card_lapses_with_an_empty_deck() -> None:
    match = at_table(seats={0: {"top": "park", "deck": {"store": 1}, "discard": {"mall": 1}}})
    play(match, "play", "= store")
    refused(match, "stop", "flip.stop.forced")
    assert names(match) == ["play", "recycle mall"]
    play(match, "play")
    assert names(match) == ["stop", "shuffle", "recycle mall"]
    last = at_table(seats={0: {"top": "park", "discard": {"mall": 1}}})
    play(last, "play")
    assert "stop" in names(last)
    play(last, "shuffle", "= mall")
    assert names(last) == ["play", "stop"]


@pytest.mark.rule("flip.stop.forced")
@pytest.mark.parametrize(
    ("option", "park", "station"), [("both", 1, 1), ("park", 1, 0), ("station", 0, 1), ("off", 0, 0)]
)
def test_force_next_option(option: str, park: int, station: int) -> None:
    for card, forces in (("park", park), ("station", station)):
        match = at_table(options={"force_next": option}, seats={0: {"top": card, "deck": {"store": 1}}})
        play(match, "play", "= store")
        assert ("stop" not in names(match)) == bool(forces)


@pytest.mark.rule("flip.win.points")
def test_a_factory_acts_before_the_test_for_a_win() -> None:
    corrections = {"cards.factory.points": 2}
    match = at_table(
        corrections=corrections,
        seats={0: {"top": "factory", "deck": {"store": 1}}},
        play_area={"station": 2},
        points=6,
    )
    play(match, "play")
    assert not match.over
    play(match, "= store")
    assert match.over
    assert zone(match, 0, "discard") == {"store": 1}


def test_a_store_counts_whenever_it_came() -> None:
    match = at_table(seats={0: {"top": "store"}}, play_area={"church": 17}, limit=20)
    play(match, "play")
    assert match.outcome().rule.id == "flip.win.cards"


@pytest.mark.rule("flip.loss.supply")
def test_solo_loss_at_once_or_when_unpaid() -> None:
    strict = at_table(1, seats={0: {"discard": {"store": 1}}}, supply={"park": 1})
    play(strict, "shuffle", "= store", "remove park")
    assert strict.outcome().rule.id == "flip.loss.supply"
    assert strict.outcome().winners == ()
    assert strict.ranking() == [(), (0,)]
    bought = at_table(1, seats={0: {}}, supply={"store": 1}, phase="building", coins=2)
    play(bought, "buy store")
    assert bought.over
    options = {"solo_loss": "unpaid"}
    mild = at_table(1, options, seats={0: {"discard": {"store": 1}}}, supply={"park": 1})
    play(mild, "shuffle", "= store", "remove park", "play", "stop", "pass")
    assert not mild.over
    play(mild, "shuffle")
    assert mild.outcome().rule.id == "flip.loss.supply"


@pytest.mark.rule("flip.phase.build")
def test_building_needs_a_stop_first() -> None:
    match = at_table(seats={0: {"top": "store", "discard": {"store": 1}}}, coins=9)
    for move in ("buy store", "upgrade store", "pass"):
        refused(match, move, "flip.phase.build")


def test_extra_build_option_gives_one_more_action() -> None:
    seats = {0: {"top": "plant", "discard": {"store": 2}}, 1: {}}
    match = at_table(options={"extra_build": "plant"}, seats=seats, coins=6)
    play(match, "play", "stop", "upgrade store")
    assert match.waiting == (0,)
    play(match, "upgrade store")
    assert match.waiting == (1,)


def test_what_costs_nothing_is_built_without_a_coin() -> None:
    free = {"cards.store.buy": 0, "cards.hospital.up": 0}
    match = at_table(corrections=free, seats={0: {"discard": {"hospital": 1}}}, phase="building")
    assert names(match) == ["pass", "buy store", "upgrade hospital"]
    assert names(at_table(seats={0: {"discard": {"hospital": 1}}}, phase="building")) == ["pass"]


@pytest.mark.rule("flip.score.card", "flip.score.recycled")
def test_score_lines_name_cards_and_recycled_points() -> None:
    match = at_table(seats={0: {"discard": {"plant": 1}}}, play_area={"park": 2, "mall": 1}, points=5)
    play(match, "recycle plant")
    lines = match.scores()[0].lines
    assert [(line.rule.id, line.points) for line in lines] == [
        ("flip.score.card", 1),
        ("flip.score.card", 4),
        ("flip.score.recycled", 1),
    ]
    assert match.scores()[0].total == 6 == match.state.score(0)
