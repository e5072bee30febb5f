"""A new match: what can be asked for, and what is refused with a list of what exists."""

from typing import Any

import pytest

import kvartal
from engine.matches import BIDI, HUGE, kind

SHELF = f"there are: {', '.join(game.key for game in kvartal.games())}"


def test_the_shelf_lists_flip() -> None:
    assert "flip" in [game.key for game in kvartal.games()]


def test_new_gives_a_match_with_the_asked_seats_seed_and_options() -> None:
    match = kvartal.new("flip", players=2, seed=7, recycle="flip")
    assert isinstance(match, kvartal.Match)
    assert (match.setup.players, match.setup.options["recycle"], len(match.waiting)) == (2, "flip", 1)
    assert match.names == ("Player 1", "Player 2")
    assert kvartal.new("flip", players=2, seed=7, recycle="flip").state == match.state


def test_without_a_seed_two_matches_are_dealt_differently() -> None:
    assert len({kvartal.new("flip", players=4).state.encode() for _ in range(8)}) > 1


def test_a_preset_is_a_bundle_of_options_and_single_options_win_over_it() -> None:
    bundle = kvartal.new("flip", preset="international").setup.options
    assert (bundle["recycle"], bundle["supply"]) == ("flip", "fixed")
    assert kvartal.new("flip", preset="international", recycle="turn").setup.options["recycle"] == "turn"


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        ({"key": "flap"}, ["did you mean 'flip'", SHELF]),
        ({"key": None}, [SHELF]),
        ({"key": ["flip"]}, [SHELF]),
        ({"key": BIDI}, [SHELF]),
        ({"players": 0}, ["1 to 4"]),
        ({"players": 5}, ["1 to 4"]),
        ({"players": True}, ["1 to 4"]),
        ({"players": "2"}, ["1 to 4"]),
        ({"players": HUGE}, ["1 to 4"]),
        ({"players": 2.0}, ["1 to 4"]),
        ({"seed": -1}, ["0 to 9223372036854775807"]),
        ({"seed": 2**63}, ["0 to 9223372036854775807"]),
        ({"seed": HUGE}, ["0 to 9223372036854775807"]),
        ({"seed": True}, ["whole number"]),
        ({"seed": "7"}, ["whole number"]),
        ({"seed": 0.5}, ["whole number"]),
        ({"recycl": "flip"}, ["did you mean 'recycle'", "recycle, supply, top_visible"]),
        ({"recycle": "burn"}, ["recycle", "turn or flip"]),
        ({"recycle": None}, ["turn or flip"]),
        ({"recycle": ["turn"]}, ["turn or flip"]),
        ({"top_visible": "maybe"}, ["on or off"]),
        ({"top_visible": 2}, ["on or off"]),
        ({"win_cards": 77}, ["0 to 76"]),
        ({"win_cards": True}, ["0 to 76"]),
        ({"win_cards": HUGE}, ["0 to 76"]),
        ({"win_cards": "1_8"}, ["0 to 76"]),
        ({"win_cards": "٣"}, ["0 to 76"]),
        ({"win_cards": float("nan")}, ["0 to 76"]),
        ({"preset": "martian"}, ["russian, international"]),
        ({"preset": 5}, ["russian, international"]),
        ({"preset": []}, ["russian, international"]),
        ({"chance": "dice"}, ["seed, fair, told"]),
        ({"chance": "told", "seed": 3}, ["seed"]),
        ({"chance": kvartal.SeededDeal(1), "seed": 3}, ["seed"]),
        ({"names": ["A"]}, ["2 names"]),
        ({"names": "AB"}, ["2 names"]),
        ({"names": 7}, ["2 names"]),
        ({"names": ["A", ""]}, ["printable"]),
        ({"names": ["A", "B\n0 play"]}, ["printable"]),
        ({"names": ["A", BIDI]}, ["printable"]),
        ({"names": ["A", "x" * 61]}, ["1 to 60"]),
        ({"names": ["A", None]}, ["printable"]),
    ],
    ids=kind,
)
def test_a_game_that_cannot_be_set_up_is_refused_with_what_exists(arguments: dict[str, Any], listed: list[str]) -> None:
    with pytest.raises(kvartal.BadSetup) as refused:
        kvartal.new(**{"key": "flip", "players": 2} | arguments)
    message = str(refused.value)
    assert all(part in message for part in listed), message
    assert len(message) < 500
    assert message.isprintable()


def test_options_are_understood_from_python_and_from_text() -> None:
    for on in (True, 1, "on", "yes", "TRUE", "1"):
        assert kvartal.new("flip", top_visible=on).setup.options["top_visible"] is True
    for off in (False, 0, "off", "no", "0"):
        assert kvartal.new("flip", top_visible=off).setup.options["top_visible"] is False
    assert kvartal.new("flip", win_cards="12").setup.options["win_cards"] == 12
    assert kvartal.new("welcome", edition=2023).setup.options["edition"] == "2023"
