"""The Estates in words: pieces, lots, moves. Why something is refused is in refusals.py, the log in log.py."""

from functools import lru_cache

from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.text.catalogue import COLOUR_NAMES


def cheques(n: int, words: Words) -> str:
    return words.count("{n} cheque", "{n} cheques", n)


def colour_name(colour: int, words: Words) -> str:
    return words(COLOUR_NAMES[colour])


def lot_name(lot: int) -> str:
    return f"{ROW_KEYS[lot // kit.LOTS]}{lot % kit.LOTS + 1}"


def piece_name(piece: int, face: int, words: Words) -> str:
    """A piece; of a roof its value, once it is turned up."""
    return _piece_name(piece, face, words.plain)


@lru_cache(512)
def _piece_name(piece: int, face: int, words: Words) -> str:
    if piece < kit.CUBES:
        return words(
            "{colour} cube {value}", colour=colour_name(piece // kit.VALUES, words), value=piece % kit.VALUES + 1
        )
    if piece == kit.ROOF_PIECE:
        return words("roof {n}", n=face) if face else words("roof")
    if piece == kit.MAYOR_PIECE:
        return words("mayor")
    if piece == kit.CANCEL_PIECE:
        return words("cancel cube")
    return words("barrier {n}", n=piece - kit.BARRIER_PIECE + 1)


def piece_object(piece: int, face: int, words: Words) -> str:
    """The same where somebody does something with it: `puts the roof up for auction`."""
    if piece < kit.CUBES:
        return words(
            "the {colour} cube {value}", colour=colour_name(piece // kit.VALUES, words), value=piece % kit.VALUES + 1
        )
    if piece == kit.ROOF_PIECE:
        return words("the roof {n}", n=face) if face else words("a roof")
    if piece == kit.MAYOR_PIECE:
        return words("the mayor")
    if piece == kit.CANCEL_PIECE:
        return words("the cancel cube")
    return words("barrier {n}", n=piece - kit.BARRIER_PIECE + 1)


def building(lot: int, colour: int, value: int, mayor: bool, complete: bool, words: Words) -> str:
    """A building as a line of the score."""
    return _building(lot, colour, value, mayor, complete, words.plain)


@lru_cache(512)
def _building(lot: int, colour: int, value: int, mayor: bool, complete: bool, words: Words) -> str:
    shown = words("{lot}, {colour}: {value}", lot=lot_name(lot), colour=colour_name(colour, words), value=value)
    if mayor:
        shown += " " + words("× 2, the mayor")
    if not complete:
        shown += " " + words("(row not complete)")
    return shown


def label(code: int, words: Words) -> str:
    """A move in words, for buttons and for those who hear the board."""
    return _label(code, words.plain)


@lru_cache(1024)
def _label(code: int, words: Words) -> str:
    if code == kit.BOX_MOVE:
        return words("Put a cheque into the cash box")
    if code < kit.PASS:
        return words("Put {piece} up for auction", piece=piece_object(code - kit.OFFER, 0, words))
    if code == kit.PASS:
        return words("Pass")
    if code < kit.PLACE_LOT:
        return words("Sell to the highest bidder") if code == kit.SELL else words("Keep it and pay the highest bid")
    if code < kit.PLACE_BARRIER:
        return words("Place on {lot}", lot=lot_name(code - kit.PLACE_LOT))
    if code < kit.PLACE_MAYOR:
        row = ROW_KEYS[(code - kit.PLACE_BARRIER) // 2]
        return (
            words("Make row {row} shorter", row=row)
            if (code - kit.PLACE_BARRIER) % 2
            else words("Make row {row} longer", row=row)
        )
    if code < kit.PLACE_CANCEL:
        return words("Send the mayor to row {row}", row=ROW_KEYS[code - kit.PLACE_MAYOR])
    if code < kit.DISCARD:
        return words("Take barrier {n} away", n=code - kit.PLACE_CANCEL + 1)
    if code == kit.DISCARD:
        return words("Remove it from the game")
    return words.count("Bid {n} cheque", "Bid {n} cheques", code - kit.BID)


def offered(view: View, code: int, words: Words) -> str:
    """The same, with the price and the bidder of this auction."""
    cells = view.known.cells
    if code not in (kit.SELL, kit.KEEP) or cells[at.LEADER] < 0:
        return label(code, words)
    about = {"price": cheques(cells[at.HIGH], words), "player": words.player(cells[at.LEADER])}
    if code == kit.SELL:
        return words("Sell to {player} for {price}", **about)
    return words("Keep it and pay {price} to {player}", **about)
