"""Coach: a first game by doing. A lesson is a way of playing, a deal that is always the same, and marks on its board.

A mark speaks as long as its condition holds for what the seat sees. One with a move waits for that move: what it points
at is pressed. Any other is read, and *next* goes on. So what is said follows from the View and from which marks were
read: a lesson can be left and taken up again anywhere, and whoever plays something else is followed.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kvartal.engine.deal import FairDeal, commitment
from kvartal.engine.option import BadSetup, nearest

if TYPE_CHECKING:
    from kvartal.engine.game import Game, Setup
    from kvartal.engine.view import View

SEAT = 0  # of whoever learns
HINT = "hint"  # the page's own button, which is on no board


@dataclass(frozen=True)
class Mark:
    """A thing to look at or to press, and what to know about it, in a sentence or two.

    `at` is a drawn id, or gives one. Of a mark with a move `{1}` in it is the second word of that move, and without
    `at` it points at the button of the bar. `when` says for which views of a seat the mark is meant; where its move
    cannot be made the mark is silent."""

    text: str
    at: "str | Callable[[View], str]" = ""
    when: "Callable[[View], bool]" = bool
    move: "str | Callable[[View], str | None]" = ""


class Told(NamedTuple):
    """A mark as it is shown: its number in the lesson, the drawn id ("": the bar's button of the move), its sentence,
    and the code of the move that it waits for."""

    number: int
    at: str
    text: str
    code: int | None


@dataclass(frozen=True)
class Lesson:
    """`deal` is what the cards follow from: whoever reads it can work them out, and nothing counts. `also` are
    other presets that are begun with this lesson: what a newcomer does there first is the same."""

    name: str
    title: str
    marks: tuple[Mark, ...]
    players: int = 2
    preset: str | None = None
    deal: int = 1
    also: tuple[str, ...] = ()

    def set_up(self, game: "Game") -> "Setup":
        return game.set_up(self.players, preset=self.preset)

    def fair(self, game: "Game") -> FairDeal:
        """The deal as any other: it is committed to, revealed at the end, and proven by its record."""
        secret, salt = (self._word(game, what) for what in ("secret", "salt"))
        number = self.players  # of nobody at the table, as where a deal is shared
        return FairDeal(commitment(secret), secret, {number: commitment(salt)}, {number: salt})

    def _word(self, game: "Game", what: str) -> bytes:
        return hashlib.sha256(f"kvartal lesson {game.key} {self.name} {self.deal} {what}".encode()).digest()

    def told(self, view: "View", lang: str = "en") -> list[Told]:
        """The marks that are meant for this view, in their order."""
        words, found = view.words(lang), []
        legal = {view.setup.notation[code]: code for code in view.codes()}
        for number, mark in enumerate(self.marks):
            if view.seat is None or view.over or not mark.when(view):
                continue
            move = mark.move if isinstance(mark.move, str) else mark.move(view) or "none"
            if move and move not in legal:
                continue
            at = mark.at if isinstance(mark.at, str) else mark.at(view)
            found.append(Told(number, at.format(*move.split()), words(mark.text), legal.get(move)))
        return found


def first_of(*wanted: str) -> "Callable[[View], str | None]":
    """The first of these moves that can be made; `bid ` is any move that begins so."""

    def move(view: "View") -> str | None:
        legal = [view.setup.notation[code] for code in view.codes()]
        return next((each for want in wanted for each in legal if each.startswith(want)), None)

    return move


def lesson_of(game: "Game", name: str) -> Lesson:
    names = [each.name for each in game.lessons]
    if name not in names:
        raise BadSetup(f"{game.key} has no lesson {name!r}{nearest(name, names)}")
    return game.lessons[names.index(name)]


def lesson_for(setup: "Setup") -> Lesson | None:
    """The one to begin with before playing this: of the preset that it is, alone or with others; else the usual one."""
    options = setup.options.items()
    fitting = [each for each in setup.game.presets if each.options.items() <= options]
    preset = max(fitting, key=lambda each: len(each.options)).name if fitting else None
    alike = [each for each in setup.game.lessons if (each.players == 1) == (setup.players == 1)]
    named = [each for each in alike if preset in (each.preset, *each.also)]
    return next(iter((*named, *alike, *setup.game.lessons)), None)
