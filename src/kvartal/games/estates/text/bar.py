"""The moment of The Estates apart from its board: the auction in a headline and a sentence, and what can be pressed."""

from kvartal.engine.bar import Bar, Button
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.tables import BID, BOX_MOVE, DISCARD, KEEP, PASS, SELL
from kvartal.games.estates.text.board import Board, advice, headline, read
from kvartal.games.estates.text.labels import offered

ACTIONS = {  # moves that are buttons with words; bids are numbers
    BOX_MOVE: N_("Cheque into the box"),
    PASS: N_("Pass"),
    SELL: N_("Sell for {n}"),
    KEEP: N_("Keep, pay {n}"),
    DISCARD: N_("Remove from the game"),
}
CHOOSE = N_("Choose an end of a row of the offer, or a piece beside the board.")


def bar(view: View, words: Words) -> Bar:
    return bar_of(view, read(view), words)


def bar_of(view: View, board: Board, words: Words) -> Bar:
    """The same, for who has read the board already."""
    codes = view.codes()
    said = advice(board, words)
    if board.mine and board.phase == at.CHOOSING and BOX_MOVE not in codes:
        said = words(CHOOSE)
    buttons = []
    for code in codes:
        if code in ACTIONS:
            buttons.append(Button(code, words(ACTIONS[code], n=board.high), offered(view, code, words)))
        elif code > BID:
            buttons.append(Button(code, str(code - BID), offered(view, code, words), "amount"))
    return Bar(headline(board, words), said, tuple(buttons))
