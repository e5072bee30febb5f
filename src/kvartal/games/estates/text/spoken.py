"""The board of The Estates in words alone, for whoever listens: lots by their names, floors from the ground up."""

from kvartal.engine.score import figure, signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.text.board import Board, Lot, Person, advice, headline, read, who
from kvartal.games.estates.text.labels import cheques, colour_name, lot_name
from kvartal.games.estates.text.terminal import beside, row_state

Told = list[tuple[str, list[str]]]


def told(view: View, words: Words) -> Told:
    board = read(view)
    now = [advice(board, words)] if advice(board, words) else []
    if board.tables.rounds > 1:
        now.insert(0, words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds))
    offered = [", ".join(_cube(cube, words) for cube in board.offer[row] if cube >= 0) for row in range(kit.OFFER_ROWS)]
    return [
        (headline(board, words), now),
        *(_row(board, row, words) for row in range(kit.ROWS)),
        (
            words("Offer: of each row the first or the last cube can be put up"),
            [f"{row + 1}: {cubes or words('none')}" for row, cubes in enumerate(offered)],
        ),
        (words("Beside the board"), beside(board, words)),
        (words("Players"), [_person(board, person, words) for person in board.people]),
    ]


def _cube(cube: int, words: Words) -> str:
    return f"{colour_name(cube // kit.VALUES, words)} {cube % kit.VALUES + 1}"


def _row(board: Board, number: int, words: Words) -> tuple[str, list[str]]:
    row = board.rows[number]
    lots = list(enumerate(board.lots[number * kit.LOTS : (number + 1) * kit.LOTS], number * kit.LOTS))
    lines = [_building(board, place, lot, words) for place, lot in lots if lot.floors]
    empty = [_ground(place, lot, words) for place, lot in lots[row.built : row.length]]
    beyond = [lot_name(place) for place, lot in lots[row.length :] if lot.white]
    if empty:
        lines.append(words("Empty: {lots}", lots=", ".join(empty)))
    if beyond:
        lines.append(words("White dirt beyond the end: {lots}", lots=", ".join(beyond)))
    for value, sign in row.barriers:
        longer, shorter = words("Barrier {n} makes it longer", n=value), words("Barrier {n} makes it shorter", n=value)
        lines.append(longer if sign > 0 else shorter)
    points = [f"{who(board, seat, words)} {signed(value)}" for seat, value in enumerate(row.points) if value]
    if points:
        when = words("Scored") if board.over else words("If it ended now")
        lines.append(f"{when}: {', '.join(points)}")
    return row_state(row, ROW_KEYS[number], words), lines


def _ground(place: int, lot: Lot, words: Words) -> str:
    return lot_name(place) + (f" ({words('white dirt')})" if lot.white else "")


def _building(board: Board, place: int, lot: Lot, words: Words) -> str:
    """B1: purple 5, blue 3, roof 1; worth 9, You."""
    floors = ", ".join(_cube(cube, words) for cube in lot.floors)
    roof = words("roof {n}", n=lot.roof) if lot.roof else words("no roof")
    top = lot.floors[-1] // kit.VALUES
    holder = next((who(board, each.seat, words) for each in board.people if top in each.certificates), "")
    worth = words("worth {n}", n=lot.value)
    return f"{_ground(place, lot, words)}: {floors}, {roof}; {worth}" + (f", {holder}" if holder else "")


def _person(board: Board, person: Person, words: Words) -> str:
    held = ", ".join(colour_name(colour, words) for colour in person.certificates) or words("none")
    money = words("hand and box not shown")
    if person.hand is not None:
        money = words("hand {hand}, box {box}", hand=cheques(person.hand, words), box=person.box)
    said = f"{who(board, person.seat, words)}: {money}; {words('certificates')}: {held}; "
    said += figure(words.count("{n} point as things stand", "{n} points as things stand", person.total))
    if person.seat == board.active and at.CHOOSING <= board.phase < at.FINISHED:
        said += f"; {words('auctioneer')}"
    if board.tables.rounds > 1:
        said += "; " + words.count("{n} round won", "{n} rounds won", person.wins)
    return said
