"""The moment of Flip City apart from its board: whose turn it is, what presses, and what is done with the deck."""

from kvartal.engine.bar import Bar, Button
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.flip.rules.tables import PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.text import turn
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.labels import label

SHOWN = {  # the moves of the deck, as they stand on buttons
    PLAY: N_("Play"),
    STOP: N_("Stop and build"),
    SHUFFLE: N_("Shuffle"),
    PASS: N_("Build nothing"),
}


def bar(view: View, words: Words) -> Bar:
    return bar_of(view, read(view), words)


def bar_of(view: View, board: Board, words: Words) -> Bar:
    """The same, for who has read the board already."""
    codes = [code for code in view.codes() if code in SHOWN]
    buttons = (
        Button(code, words(SHOWN[code]), label(view.setup, code, words), "main" if code == PLAY else "plain")
        for code in codes
    )
    return Bar(turn.headline(board, words), turn.advice(view, board, words), tuple(buttons))
