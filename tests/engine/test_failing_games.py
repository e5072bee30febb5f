"""A game that fails while its table is shown: people go on with the text board, and the log has one line about it."""

import logging
import os
import subprocess
from pathlib import Path

import pytest

import kvartal_toy
from cli.commands import COMMAND, ROOT, environment, kvartal
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.web import faults
from kvartal.web.covers import cover
from kvartal.web.dialect import board
from kvartal.web.parts import in_words
from kvartal_toy.game import ToyTown
from twins import BrokenCover, TornPicture


@pytest.fixture(autouse=True)
def nothing_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "_logged", set())


def views(game: Game) -> list[View]:
    match = Match(game.set_up(2), SeededDeal(1))
    return [match.view(0), match.view(1)]


def test_a_drawing_that_fails_is_shown_as_text_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    one, two = views(TornPicture())
    with caplog.at_level(logging.ERROR):
        shown = [board(view, "uk", "phone") for view in (one, two, one)]
        assert board(one, "uk", "desk").startswith("<svg"), "what can be drawn is drawn"
    assert shown[0].startswith("<pre")
    assert one.text("uk").splitlines()[0] in shown[0]
    assert shown[0] == shown[2] != shown[1]
    assert [record.getMessage() for record in caplog.records] == [
        f"draw of toy failed: KeyError: 'phone' ({where(TornPicture)})"
    ]


def where(game: type[Game]) -> str:
    code = game.draw.__code__
    return f"toy/twins.py:{code.co_firstlineno + 2} in draw"


class Undrawn(ToyTown):
    """A game without a board of its own."""

    draw = Game.draw  # type: ignore[assignment]


def test_a_game_without_pictures_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    assert board(views(Undrawn())[0], "en", "desk").startswith("<pre")
    assert not caplog.records


class HalfDrawn(ToyTown):
    """What stands beside the board cannot be drawn."""

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> Drawing:
        return Drawing("<svg>", ("<g>mine</g>",), lambda: [str(1 // 0)])


def test_what_stands_beside_may_be_missing(caplog: pytest.LogCaptureFixture) -> None:
    assert board(views(HalfDrawn())[0], "en", "desk") == '<svg><g data-part="0"><g>mine</g></g></svg>'
    assert len(caplog.records) == 1


class Speechless(ToyTown):
    """Neither told nor written."""

    def told(self, view: View, words: Words) -> list[tuple[str, list[str]]]:
        raise RuntimeError("told")

    def text(self, view: View, words: Words) -> str:
        raise RuntimeError("text")


def test_the_board_in_words_falls_back_to_the_bare_facts(caplog: pytest.LogCaptureFixture) -> None:
    said = in_words(views(Speechless())[0], "en")
    assert "sites_to_come" in said
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "told of toy failed",
        "text of toy failed",
    ]


def test_a_cover_that_fails_is_a_town(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    game = BrokenCover()
    monkeypatch.setattr("kvartal.web.covers.shelf", lambda: {game.key: game})
    assert cover(game, game.words("en")).startswith("<svg")
    assert len(caplog.records) == 1


# On the command line ------------------------------------------------------------------------------------------------

PLAY = ("play", "broken", "--seed", "1", "--seats", "you,random")
BROKEN = """
from kvartal_toy.game import ToyTown

class Broken(ToyTown):
    key = "broken"

    def text(self, view, words):
        return {}["nothing here"]

    def greedy(self, view):
        return 0 if view.known.cells[0] else view.missing

GAME = Broken()
"""


@pytest.fixture
def guest(tmp_path: Path) -> dict[str, str]:
    """An environment in which a broken game of another package stands on the shelf."""
    (tmp_path / "broken_game.py").write_text(BROKEN, encoding="utf-8")
    about = tmp_path / "broken_game-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[kvartal.games]\nbroken = broken_game:GAME\n", encoding="utf-8")
    toy = Path(kvartal_toy.__file__).parents[1]
    return {"PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", toy, tmp_path)))}


def test_a_fault_of_a_guest_is_one_line(guest: dict[str, str]) -> None:
    run = kvartal(*PLAY, stdin="\n", **guest)
    assert run.returncode == 2
    lines = [line for line in run.stderr.splitlines() if line]
    assert len(lines) == 1
    assert "the game broken failed: KeyError: 'nothing here'" in lines[0]
    assert "broken_game.py:8 in text" in lines[0]


def test_its_author_can_see_all_of_it(guest: dict[str, str]) -> None:
    run = subprocess.run(
        [*COMMAND, *PLAY],
        env=environment(**guest, KVARTAL_TRACEBACK="1"),
        input="\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.stderr.startswith("Traceback")
    assert run.stderr.rstrip().endswith("KeyError: 'nothing here'")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_sensible_player_that_fails_is_named_with_its_line(guest: dict[str, str], workers: str) -> None:
    run = kvartal("simulate", "broken", "--games", "200", "--seats", "greedy,greedy", "--workers", workers, **guest)
    assert run.returncode == 2
    assert "broken_game.py:11 in greedy" in run.stderr
    assert len(run.stderr.splitlines()) == 1
