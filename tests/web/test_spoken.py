"""The board in words, as somebody hears it who does not see it."""

import re
from collections.abc import Sequence

import pytest
from ways import WAYS, Way, positions

from kvartal.engine.words import LANGUAGES
from kvartal.web.parts import in_words

SIGNS = re.compile(r"[|≈~║█▪□∩^\[\]→↷✓*'_/\\]")  # drawn, not said
REAL = [way for way in WAYS if way.key != "toy"]


@pytest.mark.parametrize("way", REAL, ids=str)
def test_every_board_is_told_in_words_without_drawn_signs(way: Way) -> None:
    for match in positions(way, 6):
        for lang in LANGUAGES:
            for seat in (None, 0, way.players - 1):
                told = match.view(seat).told(lang)
                heads = [head for head, _ in told]
                assert len(heads) == len(set(heads)) >= 3
                said = [*heads, *(line for _, lines in told for line in lines)]
                assert all(each.strip() == each != "" for each in said), said
                assert [each for each in said if SIGNS.search(each)] == []
                if lang != "en":  # whatever is not a name, or a letter of a plan, lot or row
                    plain = " ".join(said)
                    for name in ("Ann", "Player 3", "Eve"):
                        plain = plain.replace(name, "")
                    assert not re.search(r"[a-z]{3,}", plain), plain


def test_a_house_is_told_by_its_number_in_the_street() -> None:
    match = Way("welcome", "2018", players=2).match()
    for _ in range(40):
        seat = match.waiting[0]
        match.play(seat, match.setup.game.greedy(match.view(seat)))
    log = " ".join(line.text for line in match.log(0))
    written = []
    for street, houses in enumerate(_streets(match.view(0).told()), 1):
        written += [f"in house {house} of street {street}" for house, what in houses.items() if what[0].isdigit()]
    assert written
    assert all(spot in log for spot in written)


def _streets(told: Sequence[tuple[str, Sequence[str]]]) -> list[dict[int, str]]:
    (lines,) = [lines for head, lines in told if head.startswith("You")]
    return [
        {int(house): what for house, what in re.findall(r"(\d+): ([^,;]+)", line.split(": ", 1)[1])}
        for line in lines
        if "house by house" in line
    ]


def test_a_game_that_tells_nothing_is_shown_as_its_text() -> None:
    view = Way("toy").match().view(0)
    assert view.told() == ()
    assert in_words(view, "en").startswith("<pre")
