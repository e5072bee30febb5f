"""The board of Flip City in words alone, for whoever listens to it."""

from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.text import turn
from kvartal.games.flip.text.board import Board, read
from kvartal.games.flip.text.terminal import supply_lines, town_lines

Told = list[tuple[str, list[str]]]


def told(view: View, words: Words) -> Told:
    board = read(view)
    parts = [(turn.headline(board, words), [turn.advice(view, board, words), *_counters(board, words)])]
    parts.append((words("Supply"), [said.strip(" →") for said in map("".join, supply_lines(board, words))]))
    for town in (board.near, *board.others):
        who = words("You") if town.seat == board.me else words.player(town.seat)
        if town.seat == board.active and board.phase != at.ENDING:
            who += f" ({words('on turn')})"
        parts.append((who, [said for _, said in town_lines(board, town, words)]))
    return [(head, [line for line in lines if line]) for head, lines in parts]


def _counters(board: Board, words: Words) -> list[str]:
    def of(what: str, n: int, limit: int) -> str:
        return words("{what}: {n} of {limit}", what=what, n=n, limit=limit) if limit else f"{what}: {n}"

    shown = [
        of(words("coins"), board.coins, 0),
        of(words("sad faces"), board.sad, board.limit),
        of(words("points"), board.points, board.tables.win_points),
        of(words("cards in play"), board.in_play, board.tables.win_cards),
    ]
    if board.builds > 1:
        shown.append(words("building actions left: {n}", n=board.builds))
    return shown
