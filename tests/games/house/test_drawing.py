"""The boards of Mr House: every move has its place, nothing dangerous is inside, letters are legible, text fits."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from games.boards import SVG, WIDTHS, drawn, ids, targets
from games.house.table import table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES
from kvartal.games import game
from kvartal.games.house.bot.greedy import choose

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}
TABLES = [
    (2, {"variant": "basic"}),
    (4, {"variant": "basic", "commit": "one_by_one"}),
    (3, {"variant": "expert"}),
    (4, {"variant": "expert"}),
]
IDS = ["basic", "one_by_one", "expert3", "expert4"]


def positions(players: int, options: dict[str, str], every: int, seed: int = 3) -> Iterator[Match]:
    """A game of sensible players who sometimes do anything at all."""
    match = Match(game("house").set_up(players, options), SeededDeal(seed))
    rng, step = random.Random(seed), 0
    while not match.over:
        seat = rng.choice(match.waiting)
        code = choose(match.state.known(seat), seat)  # type: ignore[arg-type]
        if rng.random() < 0.2:
            code = rng.choice(match.moves(seat)).code
        match.play(seat, code)
        step += 1
        if step % every == 0:
            yield match
    yield match


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_every_legal_move_has_exactly_one_target(players: int, options: dict[str, str], width: int) -> None:
    seen = set()
    for match in positions(players, options, every=6):
        for seat in {0, *match.waiting}:
            view = match.view(seat)
            found = targets(drawn(view, width=width))
            assert sorted(each.attrib["data-move"] for each in found) == sorted(str(move) for move in view.moves())
            game, words = match.setup.game, match.setup.game.words("en")
            labels = {str(move): game.offered(view, move.code, words) for move in view.moves()}
            for each in found:
                move = each.attrib["data-move"]
                seen.add(move.split()[0])
                assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                assert each.attrib["aria-label"] == labels[move]
    wanted = {"place", "take", "done", "build", "at", "demolish"}
    assert wanted <= seen
    assert options["variant"] == "basic" or {"hire", "office", "choose", "crew"} <= seen


@pytest.mark.parametrize("width", WIDTHS)
def test_what_cannot_be_done_is_explained(width: int) -> None:
    for match in positions(3, {"variant": "expert"}, every=17):
        for seat in range(3):
            view = match.view(seat)
            for each in drawn(view, width=width).iter():
                if "data-refused" in each.attrib:
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_boards_are_well_formed_harmless_and_legible(players: int, options: dict[str, str], lang: str) -> None:
    for match in positions(players, options, every=40):
        for width in WIDTHS:
            for seat in (None, 0):
                text = match.view(seat).draw(lang, width)
                board = ET.fromstring(text)  # noqa: S314
                assert len(ids(board)) == len(set(ids(board)))
                assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
                for each in board.iter():
                    assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
                assert "url(" not in text
                said = [(each.text or "").strip() for each in board.iter(SVG + "text")]
                assert "{" not in "".join(said)
                assert not [each for each in said if each[:1] == "·" or each[-1:] == "·"]  # a line was broken there
                assert min(float(each.attrib["font-size"]) for each in board.iter(SVG + "text")) >= 11


def test_a_spectator_can_choose_nothing() -> None:
    for match in positions(3, {"variant": "expert"}, every=30):
        for width in WIDTHS:
            board = drawn(match.view(None), width=width)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_face_down_chips_are_not_drawn() -> None:
    match = table(2)
    match.play(0, "place 3 at bank")
    hidden, own = match.view(1).draw(), match.view(0).draw()
    assert "?" in "".join(each.text or "" for each in ET.fromstring(hidden).iter(SVG + "text"))  # noqa: S314
    assert "?" not in "".join(each.text or "" for each in ET.fromstring(own).iter(SVG + "text"))  # noqa: S314


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, str], lang: str) -> None:
    for match in positions(players, options, every=25):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told(players: int, options: dict[str, str], lang: str) -> None:
    match = list(positions(players, options, every=1000))[-1]
    for seat in (None, 0):
        log = match.log(seat, lang)
        assert all(line.text and "{" not in line.text and line.text[0] != " " for line in log)
        assert len({line.text for line in log}) > 60
        assert any(line.rule is not None and line.rule.id == "house.reveal" for line in log)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_has_a_label_and_every_refusal_a_reason(lang: str) -> None:
    for variant in ("basic", "expert"):
        match = table(2, "building", {0: {"house": ["w1 /m"]}}, variant=variant)
        setup, words = match.setup, match.setup.game.words(lang)
        labels = [setup.game.label(setup, code, words) for code in range(len(setup.notation))]
        assert all(label and "{" not in label for label in labels)
        assert len(set(labels)) == len(labels)
        view = match.view(0)
        for code in range(len(setup.notation)):
            refused = view.refusal(code, lang)
            if refused is not None:
                assert refused.text.startswith(refused.rule.said(words))
                assert "{" not in refused.text


def test_a_refusal_tells_the_numbers() -> None:
    match = table(2, "building", {0: {"store": {"wood": 1}, "house": []}}, commit="one_by_one")
    refused = match.refusal(0, "build wood wall")
    assert refused is not None
    assert refused.text.endswith("Needed: 2 × wood, 1 × metal. Free: 1 × wood.")
