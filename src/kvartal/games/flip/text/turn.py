"""Where a turn of Flip City stands: whose it is, what is due, what presses."""

from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.text.board import Board
from kvartal.games.flip.text.labels import coins
from kvartal.games.flip.text.refusals import explain


def headline(board: Board, words: Words) -> str:
    """One line: whose turn it is and what is due, or how the game ended."""
    who = words.player(board.active)
    if board.phase == at.ENDING:
        if board.ended == ids.DRAW_CAP:
            return words("The game is lost") if board.tables.solo else words("A draw")
        if board.ended == ids.LOSS_SUPPLY:
            return words("The game is lost")
        if board.winner == board.me:
            return words("You have won!")
        return words("{player} has won", player=words.player(board.winner))
    if board.phase == at.SETTING_UP:
        return words("The first player is drawn")
    if board.mine:
        if board.phase == at.BUILDING:
            return words("Your turn: build, or pass")
        return words("Your turn: remove a card") if board.phase == at.REMOVING else words("Your turn: play cards")
    if board.phase == at.BUILDING:
        return words("{player} is building", player=who)
    return words("{player} is playing cards", player=who)


def advice(view: View, board: Board, words: Words) -> str:
    """A second line: what presses, or what would happen next. Short: a phone has one line for it."""
    game = view.setup.game
    if board.phase == at.ENDING:
        return game.rules[board.ended].said(words)
    if board.waits:
        return ""
    if not board.mine:  # what whoever is on turn has to look at
        if board.phase == at.BUILDING:
            return words("To build with: {coins}.", coins=coins(board.coins, words))
        return words.count(
            "{n} more sad face ends this turn.", "{n} more sad faces end this turn.", max(1, board.limit - board.sad)
        )
    if board.phase == at.REMOVING:
        return words("You shuffled: choose a card of the supply that leaves the game.")
    if board.phase == at.BUILDING:
        spend = coins(board.coins, words)
        if any(code >= kit.GIVE for code in view.codes()):
            return words("{coins}: buy, upgrade, or give an Apartment away.", coins=spend)
        return words("{coins}: buy a card, or upgrade one.", coins=spend)
    forbidden = view.why(kit.STOP)
    if forbidden is not None:
        return explain(view, kit.STOP, forbidden, words).text
    if board.near.deck_size == 0:
        return explain(view, kit.PLAY, game.rules[ids.PLAY_EMPTY], words).text
    if board.limit - board.sad == 1:
        return words("One more sad face ends your turn.")
    return words("Play the top card, or stop and build.")
