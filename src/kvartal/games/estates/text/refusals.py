"""Why a move of The Estates is refused: with the numbers of this position, and what would be right.

What a sentence tells to do is chosen among the legal moves first; the words follow from that."""

from collections.abc import Sequence

from kvartal.engine.rule import Advice, Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables
from kvartal.games.estates.text.labels import cheques, lot_name, piece_name


def explain(view: View, code: int, rule: Rule, words: Words) -> Advice:
    game, known, tables = view.setup.game, view.known, view.setup.tables
    assert isinstance(known, EstatesState)
    cells = list(known.cells)
    assert isinstance(tables, EstatesTables)
    number = next((n for n, each in enumerate(game.rules) if each is rule), -1)
    if view.seat is None or not 0 <= number <= ids.DISCARD_NEVER:
        return Advice(rule.said(words))
    legal, hand = tuple(view.codes()), cells[at.SEATS + view.seat * at.STRIDE + at.HAND]
    if number <= ids.PHASE_PLACE:
        due = _due(cells, hand, legal, words)
        return Advice(f"{rule.said(words)} {due.text}".strip(), due.instead)
    if number <= ids.OFFER_ROOF:
        return _no_offer(known, code - kit.OFFER, number, legal, words) or Advice(rule.said(words))
    if number <= ids.KEEP_PAY:
        return _no_bid(cells, hand, number, legal, words)
    text = _no_place(known, tables, code, number, words) or rule.said(words)
    if cells[at.PIECE] > kit.ROOF_PIECE:
        return Advice(text)
    lots = ", ".join(lot_name(each - kit.PLACE_LOT) for each in legal)
    return Advice(f"{text} {words('Possible: {lots}.', lots=lots)}", legal)


def _due(cells: Sequence[int], hand: int, legal: tuple[int, ...], words: Words) -> Advice:
    """What the seat has to do now."""
    phase, high = cells[at.PHASE], cells[at.HIGH]
    if phase == at.CHOOSING:
        return Advice(words("Now a piece is put up for auction."), tuple(each for each in legal if each >= kit.OFFER))
    if phase == at.BIDDING:
        if legal == (kit.PASS,):
            return _no_money(hand, high, legal, words)
        return Advice(words("Now: bid more than {n}, or pass.", n=high) if high else words("Now: bid, or pass."), legal)
    if phase == at.DECIDING:
        if kit.KEEP not in legal:
            return _must_sell(hand, high, words)
        return Advice(words("Now: sell for {n}, or keep it and pay as much.", n=high), legal)
    if phase == at.PLACING:
        piece = piece_name(cells[at.PIECE], cells[at.FACE], words)
        return Advice(words("Now to be placed: {piece}.", piece=piece), legal)
    return Advice("")


def _no_offer(known: EstatesState, piece: int, number: int, legal: tuple[int, ...], words: Words) -> Advice | None:
    cells = list(known.cells)
    name = piece_name(max(piece, 0), 0, words)
    cubes = tuple(each for each in legal if kit.OFFER <= each < kit.OFFER + kit.CUBES)
    if number == ids.OFFER_GONE:
        if piece >= kit.CUBES:
            return Advice(words("It has been used or removed already: {piece}.", piece=name))
        place = cells[at.CUBE_AT + piece]
        if 0 <= place < kit.BOARD:
            return Advice(words("It stands in the city already, on {lot}: {piece}.", lot=lot_name(place), piece=name))
        return Advice(words("It is not among the 24 cubes of this round: {piece}.", piece=name))
    if number == ids.OFFER_END:
        text = words("It lies inside its row: {piece}.", piece=name)
        if not cubes:
            return Advice(text)
        ends = ", ".join(piece_name(each - kit.OFFER, 0, words) for each in cubes)
        return Advice(f"{text} {words('Possible from the ends: {ends}.', ends=ends)}", cubes)
    if number == ids.OFFER_FITS:
        top = known.highest_open_top()
        if top <= 1:
            return Advice(words("No lot can take a cube now: every row is full."))
        text = words("No lot can take it: {piece}. Only cubes lower than {n} fit now.", piece=name, n=top)
        return Advice(text, cubes)
    return None


def _no_bid(cells: Sequence[int], hand: int, number: int, legal: tuple[int, ...], words: Words) -> Advice:
    high = cells[at.HIGH]
    if number == ids.KEEP_PAY:
        return _must_sell(hand, high, words)
    if legal == (kit.PASS,):
        return _no_money(hand, high, legal, words)
    low, most = legal[1] - kit.BID, legal[-1] - kit.BID
    if number == ids.BID_HIGHER:
        leader = words.player(cells[at.LEADER])
        text = words(
            "{player} has bid {bid}: bid {low} to {most}, or pass.", player=leader, bid=high, low=low, most=most
        )
    else:
        text = words("You hold {hand}: bid {low} to {most}, or pass.", hand=cheques(hand, words), low=low, most=most)
    return Advice(text, legal)


def _no_money(hand: int, high: int, legal: tuple[int, ...], words: Words) -> Advice:
    have = cheques(hand, words)
    return Advice(words("The highest bid is {bid} and you hold {hand}: you can only pass.", bid=high, hand=have), legal)


def _must_sell(hand: int, high: int, words: Words) -> Advice:
    return Advice(
        words("The highest bid is {bid} and you hold {hand}: you have to sell.", bid=high, hand=hand), (kit.SELL,)
    )


def _no_place(known: EstatesState, tables: EstatesTables, code: int, number: int, words: Words) -> str:
    cells = list(known.cells)
    if kit.PLACE_LOT <= code < kit.PLACE_BARRIER:
        return _no_lot(cells, tables, code - kit.PLACE_LOT, number, words)
    if number in (ids.BARRIER_BUILT, ids.BARRIER_BOARD, ids.BARRIER_LEAST) and code < kit.PLACE_CANCEL:
        row = (code - kit.PLACE_BARRIER) // 2
        value = cells[at.PIECE] - kit.BARRIER_PIECE + 1
        length = cells[at.LENGTH + row] + (-value if (code - kit.PLACE_BARRIER) % 2 else value)
    elif number in (ids.CANCEL_BUILT, ids.CANCEL_LEAST):
        row = known.barrier_row(code - kit.PLACE_CANCEL)
        length = cells[at.LENGTH + row] - known.barrier_change(code - kit.PLACE_CANCEL)
    else:
        return ""
    name, built = ROW_KEYS[row], cells[at.BUILT + row]
    if number in (ids.BARRIER_BUILT, ids.CANCEL_BUILT):
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
    row, name = lot // kit.LOTS, lot_name(lot)
    length, built = cells[at.LENGTH + row], cells[at.BUILT + row]
    if number == ids.CUBE_LENGTH:
        return words.count(
            "Row {row} ends after {n} lot: {lot} lies beyond.",
            "Row {row} ends after {n} lots: {lot} lies beyond.",
            length,
            row=ROW_KEYS[row],
            lot=name,
        )
    if number == ids.CUBE_GAP:
        return words("{lot} would leave a gap: {next} comes first.", lot=name, next=lot_name(row * kit.LOTS + built))
    if number == ids.CUBE_LOWER:
        return words(
            "The top floor of {lot} is a {top}, and {value} is not lower.",
            lot=name,
            top=tables.value[cells[at.TOP + lot]],
            value=tables.value[cells[at.PIECE]],
        )
    if number == ids.CUBE_WHITE:
        return words("{lot} has white dirt and carries its one floor already.", lot=name)
    if number in (ids.CUBE_ROOFED, ids.ROOF_ONE):
        return words("{lot} has a roof already.", lot=name)
    if number == ids.ROOF_BUILDING:
        return words("Nothing is built on {lot}.", lot=name)
    return ""
