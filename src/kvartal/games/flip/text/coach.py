"""The first turns of Flip City, with somebody who points: marks for two, and for one alone."""

from collections.abc import Callable

from kvartal.engine.coach import HINT, SEAT, Lesson, Mark, first_of
from kvartal.engine.view import View
from kvartal.engine.words import N_
from kvartal.games.flip.rules import cells as at

ENOUGH = 3  # coins: then the lesson stops and builds


def first(phase: int, low: int = 0) -> Callable[[View], bool]:
    """In the first turn of whoever learns, with so many cards in play."""
    return lambda view: turn(view) == 1 and mine(view, phase) and view.known.cells[at.IN_PLAY] >= low


def turn(view: View) -> int:
    """Which turn of whoever learns it is, or was last; 0 before the first."""
    players, turns = view.setup.players, int(view.known.cells[at.TURNS])
    beginner = (view.known.cells[at.ACTIVE] - turns) % players
    return int((turns + beginner) // players + (beginner == SEAT))


def mine(view: View, phase: int) -> bool:
    return bool(view.known.cells[at.ACTIVE] == SEAT and view.known.cells[at.PHASE] == phase)


def again(view: View) -> bool:
    """Not enough yet, or not allowed to stop."""
    cells = view.known.cells
    return first(at.PLAYING, 1)(view) and (cells[at.COINS] < ENOUGH or first_of("stop")(view) is None)


DECK = Mark(
    N_("Your town is this deck of nine cards. The top one lies open; the order of the others nobody knows."),
    "flip-deck-zone",
    first(at.PLAYING),
)
PLAY = Mark(
    N_("Play the top card. What it shows counts in this turn only: coins, points and sad faces."),
    when=lambda view: first(at.PLAYING)(view) and view.known.cells[at.IN_PLAY] == 0,
    move="play",
)
COUNT = Mark(
    N_(
        "Here the turn adds up. At the third sad face it is over, and nothing is built: push your luck, but not too "
        "far."
    ),
    "flip-counters",
    first(at.PLAYING, 1),
)
AGAIN = Mark(
    N_("Go on: you need more coins. A Residential that lies on top must be played anyway."), when=again, move="play"
)
STOP = Mark(N_("That buys something. Stop here: who goes on may lose it all."), when=first(at.PLAYING, 1), move="stop")
BUY = Mark(
    N_(
        "Buy a card: coins that are not spent are lost. It goes to your discard pile and comes back with the next "
        "shuffle."
    ),
    "flip-supply-{1}",
    first(at.BUILDING),
    first_of("buy hospital", "buy store", "buy "),
)
DISCARD = Mark(
    N_(
        "Here your cards wait for the next shuffle. When you build, you may instead upgrade one that lies here: it "
        "is turned to its better side."
    ),
    "flip-discard",
    lambda view: turn(view) > (view.known.cells[at.ACTIVE] == SEAT),
)
END = Mark(
    N_("Whoever has eight points in a single turn wins. From here on you decide: Hint shows a good move and says why."),
    HINT,
    lambda view: turn(view) >= 2 and view.known.cells[at.ACTIVE] == SEAT,
)
SUPPLY = Mark(
    N_("Alone the supply is your clock: each shuffle takes a card out of it, and when it is empty you have lost."),
    "flip-supply",
    lambda view: turn(view) >= 2,
)
ALONE = Mark(
    N_("Eight points in a single turn win. From here on you decide: Hint shows a good move and says why."),
    HINT,
    lambda view: turn(view) >= 2,
)

TURN = (DECK, PLAY, COUNT, AGAIN, STOP, BUY)  # the editions differ only in what comes later: recycling, the supply
LESSONS = (
    Lesson("two", N_("Two players"), (*TURN, DISCARD, END), preset="russian", also=("international",), deal=4),
    Lesson("solo", N_("Alone"), (*TURN, SUPPLY, ALONE), players=1, preset="russian", also=("international",), deal=19),
)
