"""The moment of Flip City apart from its board: whose turn it is, what presses, and what is done with the deck."""

from functools import lru_cache

from kvartal.engine.bar import Bar, Button, Tab
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.text import turn
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.labels import offered

SHOWN = {  # the moves of the deck, as they stand on buttons
    PLAY: N_("Play"),
    STOP: N_("Stop and build"),
    SHUFFLE: N_("Shuffle"),
    PASS: N_("Build nothing"),
}
STEPS = (N_("Play cards"), N_("Build"))
BUYS = (at.REMOVING, at.BUILDING)  # the phases that are about the supply


def bar(view: View, words: Words) -> Bar:
    return bar_of(view, read(view), words)


def bar_of(view: View, board: Board, words: Words) -> Bar:
    """The same, for who has read the board already."""
    buttons = tuple(
        Button(code, words(SHOWN[code]), offered(view, code, words), "main" if code == PLAY else "plain")
        for code in view.codes()
        if code in SHOWN
    )
    steps = () if board.phase in (at.SETTING_UP, at.ENDING) else tuple(map(words, STEPS))
    return Bar(
        turn.headline(board, words),
        turn.advice(view, board, words),
        buttons,
        steps,
        int(board.phase == at.BUILDING) if steps else -1,
        tabs=_tabs(board.phase in BUYS, len(board.towns) > 1, words.plain),
    )


@lru_cache(64)
def _tabs(buys: bool, company: bool, words: Words) -> tuple[Tab, ...]:
    """What lies below the play area of a phone."""
    pile = Tab("flip-deck-zone", words("Deck")) if buys else Tab("flip-supply", words("Supply"))
    towns = (Tab("flip-towns", words("Towns")),) if company else ()
    return (pile, *towns, Tab("flip-legend", words("Signs")))
