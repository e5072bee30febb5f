"""The faces of the guests: everybody has one, and it needs nothing from outside."""

import re
import xml.etree.ElementTree as ET

import pytest

from kvartal.bots.characters import CHARACTERS
from kvartal.web.portraits import PORTRAITS, portrait

MASKED = ("level3", "greedy", "random", "module:name", "program:./bot", "level3@park=1", "", "<nobody>")


@pytest.mark.parametrize("who", [*CHARACTERS, *MASKED])
@pytest.mark.parametrize("size", [32, 96])
def test_a_portrait_is_a_picture_of_the_size_asked_for_and_needs_nothing_from_outside(who: str, size: int) -> None:
    drawn = str(portrait(who, size))
    picture = ET.fromstring(drawn)  # noqa: S314 — our own text
    assert (picture.get("width"), picture.get("height")) == (str(size), str(size))
    assert picture.get("aria-hidden") == "true"  # the name stands beside it
    assert not re.search(r"https?:|url\(|<script|style=|<style|\son\w+=|href=|\sid=", drawn)


def test_everybody_has_a_face_of_their_own_and_others_wear_the_mask() -> None:
    assert set(PORTRAITS) == set(CHARACTERS)
    faces = {str(portrait(who, 32)) for who in CHARACTERS}
    masks = {str(portrait(who, 32)) for who in MASKED}
    assert len(faces) == len(CHARACTERS)
    assert len(masks) == 1
    assert not faces & masks


def test_a_bot_has_the_face_of_its_character_at_every_level() -> None:
    for who in CHARACTERS:
        assert {str(portrait(f"level{level}-{who}", 96)) for level in range(1, 6)} == {str(portrait(who, 96))}
