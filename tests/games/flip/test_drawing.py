"""The boards of Flip City: every move has its place, nothing dangerous is inside, and the text fits."""

import re
import xml.etree.ElementTree as ET

import pytest

import kvartal
from games.boards import SVG, WIDTHS, drawn, ids, targets
from games.flip.positions import IDS, TABLES, positions
from games.flip.table import at_table
from kvartal.engine.svg import breadth
from kvartal.engine.words import LANGUAGES
from kvartal.games.flip.drawing import cards, desk

HARMLESS = {"svg", "style", "defs", "pattern", "g", "rect", "circle", "path", "text", "title"}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_legal_move_has_exactly_one_target(width: int) -> None:
    seen = set()
    for players, options in TABLES:
        for match in positions(players, options, every=4):
            for seat in {0, *match.waiting}:
                view = match.view(seat)
                found = targets(drawn(view, width=width))
                assert sorted(each.attrib["data-move"] for each in found) == sorted(str(move) for move in view.moves())
                for each in found:
                    seen.add(each.attrib["data-move"].split()[0])
                    assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                    assert "id" in each.attrib
    assert seen - {"give"} == {"play", "stop", "shuffle", "pass", "buy", "upgrade", "recycle", "remove"}


def test_a_gift_has_a_target_at_each_opponent() -> None:
    view = at_table(3, seats={0: {"discard": {"apartment": 1}}}, phase="building", coins=8).view(0)
    for width in WIDTHS:
        gifts = [each for each in targets(drawn(view, width=width)) if each.attrib["data-move"].startswith("give")]
        assert [each.attrib["id"] for each in gifts] == ["flip-give-1", "flip-give-2"]
        assert gifts[0].attrib["aria-label"] == "Give Apartment to Player 2 as Residential for 8 coins"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_targets_speak_the_label_of_their_move(lang: str) -> None:
    for match in positions(2, {}, every=20):
        view = match.view(match.waiting[0] if match.waiting else 0)
        labels = {str(move): move.label(lang) for move in view.moves()}
        for each in targets(drawn(view, lang)):
            assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]


@pytest.mark.parametrize("width", WIDTHS)
def test_what_cannot_be_done_is_marked_as_refused_and_explained(width: int) -> None:
    for match in positions(2, {}, every=20):
        for seat in (0, 1):
            view = match.view(seat)
            for each in drawn(view, width=width).iter():
                if "data-refused" in each.attrib:
                    assert "data-move" not in each.attrib
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_a_spectator_sees_the_board_and_can_choose_nothing(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=30):
        for width in WIDTHS:
            board = drawn(match.view(None), width=width)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_boards_are_well_formed_and_harmless(players: int, options: dict[str, object], lang: str) -> None:
    """No scripts, no handlers, nothing fetched from anywhere: fit for the strictest page."""
    for match in positions(players, options, every=30):
        for width in WIDTHS:
            text = match.view(0).draw(lang, width)
            board = ET.fromstring(text)  # noqa: S314
            assert len(ids(board)) == len(set(ids(board)))
            assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
            assert len(list(board.iter(SVG + "style"))) == 1
            for each in board.iter():
                assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                assert each.attrib.get("href", "#").startswith("#")
            assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
            assert "@import" not in text
            assert set(re.findall(r"url\(.*?\)", text)) <= {f"url(#{id_})" for id_ in ids(board)}, "only what is in it"


@pytest.mark.parametrize("width", WIDTHS)
def test_what_stays_on_the_table_keeps_its_id(width: int) -> None:
    before: set[str] = set()
    for match in positions(3, {}, every=1, steps=80):
        now = set(ids(drawn(match.view(0), width=width)))
        lasting = {each for each in before if re.match(r"flip-(supply|deck|count|town|street|discard$|headline)", each)}
        assert lasting <= now
        assert not before or len(lasting) > 10
        before = now


def test_the_same_view_is_drawn_the_same() -> None:
    match = kvartal.new("flip", players=2, seed=5)
    assert match.view(0).draw() == match.view(0).draw()
    assert match.view(0)._repr_svg_() == match.view(0).draw("en", 1280)


@pytest.mark.parametrize("width", WIDTHS)
def test_letters_are_never_too_small(width: int) -> None:
    for match in positions(4, {}, every=25):
        for lang in LANGUAGES:
            sizes = [float(each.attrib["font-size"]) for each in drawn(match.view(0), lang, width).iter(SVG + "text")]
            assert min(sizes) >= 11


def test_turned_cards_lie_on_their_side() -> None:
    for match in positions(2, {}, every=1):
        for seat in range(2):
            turned = [name for name in match.to_json()["table"]["seats"][seat]["discard"] if name.endswith("turned")]
            shown = [each for each in ids(drawn(match.view(seat))) if each.endswith("-turned")]
            assert len(shown) == len(turned)
            if turned:
                return
    pytest.fail("no card was recycled")


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, object], lang: str) -> None:
    for match in positions(players, options, every=20):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


@pytest.mark.parametrize("size", [13.0, 16.0, 19.0])
def test_a_coin_is_as_wide_as_the_price_in_it(size: float) -> None:
    for price in ("2", "12"):
        digits = max(cards.SMALLEST, size * 0.7)
        assert breadth(price, digits, bold=True) <= cards.token_width(("coin", price), size)


def test_four_tiles_stand_within_the_street() -> None:
    assert 14 + 4 * desk.STREET_TILE + 3 * 4 <= desk.STREET - 14
