"""The moment of The Estates apart from its board: the auction in a headline and a sentence, and what can be pressed."""

from kvartal.engine.bar import Bar, Button, Kind, Tab
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.tables import BID, BOX_MOVE, DISCARD, KEEP, PASS, SELL
from kvartal.games.estates.text.board import Board, advice, headline, read
from kvartal.games.estates.text.labels import offered

ACTIONS: dict[int, tuple[str, Kind]] = {  # moves that are buttons with words; bids are numbers
    BOX_MOVE: (N_("Cheque into the box"), "plain"),
    PASS: (N_("Pass"), "plain"),
    SELL: (N_("Sell for {n}"), "main"),
    KEEP: (N_("Keep, pay {n}"), "plain"),
    DISCARD: (N_("Remove from the game"), "plain"),
}
CHOOSE = N_("Choose a framed piece; cubes go from the ends of a row.")
PEOPLE, STANDINGS, OFFER = "estates-people", "estates-standings", "estates-offer"  # zones of the board


def bar(view: View, words: Words) -> Bar:
    return bar_of(view, read(view), words)


def bar_of(view: View, board: Board, words: Words) -> Bar:
    """The same, for who has read the board already."""
    buttons = []
    for code in view.codes():
        if code in ACTIONS:
            shown, kind = ACTIONS[code]
            buttons.append(Button(code, words(shown, n=board.high), offered(view, code, words), kind))
        elif code > BID:
            buttons.append(Button(code, str(code - BID), offered(view, code, words), "amount"))
    aside = Tab(OFFER, words("Offer")) if board.over else Tab(STANDINGS, words("Standings"))
    tabs = (Tab(PEOPLE, words("Players")), aside)
    return Bar(headline(board, words), _sentence(board, words), tuple(buttons), tabs=tabs)


def _sentence(board: Board, words: Words) -> str:
    """What to do, or what happens; between two auctions of a longer game, which round it is."""
    said = words(CHOOSE) if board.mine and board.phase == at.CHOOSING else advice(board, words)
    if board.phase <= at.CHOOSING and board.tables.rounds > 1:
        said = f"{words('Round {n} of {of}', n=board.round + 1, of=board.tables.rounds)}. {said}".rstrip()
    return said
