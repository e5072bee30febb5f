"""The faces of the guests: everybody has one, and it needs nothing from outside."""

import re
import xml.etree.ElementTree as ET

import pytest

from kvartal.bots.characters import CHARACTERS
from kvartal.web.portraits import PORTRAITS, face, faces, portrait

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
    own = {str(portrait(who, 32)) for who in CHARACTERS}
    masks = {str(portrait(who, 32)) for who in MASKED}
    assert len(own) == len(CHARACTERS)
    assert len(masks) == 1
    assert not own & masks


def test_a_bot_has_the_face_of_its_character_at_every_level() -> None:
    for who in CHARACTERS:
        assert {str(portrait(f"level{level}-{who}", 96)) for level in range(1, 6)} == {str(portrait(who, 96))}


def test_a_face_by_name_is_one_of_those_on_the_page() -> None:
    there = re.findall(r'<symbol id="([^"]+)"', str(faces()))
    assert len(there) == len(set(there)) == len(CHARACTERS) + 1
    meant = {who: re.findall(r'href="#([^"]+)"', str(face(who, 32))) for who in [*CHARACTERS, *MASKED]}
    assert all(len(each) == 1 and each[0] in there for each in meant.values())
    assert len({each[0] for each in meant.values()}) == len(there)
