"""The boxes on the shelf, and what all boards are drawn with."""

import re
import xml.etree.ElementTree as ET

import pytest

from kvartal.engine.svg import PALETTE, STROKES, box, lines, paint, text
from kvartal.engine.words import words
from kvartal.games import games, shelf
from kvartal.web.covers import address, cover, picture

OWN = ("estates", "flip", "house", "welcome")


@pytest.mark.parametrize("key", OWN)
def test_every_edition_has_a_cover_that_needs_nothing_from_outside(key: str) -> None:
    game = shelf()[key]
    for preset in ("", *(each.name for each in game.presets)):
        drawn = picture(game, words("en"), preset)
        ET.fromstring(drawn)  # noqa: S314 — our own text
        assert 'aria-hidden="true"' in drawn
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|<script|\son\w+=|href=", drawn)


def test_games_look_unlike_each_other_and_so_do_their_editions() -> None:
    covers = [str(cover(game, words("en"))) for game in games()]
    assert len(set(covers)) == len(covers)
    for game in (shelf()[key] for key in OWN):
        drawn = {preset.name: str(cover(game, words("en"), preset.name)) for preset in game.presets}
        assert len(set(drawn.values())) == len(drawn)


def test_the_usual_edition_lies_where_the_cover_of_its_game_lies() -> None:
    assert address("", "welcome", "2018") == address("", "welcome") == "/cover/welcome.svg"
    assert address("/k", "welcome", "expert 2023") == "/k/cover/welcome.svg?preset=expert%202023"


# The writer -----------------------------------------------------------------------------------------------------------


def test_a_hard_space_holds_two_words_together() -> None:
    assert lines("money: 12 · loans: 0", 60, 12) == ["money:", "12 ·", "loans: 0"]
    assert lines("money:\xa012 · loans:\xa00", 90, 12) == ["money:\xa012 ·", "loans:\xa00"]


def test_a_line_has_a_colour_that_every_light_knows() -> None:
    assert paint("sky", "action") == {
        "fill": PALETTE["sky"][0],
        "stroke": PALETTE["action"][0],
        "class_": "f-sky s-action",
    }
    assert paint("#123456", "#654321") == {"fill": "#123456", "stroke": "#654321"}
    for role in set(PALETTE) - set(STROKES):
        with pytest.raises(ValueError, match=f"no line has the colour {role}"):
            paint(None, role)


def test_what_is_drawn_twice_is_the_same_and_harmless() -> None:
    first = text(1, 2, "<b>&", 12, "ink", room=40)
    assert text(1.0, 2.0, "<b>&", 12, "ink", room=40) == first
    assert "<b>" not in first
    assert box(0, 0, 5, 5, "panel", "edge", class_="ring").count("class=") == 1


# Contrast -------------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("light", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("ink", ["ink", "muted", "action", "good", "bad"])
def test_words_can_be_read_by_day_and_by_night(ink: str, light: int) -> None:
    """4.5 : 1 on what words stand on, as WCAG asks."""
    for ground in ("table", "panel", "glow"):
        bright, dark = sorted((luminance(PALETTE[role][light]) for role in (ink, ground)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)
