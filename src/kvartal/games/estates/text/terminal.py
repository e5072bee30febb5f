"""The board of The Estates for a terminal: plain lines, 78 columns. Each building is drawn floor by floor."""

from kvartal.engine.columns import wrap
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.text.board import Board, Row, advice, headline, read, who
from kvartal.games.estates.text.board import beside as pieces_beside
from kvartal.games.estates.text.catalogue import SYMBOLS
from kvartal.games.estates.text.labels import cheques, colour_name, piece_name

COLUMNS = 78
WIDE = 6  # columns of a lot
INDENT = 4
RIVER = 4  # lots before it


def text(view: View, words: Words) -> str:
    board = read(view)
    lines = _fold(headline(board, words)) + _fold(advice(board, words)) + [""]
    if board.tables.rounds > 1:
        lines.insert(0, words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds))
    for row in range(kit.ROWS):
        lines += _row(board, row, words)
    lines += [*_offer(board, words), "", *_people(board, words), "", *_fold(_legend(words))]
    return "\n".join(line.rstrip() for line in lines)


def _fold(said: str, indent: str = "") -> list[str]:
    if len(indent) + len(said) <= COLUMNS:
        return [indent + said] if said else []
    return wrap(said, COLUMNS, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def cube(number: int) -> str:
    return f"{SYMBOLS[number // kit.VALUES]}{number % kit.VALUES + 1}"


def _row(board: Board, number: int, words: Words) -> list[str]:
    """The buildings from the top down, the street on the left, then the ground with its lots."""
    row = board.rows[number]
    lots = board.lots[number * kit.LOTS : (number + 1) * kit.LOTS]
    lines = []
    for height in range(max((len(lot.floors) + bool(lot.roof) for lot in lots), default=0) - 1, -1, -1):
        parts = []
        for lot in lots:
            shown = cube(lot.floors[height]) if height < len(lot.floors) else ""
            if lot.roof and height == len(lot.floors):
                shown = f"^{lot.roof}^"
            parts.append(f"{shown:<{WIDE}}")
        lines.append(" " * INDENT + _across(parts))
    ground = []
    for place, lot in enumerate(lots):
        name = f"{ROW_KEYS[number]}{place + 1}"
        if place == row.length and row.barriers:
            name = "║" + "".join(f"{'+' if sign > 0 else '−'}{value}" for value, sign in row.barriers)
        elif lot.white:
            name = f"({name})"  # white dirt
        elif place >= row.length:
            name = "·"
        ground.append(f"{name:<{WIDE}}")
    lines.append(" " * INDENT + _across(ground))
    said = row_state(row, ROW_KEYS[number], words)
    points = [f"{who(board, seat, words)} {value:+d}" for seat, value in enumerate(row.points) if value]
    when = words("Scored") if board.over else words("If it ended now")
    return [*lines, *_fold(said + (f". {when}: {', '.join(points)}" if points else "")), ""]


def row_state(row: Row, key: str, words: Words) -> str:
    state = words("complete") if row.complete else words("not complete")
    said = words(
        "Row {row}: {built} of {length} built, {roofed} roofed, {state}",
        row=key,
        built=row.built,
        length=row.length,
        roofed=row.roofed,
        state=state,
    )
    return said + (", " + words("mayor × 2") if row.mayor else "")


def _across(parts: list[str]) -> str:
    """The river runs between the fourth and the fifth lot."""
    return "".join(parts[:RIVER]) + "≈ " + "".join(parts[RIVER:])


def _offer(board: Board, words: Words) -> list[str]:
    lines = [words("Offer (only the cubes in brackets can be put up)")]
    for row in range(kit.OFFER_ROWS):
        shown = [f"[{cube(c)}]" if c in board.ends else f" {cube(c)} " if c >= 0 else "  · " for c in board.offer[row]]
        lines.append("  " + " ".join(shown))
    return lines + _fold(f"{words('Beside the board')}: {', '.join(beside(board, words))}", "  ")


def beside(board: Board, words: Words) -> list[str]:
    found = [words.count("{n} roof face down", "{n} roofs face down", board.roofs_left)]
    return found + [piece_name(piece, 0, words) for piece in pieces_beside(board) if piece != kit.ROOF_PIECE]


def _people(board: Board, words: Words) -> list[str]:
    lines = []
    for person in board.people:
        mark = "*" if person.seat == board.actor and not board.over else " "
        held = " ".join(f"{SYMBOLS[c]} {colour_name(c, words)}" for c in person.certificates) or "—"
        money = words("hand and box not shown")
        if person.hand is not None:
            money = words("hand {hand}, box {box}", hand=cheques(person.hand, words), box=person.box)
        said = f"{mark} {who(board, person.seat, words)}: {money}; {words('certificates')}: {held}; "
        said += words.count("{n} point as things stand", "{n} points as things stand", person.total)
        if board.tables.rounds > 1:
            said += "; " + words.count("{n} round won", "{n} rounds won", person.wins)
        lines += _fold(said)
    return lines


def _legend(words: Words) -> str:
    return (
        ", ".join(f"{SYMBOLS[c]} {colour_name(c, words)}" for c in range(kit.COLOURS))
        + f", ^n^ {words('roof')}, "
        + (f"( ) {words('white dirt')}, ║ {words('barrier')}, ≈ {words('river')}")
    )
