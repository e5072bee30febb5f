"""The boards of Welcome To…: every move has its place, nothing dangerous is inside, and the text is legible."""

import re
import xml.etree.ElementTree as ET

import pytest

from games.boards import SVG, WIDTHS, drawn, ids, targets
from games.welcome.positions import IDS, TABLES, positions
from games.welcome.table import WELCOME, at_table, play
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games.welcome.drawing.goals import picture, progress
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import plans

HARMLESS = {"svg", "style", "defs", "g", "rect", "circle", "path", "text", "title"}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_legal_move_has_exactly_one_target(width: int) -> None:
    seen = set()
    for players, options in TABLES:
        for match in positions(players, options, every=7):
            for seat in match.waiting[:1]:
                view = match.view(seat)
                found = targets(drawn(view, width=width))
                assert sorted(each.attrib["data-move"] for each in found) == sorted(str(move) for move in view.moves())
                labels = {str(move): WELCOME.offered(view, move.code, view.words("en")) for move in view.moves()}
                for each in found:
                    seen.add(each.attrib["data-move"].split()[0])
                    assert (each.attrib["role"], each.attrib["tabindex"]) == ("button", "0")
                    assert each.attrib["aria-label"] == labels[each.attrib["data-move"]]
                    assert each.attrib["id"].startswith("welcome-")
    everything = {name.split()[0] for name in WELCOME.set_up(2).notation} | {"number"}
    assert seen >= everything - {"give", "use", "reshuffle", "refuse"}


@pytest.mark.parametrize("width", WIDTHS)
def test_rare_moves_have_their_places(width: int) -> None:
    fours = {"streets": ["0 1 2 3 | 4 5 6 7 |", "0 1 2 3 |"]}
    choosing = play(at_table(sheets={0: fours}), 0, "take 1", "write 3.5", "plan 1")
    moves = {each.attrib["data-move"] for each in targets(drawn(choosing.view(0), width=width))}
    assert moves == {"use 1.1", "use 1.5", "use 2.1"}
    shuffle = play(choosing, 0, "use 1.1", "use 2.1")
    assert "reshuffle" in {each.attrib["data-move"] for each in targets(drawn(shuffle.view(0), width=width))}
    stuck = at_table(
        1, hands=[("1 fence", "1 value", "2 park")], sheets={0: {"streets": ["2"] * 3}}, edition="2023", plan3="e235"
    )
    assert {each.attrib["data-move"] for each in targets(drawn(stuck.view(0), width=width))} == {"refuse"}
    play(stuck, 0, "refuse")
    moves = {each.attrib["data-move"] for each in targets(drawn(stuck.view(0), width=width))}
    assert moves == {"give 1", "give 2", "give 3"}


@pytest.mark.parametrize("width", WIDTHS)
def test_what_cannot_be_done_is_explained(width: int) -> None:
    found = 0
    for match in positions(2, {}, every=7):
        view = match.view(0)
        for each in drawn(view, width=width).iter():
            if "data-refused" in each.attrib:
                found += 1
                assert "data-move" not in each.attrib
                assert view.why(view.setup.code(each.attrib["data-refused"])) is not None
    assert found


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_boards_are_well_formed_and_harmless_in_every_language(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=29):
        for lang in LANGUAGES:
            for width in WIDTHS:
                text = match.view(0).draw(lang, width)
                board = ET.fromstring(text)  # noqa: S314
                assert len(ids(board)) == len(set(ids(board)))
                assert {each.tag.removeprefix(SVG) for each in board.iter()} <= HARMLESS
                for each in board.iter():
                    assert not [key for key in each.attrib if key.lower().startswith("on") or key in ("style", "src")]
                sizes = [float(each.attrib["font-size"]) for each in board.iter(SVG + "text")]
                assert min(sizes) >= 11
                assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
                assert "url(" not in text
                assert "{" not in "".join(each.text or "" for each in board.iter(SVG + "text"))


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
def test_a_spectator_can_choose_nothing(players: int, options: dict[str, object]) -> None:
    for match in positions(players, options, every=40):
        for width in WIDTHS:
            board = drawn(match.view(None), width=width)
            assert not [each for each in board.iter() if {"data-move", "data-refused"} & set(each.attrib)]


def test_the_drawing_shows_no_hidden_card() -> None:
    """The board of one seat does not change with what another seat holds or has begun."""
    match = Match(WELCOME.set_up(3, {"draft": True}), SeededDeal(2))
    before = match.view(0).draw()
    play(match, 1, *[str(match.moves(1)[0])])
    assert match.view(0).draw() == before
    assert View.of(match.setup, match.view(0).imagine(4), 0).draw() == before


@pytest.mark.parametrize("players", [13, 100])
def test_many_players(players: int) -> None:
    match = Match(WELCOME.set_up(players, {}), SeededDeal(2))
    for width in WIDTHS:
        board = drawn(match.view(0), width=width)
        assert len([each for each in ids(board) if each.startswith("welcome-seat-")]) == players - 1


@pytest.mark.parametrize(("players", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_board_fits_a_terminal(players: int, options: dict[str, object], lang: str) -> None:
    for match in positions(players, options, every=31):
        for seat in (None, *range(players)):
            board = match.view(seat).text(lang)
            assert max(len(line) for line in board.splitlines()) <= 80
            assert "{" not in board


def test_a_plan_shows_how_much_of_it_there_is() -> None:
    """What the picture counts is complete just when the plan is met; three plans ask for more than it counts."""
    complete = set()
    for players, options in TABLES:
        for match in positions(players, options, every=40):
            view = match.view(0)
            tables, known = view.setup.tables, view.known
            for plan, kind in enumerate(tables.plan_kind):
                counts = progress(view, 0, plan)
                full = all(has == need for has, need in counts)
                met = plans.met(known.cells, tables.seats, tables, plan)
                if kind in (at.P_ONE_STREET, at.P_STREET_BUILT, at.P_PARKS_POOLS_ROUND):
                    assert full or not met
                elif known.cells[tables.seats + at.STAGE] != at.MARKING:
                    assert full == met, view.setup.tables.plan_kind[plan]
                if full:
                    complete.add(kind)
                assert all(0 <= has <= need for has, need in counts)
                assert len(picture(view.setup, plan, counts, 144, 30)) > 100
                assert not picture(view.setup, plan, counts, 144, 10)  # no room
    assert complete >= {at.P_ESTATES, at.P_STREET_BUILT}


def test_estates_being_chosen_for_a_plan_still_count_for_it() -> None:
    match = at_table(sheets={0: {"streets": ["0 1 2 3 | 4 5 6 7 |", "0 1 2 3 |"]}})  # plan 1 asks for two of four
    plan = match.view(0).known.cells[at.PLANS_AT]
    for move in ("take 1", "write 3.5", "plan 1", "use 1.1"):
        play(match, 0, move)
        assert progress(match.view(0), 0, plan)[3] == (2, 2)
