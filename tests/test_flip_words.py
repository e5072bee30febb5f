"""Flip City in words: refusals with the numbers of the position, and a log that tells what happened and why."""

import pytest

import kvartal
from flip_positions import IDS, TABLES, positions
from flip_table import at_table
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
        ("upgrade apartment", "flip.gift", "Say to whom: “give apartment to 1”."),
        ("give apartment to 0", "flip.gift.self", "somebody else: Player 2."),
        ("give apartment to 1", "flip.upgrade.price", "Turning Apartment over costs 8 coins; you have 3."),
        ("play", "flip.phase.play", "You have stopped playing cards"),
        ("remove store", "flip.phase.remove", "only in the solo game"),
    ],
)
def test_a_refusal_says_why_with_numbers(move: str, rule: str, said: str) -> None:
    found, message = refusal(building(3, hospital=1, apartment=1), move)
    assert found == rule
    assert said in message


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
                rule = view.why(code)
                for lang in LANGUAGES:
                    words = game.words(lang)
                    said = [game.label(setup, code, words)] + ([game.explain(view, code, rule, words)] if rule else [])
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
