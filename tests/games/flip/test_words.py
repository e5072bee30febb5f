"""Flip City in words: refusals with the numbers of the position, and a log that tells what happened and why."""

import pytest

import kvartal
from games.flip.positions import IDS, TABLES, positions
from games.flip.table import at_table
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import LANGUAGES


def building(coins: int, **discard: int) -> Match:
    """Seat 0 builds with these coins and this discard pile."""
    return at_table(seats={0: {"discard": discard}}, phase="building", coins=coins)


def refusal(match: Match, move: str, lang: str = "en") -> tuple[str, str]:
    with pytest.raises(RefusedMove) as refused:
        match.play(0, move, lang)
    return refused.value.rule.id, refused.value.message


@pytest.mark.parametrize(
    ("move", "rule", "said"),
    [
        ("buy hospital", "flip.buy.price", "Hospital costs 4 coins; you have 3."),
        ("buy church", "flip.buy.price", "Church costs 8 coins (4 + 4); you have 3."),
        ("buy residential", "flip.buy.never", "Residential is never for sale."),
        ("upgrade hospital", "flip.upgrade.price", "Turning Hospital over costs 4 coins; you have 3."),
        ("upgrade mall", "flip.upgrade.never", "Mall is already the better side: it has no upgrade."),
        ("upgrade park", "flip.upgrade.where", "There is no Park in your discard pile."),
        ("upgrade apartment", "flip.gift", "Apartment goes to an opponent when upgraded."),
        ("give apartment to 0", "flip.gift.self", "Apartment goes to an opponent when upgraded."),
        ("give apartment to 1", "flip.upgrade.price", "Turning Apartment over costs 8 coins; you have 3."),
        ("play", "flip.phase.play", "You have stopped playing cards"),
        ("remove store", "flip.phase.remove", "only in the solo game"),
    ],
)
def test_a_refusal_says_why_with_numbers(move: str, rule: str, said: str) -> None:
    found, message = refusal(building(3, hospital=1, apartment=1), move)
    assert found == rule
    assert said in message


def advised(match: Match, move: str) -> tuple[str, list[str]]:
    """What is said, and which moves are told to be made instead."""
    refused = match.refusal(0, move)
    assert refused is not None
    return refused.text, [str(each) for each in refused.instead]


@pytest.mark.rule("flip.gift", "flip.gift.self")
def test_a_gift_is_advised_where_it_can_be_paid() -> None:
    rich = building(8, apartment=1)
    said = "Apartment goes to an opponent when upgraded. Say to whom: “give apartment to 1”."
    assert advised(rich, "upgrade apartment") == (said, ["give apartment to 1"])
    assert advised(rich, "give apartment to 0") == (
        "Apartment is given to somebody else: Player 2.",
        ["give apartment to 1"],
    )
    assert advised(building(7, apartment=1), "upgrade apartment")[1] == []
    alone = at_table(1, seats={0: {"discard": {"apartment": 1}}}, phase="building", coins=8)
    said = "Alone there is nobody to give Apartment to: upgraded, it leaves the game. Possible: “upgrade apartment”."
    assert advised(alone, "give apartment to 0") == (said, ["upgrade apartment"])


FORCED = {0: {"top": "store", "deck": {"store": 1}}}


@pytest.mark.rule("flip.stop.forced")
def test_only_the_card_just_played_forces() -> None:
    """Park, Store, Station in play: the position does not say which of the two forcing cards came last."""
    one = at_table(seats=FORCED, play_area={"store": 1, "station": 1}, forced=1)
    assert advised(one, "stop") == ("The card just played (Station) forces you to play the next one.", ["play"])
    two = at_table(seats=FORCED, play_area={"park": 1, "store": 1, "station": 1}, forced=1)
    assert advised(two, "stop") == ("The card just played forces you to play the next one.", ["play"])


@pytest.mark.rule("flip.play.empty", "flip.stop.solo")
def test_an_empty_deck_alone_does_not_advise_to_stop_before_a_card_is_played() -> None:
    seats = {0: {"discard": {"store": 2}}}
    assert advised(at_table(1, seats=seats), "play") == (
        "Your deck is empty: shuffle the 2 cards of your discard pile.",
        ["shuffle"],
    )
    assert advised(at_table(2, seats=seats), "play") == (
        "Your deck is empty: stop, or shuffle the 2 cards of your discard pile.",
        ["stop", "shuffle"],
    )
    assert advised(at_table(2), "play")[1] == ["stop"]


@pytest.mark.rule("flip.phase.build", "flip.stop.must_play")
def test_to_build_one_stops_first_if_one_may() -> None:
    assert advised(at_table(seats={0: {"top": "store"}}), "buy store")[1] == ["stop"]
    text, moves = advised(at_table(seats={0: {"top": "residential"}}), "buy store")
    assert "Stop first" not in text
    assert text.endswith("cannot stop yet. Residential lies on top of your deck and must be played.")
    assert moves == ["play"]


@pytest.mark.rule("flip.phase.play")
def test_after_stopping_one_passes_where_nothing_can_be_built() -> None:
    assert advised(building(0), "play")[1] == ["pass"]
    assert "buy store" in advised(building(9), "play")[1]


def test_refusals_speak_ukrainian_and_russian() -> None:
    match = building(3, hospital=1)
    assert "«Лікарня» коштує 4 монети, а у вас 3." in refusal(match, "buy hospital", "uk")[1]
    assert "«Больница» стоит 4 монеты, а у вас 3." in refusal(match, "buy hospital", "ru")[1]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_every_refusal_and_label_can_be_said(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=25):
        game, setup = match.setup.game, match.setup
        for seat in range(players):
            view = match.view(seat)
            for code in range(len(setup.notation)):
                for lang in LANGUAGES:
                    refused = view.refusal(code, lang)
                    said = [game.label(setup, code, game.words(lang))] + ([refused.text] if refused else [])
                    assert all(said)
                    assert not any("{" in each for each in said)


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_every_step(players: int, options: dict[str, object], lang: str) -> None:
    *_, match = positions(players, options)
    lines = match.log(0, lang)
    assert {line.number for line in lines} == set(range(len(match)))
    assert all(line.text and "{" not in line.text and line.rule is not None for line in lines)
    assert any(line.rule is not None and line.rule.id == "flip.bust" for line in lines)


def told(match: Match, moves: list[str]) -> list[str]:
    since = len(match)
    for move in moves:
        match.play(match.waiting[0], move)
    return [str(line) for line in match.log(0, since=since)]


def test_the_log_of_a_building_turn() -> None:
    lines = told(building(8, apartment=1), ["give apartment to 1"])
    gift = "Player 1 gives Apartment to Player 2 as Residential for 8 coins."
    assert lines[:2] == [gift, "Now it is the turn of Player 2."]
    assert told(building(5), ["buy mall"])[0] == "Player 1 buys Mall for 5 coins."
    assert told(building(3, store=1), ["upgrade store"])[0] == "Player 1 turns Store into Mall for 3 coins."


def test_the_log_names_the_rule_of_a_win() -> None:
    *_, match = positions(2, {}, steps=900)
    last, outcome = match.log(0)[-1], match.outcome()
    assert outcome is not None
    assert last.rule == outcome.rule
    assert f"Player {outcome.winners[0] + 1} wins with" in last.text


def test_people_are_called_by_their_names() -> None:
    """On the board, in the log and in refusals; a seat without a name has a number, in the reader's language."""
    match = kvartal.new("flip", players=2, seed=3, names=["Olena <3", "Player 2"])
    assert "Olena &lt;3" in match.view(1).draw()
    assert "Гравець 2" in match.view(0).draw("uk")
    assert "Olena <3" in match.view(1).text("uk")
    assert any("Olena <3" in line.text for line in match.log(None, "ru"))


@pytest.mark.parametrize(("lang", "offered"), [("en", "Play Park"), ("uk", "Зіграти карту «Парк»")])
def test_a_card_that_is_seen_is_named_where_it_is_offered_and_where_it_was_played(lang: str, offered: str) -> None:
    match = at_table(2, seats={0: {"top": "park", "deck": {"store": 1}}})
    play = next(button for button in match.view(0).bar(lang).buttons if button.kind == "main")
    assert play.said == offered
    match.play(0, "play")
    assert "Player 1 plays Park: +2 points." in [line.text for line in match.log(0)]


def test_a_card_that_nobody_has_seen_is_named_once_it_is_played() -> None:
    match = at_table(2, {"top_visible": False}, seats={0: {"deck": {"store": 1, "park": 1}}})
    assert match.view(0).bar().buttons[0].said == "Play the top card"
    match.play(0, "play")
    match.happen("park")
    assert "Player 1 plays Park: +2 points." in [line.text for line in match.log(0)]


def test_the_tabs_of_a_phone_lead_to_what_the_phase_does_not_show() -> None:
    names = {
        phase: [tab.shown for tab in at_table(2, phase=phase).view(0).bar().tabs] for phase in ("playing", "building")
    }
    assert names == {"playing": ["Supply", "Towns", "Signs"], "building": ["Deck", "Towns", "Signs"]}
    assert [tab.shown for tab in at_table(1).view(0).bar().tabs] == ["Supply", "Signs"], "alone there are no others"
