"""What a game need not say: its folder, and the bar of the moment where it has none of its own."""

from pathlib import Path

import pytest

import kvartal_toy
from engine import secret_game
from engine.secret_game import SECRET
from kvartal.engine.bar import MOST_NAMED
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES, Words
from kvartal_toy.game import ToyTown

SAID = {
    "en": ("Your turn", "Waiting for: Ann, Bob", "The game is over"),
    "uk": ("Ваш хід", "Чекаємо на хід: Ann, Bob", "Гру закінчено"),
    "ru": ("Ваш ход", "Ждём хода: Ann, Bob", "Игра окончена"),
}


class Drawn(ToyTown):
    """The place that it was drawn for; and no bar of its own."""

    bar = Game.bar

    def draw(self, view: View, words: Words, *, width: int = 0, height: int = 0) -> str:
        return f"{width} × {height}"


def table(game: Game, players: int = 2) -> Match:
    return Match(game.set_up(players), SeededDeal(1), ["Ann", "Bob", "Cat", "Dan", "Eve"][:players])


def test_the_room_is_where_the_class_is_written() -> None:
    assert SECRET.folder == Path(secret_game.__file__).resolve().parent
    assert Drawn().folder == kvartal_toy.GAME.folder, "another shape of a game lives in the same room"


def test_a_room_may_be_named() -> None:
    class Elsewhere(type(SECRET)):  # type: ignore[misc]
        folder = Path("elsewhere")

    assert Elsewhere().folder == Path("elsewhere")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_that_says_nothing_has_a_bar_all_the_same(lang: str) -> None:
    match = table(SECRET)
    mine, waiting, over = SAID[lang]
    view = match.view(0)
    assert view.bar(lang).title == mine
    assert [each.code for each in view.bar(lang).buttons] == view.codes(), "it draws no board: every move is a button"
    assert [each.shown for each in view.bar(lang).buttons] == [move.label(lang) for move in view.moves()]
    assert match.view(None).bar(lang).title == waiting
    assert match.view(None).bar(lang).buttons == ()
    while not match.over:
        match.play(match.waiting[0], match.moves(match.waiting[0])[-1])
    assert (match.view(0).bar(lang).title, match.view(0).bar(lang).buttons) == (over, ())


def test_of_many_who_are_waited_for_some_are_named() -> None:
    match = table(kvartal_toy.GAME, 4)
    assert match.view(None).bar().title == f"Waiting for: Ann, Bob, Cat (+{4 - MOST_NAMED})"


def test_a_game_with_a_board_has_its_moves_there() -> None:
    view = table(Drawn()).view(0)
    assert view.codes()
    assert view.bar().buttons == ()


def test_a_board_is_drawn_for_a_place_so_wide_and_high() -> None:
    view = table(Drawn()).view(0)
    assert view.draw("en", 740, 360) == "740 × 360"
    assert view.draw() == "1280 × 800"
