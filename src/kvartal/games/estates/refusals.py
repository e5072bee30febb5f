"""Why a move of The Estates is refused: with the numbers of this position, and what would be right."""

from collections.abc import Sequence

from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates import cells as at
from kvartal.games.estates import rules
from kvartal.games.estates.state import EstatesState
from kvartal.games.estates.tables import (
    BARRIER_PIECE,
    BOARD,
    CUBES,
    LOTS,
    OFFER,
    OFFER_ROWS,
    PER_ROW,
    PLACE_BARRIER,
    PLACE_CANCEL,
    PLACE_LOT,
    ROOF_PIECE,
    EstatesTables,
)
from kvartal.games.estates.texts import ROW_KEYS
from kvartal.games.estates.wording import cheques, due, lot_name, piece_name


def explain(view: View, code: int, rule: Rule, words: Words) -> str:
    game, known, tables = view.setup.game, view.known, view.setup.tables
    assert isinstance(known, EstatesState)
    cells = list(known.cells)
    assert isinstance(tables, EstatesTables)
    number = next((n for n, each in enumerate(game.rules) if each is rule), -1)
    if view.seat is None or not 0 <= number <= rules.DISCARD_NEVER:
        return rule.said(words)
    if number <= rules.PHASE_PLACE:
        return f"{rule.said(words)} {due(cells, words)}".strip()
    hand = cells[at.SEATS + view.seat * at.STRIDE + at.HAND]
    if number <= rules.OFFER_ROOF:
        return _no_offer(known, code - OFFER, number, words) or rule.said(words)
    if number <= rules.KEEP_PAY:
        return _no_bid(cells, hand, number, words)
    return f"{_no_place(known, tables, code, number, words) or rule.said(words)} {_instead(view, words)}".strip()


def _no_offer(known: EstatesState, piece: int, number: int, words: Words) -> str:
    cells = list(known.cells)
    name = piece_name(max(piece, 0), 0, words)
    if number == rules.OFFER_GONE:
        if piece >= CUBES:
            return words("It has been used or removed already: {piece}.", piece=name)
        place = cells[at.CUBE_AT + piece]
        if 0 <= place < BOARD:
            return words("It stands in the city already, on {lot}: {piece}.", lot=lot_name(place), piece=name)
        return words("It is not among the 24 cubes of this round: {piece}.", piece=name)
    if number == rules.OFFER_END:
        ends = []
        for row in range(OFFER_ROWS):
            for place in sorted({cells[at.LEFT + row], cells[at.RIGHT + row]}):
                if cells[at.LEFT + row] <= place <= cells[at.RIGHT + row]:
                    ends.append(piece_name(cells[at.OFFER_AT + row * PER_ROW + place], 0, words))
        return words("It lies inside its row: {piece}. At the ends: {ends}.", piece=name, ends=", ".join(ends))
    if number == rules.OFFER_FITS:
        top = known.highest_open_top()
        if top <= 1:
            return words("No lot can take a cube now: every row is full.")
        return words("No lot can take it: {piece}. Only cubes lower than {n} fit now.", piece=name, n=top)
    return ""


def _no_bid(cells: Sequence[int], hand: int, number: int, words: Words) -> str:
    high = cells[at.HIGH]
    if number == rules.KEEP_PAY:
        return words("The highest bid is {bid} and you hold {hand}: you have to sell.", bid=high, hand=hand)
    if hand <= high:
        return words(
            "The highest bid is {bid} and you hold {hand}: you can only pass.", bid=high, hand=cheques(hand, words)
        )
    if number == rules.BID_HIGHER:
        leader = words.player(cells[at.LEADER])
        return words(
            "{player} has bid {bid}: bid {low} to {hand}, or pass.", player=leader, bid=high, low=high + 1, hand=hand
        )
    return words("You hold {hand}: bid {low} to {most}, or pass.", hand=cheques(hand, words), low=high + 1, most=hand)


def _no_place(known: EstatesState, tables: EstatesTables, code: int, number: int, words: Words) -> str:
    cells = list(known.cells)
    if PLACE_LOT <= code < PLACE_BARRIER:
        return _no_lot(cells, tables, code - PLACE_LOT, number, words)
    if number in (rules.BARRIER_BUILT, rules.BARRIER_BOARD, rules.BARRIER_LEAST) and code < PLACE_CANCEL:
        row = (code - PLACE_BARRIER) // 2
        value = cells[at.PIECE] - BARRIER_PIECE + 1
        length = cells[at.LENGTH + row] + (-value if (code - PLACE_BARRIER) % 2 else value)
    elif number in (rules.CANCEL_BUILT, rules.CANCEL_LEAST):
        row = known.barrier_row(code - PLACE_CANCEL)
        length = cells[at.LENGTH + row] - known.barrier_change(code - PLACE_CANCEL)
    else:
        return ""
    name, built = ROW_KEYS[row], cells[at.BUILT + row]
    if number in (rules.BARRIER_BUILT, rules.CANCEL_BUILT):
        return words.count(
            "Row {row} has {n} building and would require only {length}.",
            "Row {row} has {n} buildings and would require only {length}.",
            built,
            row=name,
            length=length,
        )
    return words(
        "Row {row} would require {length}; it can be {low} to {high}.",
        row=name,
        length=length,
        low=tables.min_length,
        high=tables.max_length,
    )


def _no_lot(cells: Sequence[int], tables: EstatesTables, lot: int, number: int, words: Words) -> str:
    row, name = lot // LOTS, lot_name(lot)
    length, built = cells[at.LENGTH + row], cells[at.BUILT + row]
    if number == rules.CUBE_LENGTH:
        return words.count(
            "Row {row} ends after {n} lot: {lot} lies beyond.",
            "Row {row} ends after {n} lots: {lot} lies beyond.",
            length,
            row=ROW_KEYS[row],
            lot=name,
        )
    if number == rules.CUBE_GAP:
        return words("{lot} would leave a gap: {next} comes first.", lot=name, next=lot_name(row * LOTS + built))
    if number == rules.CUBE_LOWER:
        return words(
            "The top floor of {lot} is a {top}, and {value} is not lower.",
            lot=name,
            top=tables.value[cells[at.TOP + lot]],
            value=tables.value[cells[at.PIECE]],
        )
    if number == rules.CUBE_WHITE:
        return words("{lot} has white dirt and carries its one floor already.", lot=name)
    if number in (rules.CUBE_ROOFED, rules.ROOF_ONE):
        return words("{lot} has a roof already.", lot=name)
    if number == rules.ROOF_BUILDING:
        return words("Nothing is built on {lot}.", lot=name)
    return ""


def _instead(view: View, words: Words) -> str:
    """The lots that would be right, where a lot is wanted."""
    if view.known.cells[at.PIECE] > ROOF_PIECE:
        return ""
    lots = [lot_name(move.code - PLACE_LOT) for move in view.moves()]
    return words("Possible: {lots}.", lots=", ".join(lots))
