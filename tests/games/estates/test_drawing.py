"""The boards of The Estates: every move has its place, hidden money stays hidden, nothing dangerous is inside."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from games.boards import WIDTHS, drawn, targets
from games.estates.table import at_table, get_free, play
from kvartal.engine.words import LANGUAGES
from kvartal.games import new

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}
TABLES = [(2, {}), (3, {"money": "open", "rounds": 2}), (5, {"max_length": 10})]


def positions(players: int, options: dict[str, object], every: int, seed: int = 1):
    rng = random.Random(seed)
    match = new("estates", players, seed=seed, **options)
    step = 0
    while not match.over:
        if step % every == 0:
            yield match
        step += 1
        match.play(match.waiting[0], rng.choice(match.moves(match.waiting[0])))
    yield match


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
                    assert each.attrib["id"].startswith("estates-")
    assert seen == {"box", "offer", "bid", "pass", "sell", "keep", "place", "discard"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("piece", "options", "barriers"),
    [
        ("barrier 3", {}, {}),
        ("barrier 1", {"max_length": 10}, {3: "A longer", 2: "A longer"}),
        ("barrier 1", {}, {3: "C shorter"}),
        ("mayor", {}, {}),
        ("cancel", {}, {1: "B longer", 2: "B shorter", 3: "C longer"}),
    ],
)
def test_special_pieces_have_their_targets(
    piece: str, options: dict[str, object], barriers: dict[int, str], width: int
) -> None:
    view = get_free(at_table(options=options, barriers=barriers), piece).view(0)
    found = [each.attrib["data-move"] for each in targets(drawn(view, width=width))]
    assert sorted(found) == sorted(str(move) for move in view.moves())


@pytest.mark.parametrize("width", WIDTHS)
def test_ids_are_unique_and_elements_harmless(width: int) -> None:
    for players, options in TABLES:
        for match in positions(players, options, every=25):
            text = match.view(0).draw("en", width)
            board = ET.fromstring(text)  # noqa: S314
            ids = [each.attrib["id"] for each in board.iter() if "id" in each.attrib]
            assert len(ids) == len(set(ids))
            assert {each.tag.rpartition("}")[2] for each in board.iter()} <= HARMLESS
            assert not re.search(r"javascript:|https?://(?!www\.w3\.org)|\son\w+=", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_targets_speak_the_label_of_their_move(lang: str) -> None:
    for match in positions(3, {}, every=30):
        view = match.view(match.waiting[0] if match.waiting else 0)
        game, words = match.setup.game, match.setup.game.words(lang)
        labels = {str(move): game.offered(view, move.code, words) for move in view.moves()}
        for width in WIDTHS:
            for each in targets(drawn(view, lang, width)):
                assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]


def test_what_cannot_be_done_is_marked_as_refused_and_explained() -> None:
    for match in positions(3, {}, every=20):
        for seat in (0, 1):
            view = match.view(seat)
            for each in drawn(view).iter():
                if "data-refused" in each.attrib:
                    assert view.why(view.setup.code(each.attrib["data-refused"])) is not None


def test_a_spectator_can_choose_nothing() -> None:
    for match in positions(4, {}, every=30):
        for width in WIDTHS:
            board = drawn(match.view(None), width=width)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_hidden_money_is_not_drawn() -> None:
    """Two tables that differ only in the others' hands look the same to a seat, on paper and in text."""
    rich = play(at_table(options={"rounds": 2}), "offer mayor")
    poor = play(at_table(options={"rounds": 2}, hands=[12, 3, 21, 12], starts=[12, 3, 21, 12]), "offer mayor")
    for seat in (0, 3, None):
        assert rich.view(seat).draw("en") == poor.view(seat).draw("en")
        assert rich.view(seat).draw("en", 360) == poor.view(seat).draw("en", 360)
        assert rich.view(seat).text("en") == poor.view(seat).text("en")


def test_the_city_is_drawn_floor_by_floor() -> None:
    match = at_table(
        rows={"B": "blue6,red5,grey1+4 yellow3"}, barriers={2: "A longer"}, mayor="C", certificates={"grey": 1}
    )
    for width in WIDTHS:
        board = drawn(match.view(0), width=width)
        lot = next(each for each in board.iter() if each.attrib.get("id") == "estates-lot-B1")
        shown = [each.text for each in lot.iter() if each.tag.endswith("}text")]
        assert [text for text in shown if text != "B1"] == ["6", "5", "1", "4"]
        assert any(each.attrib.get("id") == "estates-barrier-2" for each in board.iter())
        words = [each.text for each in board.iter() if each.tag.endswith("}text")]
        assert any("−16" in (word or "") for word in words)  # what the row would score now, for player 2
