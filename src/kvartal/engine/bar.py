"""Bar: what a game says of the moment apart from its board: whose turn it is, what to do, and the moves to press.

A page puts it where its own bar is, a thumb's reach from the board; so nothing of it stands twice on one screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kvartal.engine.words import N_, Words

if TYPE_CHECKING:
    from kvartal.engine.view import View

Kind = Literal["main", "plain", "amount"]

YOUR_TURN, OVER = N_("Your turn"), N_("The game is over")
WAITING = N_("Waiting for: {players}")
MOST_NAMED = 3  # of those who are waited for


@dataclass(frozen=True)
class Button:
    """A move to press. `shown` stands on it, `said` is the whole of it, for whoever listens or points at it.

    `main` carries the turn on; an `amount` is one of a row of numbers, which a page may show as − n +."""

    code: int
    shown: str
    said: str
    kind: Kind = "plain"


@dataclass(frozen=True)
class Pick:
    """A thing that one takes up before pressing a place on the board, such as a chip before a building.

    `moves` says what each place stands for while this is held: the drawn id of the place, and the code of the move.
    `face` is drawn in a square of 48 × 48."""

    key: str
    shown: str
    said: str
    moves: tuple[tuple[str, int], ...]
    face: str = ""


@dataclass(frozen=True)
class Tab:
    """What lies outside the play area on a phone, one tap away: its drawn id, and what it is called."""

    id: str
    shown: str


@dataclass(frozen=True)
class Bar:
    """The moment as one seat sees it. Every button, and every place of a pick, is a legal move of that seat now."""

    title: str
    sentence: str = ""
    buttons: tuple[Button, ...] = ()
    steps: tuple[str, ...] = ()  # that a turn, or a round, is made of
    step: int = -1  # which of them it is now
    picks: tuple[Pick, ...] = ()
    tabs: tuple[Tab, ...] = ()


def turn_of(view: "View", words: Words) -> str:
    """Whose turn it is, in the engine's words: the title of a game that has none of its own."""
    if view.over:
        return words(OVER)
    if view.seat is not None and view.seat in view.waiting:
        return words(YOUR_TURN)
    waiting = view.waiting  # nobody is: chance comes first
    return words(WAITING, players=named(waiting, words)) if waiting else view.setup.game.title


def named(seats: Sequence[int], words: Words) -> str:
    """Some players by name; the others of a large table are counted."""
    more = f" (+{len(seats) - MOST_NAMED})" if len(seats) > MOST_NAMED else ""
    return ", ".join(words.player(seat) for seat in seats[:MOST_NAMED]) + more
