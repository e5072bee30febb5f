"""The board of Flip City for a terminal: plain lines, 78 columns."""

from kvartal.engine.columns import wrap
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.text import turn
from kvartal.games.flip.text.board import Board, Town, read
from kvartal.games.flip.text.labels import card, coins, name, pile

COLUMNS = 78


def text(view: View, words: Words) -> str:
    board = read(view)
    lines = _fold("", turn.headline(board, words)) + _fold("", turn.advice(view, board, words))
    lines += ["", *_fold("", _counters(board, words)), "", words("Supply")]
    lines += [line for indent, said in supply_lines(board, words) for line in _fold(indent, said)] + [""]
    for town in (board.near, *board.others):
        who = words("You") if town.seat == board.me else words.player(town.seat)
        lines.append(who + (" *" if town.seat == board.active and board.phase != at.ENDING else ""))
        lines += [line for indent, said in town_lines(board, town, words) for line in _fold(indent, said)]
    return "\n".join(lines)


def _fold(indent: str, said: str) -> list[str]:
    """Broken into lines, but never between a number and its card."""
    tied, further = said.replace(" × ", "\xa0×\xa0"), " " * (len(indent) + 2)
    folded = wrap(tied, COLUMNS, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in folded]


def _counters(board: Board, words: Words) -> str:
    whole = f"/{board.tables.win_cards}" if board.tables.win_cards else ""
    shown = [
        f"{words('coins')} {board.coins}",
        f"{words('sad faces')} {board.sad}/{board.limit}",
        f"{words('points')} {board.points}/{board.tables.win_points}",
        f"{words('cards in play')} {board.in_play}{whole}",
    ]
    if board.builds > 1:
        shown.append(words("building actions left: {n}", n=board.builds))
    return " · ".join(shown)


def supply_lines(board: Board, words: Words) -> list[tuple[str, str]]:
    """What stands before a card, and the card."""
    lines = []
    for kind in range(1, kit.KINDS):
        left = board.supply[kind]
        for face in (2 * kind, 2 * kind + 1):
            price = board.tables.buy[face]
            cost = "" if price == kit.NEVER else f" ({coins(price, words)})"
            before = f"{left:3} × " if face % 2 == 0 else "    → "
            shown = card(board.tables, face, words.plain).removeprefix(name(face, words))
            lines.append((before, f"{name(face, words)}{cost}{shown}"))
    return lines


def town_lines(board: Board, town: Town, words: Words) -> list[tuple[str, str]]:
    """What belongs to somebody, each with how far it is moved in."""
    lines = []
    if town.seat == board.active and board.in_play:
        lines.append(("  ", words("In play: {cards}", cards=pile(board.area, words.plain))))
    lines.append(("  ", words("Deck: {n}", n=town.deck_size)))
    if town.top is not None:
        lines.append(("    ", words("on top: {card}", card=card(board.tables, town.top, words.plain))))
    if sum(town.deck):
        lines.append(("    ", words("in any order: {cards}", cards=pile(town.deck, words.plain))))
    lines.append(("  ", words("Discard pile: {n}", n=town.discard_size)))
    if sum(town.discard):
        lines.append(("    ", pile(town.discard, words.plain)))
    if sum(town.turned):
        lines.append(("    ", words("used this turn: {cards}", cards=pile(town.turned, words.plain))))
    return lines
