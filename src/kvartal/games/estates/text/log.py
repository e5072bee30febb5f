"""The log of The Estates: each step in words, with the rule of what follows from it.

Lines about the mover have no subject: whoever shows them puts the name in front. What happens to others by itself, a
forced pass (estates.pass.forced) or a forced sale (estates.sell.forced), names them.
"""

from collections.abc import Sequence

from kvartal.engine.game import Said
from kvartal.engine.rule import Rule
from kvartal.engine.score import figure
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables
from kvartal.games.estates.text.labels import cheques, colour_name, lot_name, piece_object

Lines = list[tuple[Rule | None, str]]


def narrate(said: Said, before: View, after: View, words: Words) -> Lines:
    was, now = list(before.known.cells), list(after.known.cells)
    code = said.code
    assert code is not None  # no move of this game is secret
    if said.stream is not None:
        return _chance(before, said, was, now, words)
    rule, who = before.setup.game.rule, words.player(said.seat)
    if code == kit.BOX_MOVE:
        return [(rule("estates.box"), words("{player} puts a cheque into the cash box.", player=who))]
    if code < kit.PASS:
        piece = piece_object(code - kit.OFFER, 0, words)
        put_up = words("{player} puts {piece} up for auction.", player=who, piece=piece)
        lines: Lines = [(rule("estates.offer"), put_up)]
        return lines if code - kit.OFFER == kit.ROOF_PIECE else lines + _bidding(before, was[at.ACTIVE], now, words)
    if code == kit.PASS:
        return [(rule("estates.pass"), words("{player} passes.", player=who)), *_bidding(before, said.seat, now, words)]
    if code > kit.BID:
        bid = words.count("{player} bids {n} cheque.", "{player} bids {n} cheques.", code - kit.BID, player=who)
        return [(rule("estates.bid"), bid), *_bidding(before, said.seat, now, words)]
    if code in (kit.SELL, kit.KEEP):
        return [_settled(before, who, code == kit.SELL, was, words)]
    return _placed(before, who, code, was, now, words) + _ended(before, after, words)


def _chance(view: View, said: Said, was: Sequence[int], now: Sequence[int], words: Words) -> Lines:
    rule, code = view.setup.game.rule, said.code
    assert code is not None
    stream = view.setup.streams.index(said.stream) if said.stream else kit.FIRST
    if stream == kit.CUBE_STREAM:
        if now[at.CUBES_LEFT] < kit.OFFERED:
            return []  # one line for the whole offer is enough
        return [(rule("estates.setup.offer"), words("24 cubes are laid out in three rows of eight."))]
    if stream == kit.FIRST:
        return [(rule("estates.setup.first"), words("{player} begins.", player=words.player(code)))]
    turned = words("The roof is turned up: {n}.", n=code + 1)
    return [(rule("estates.roof.turned"), turned), *_bidding(view, was[at.ACTIVE], now, words)]


def _bidding(view: View, seat: int, now: Sequence[int], words: Words) -> Lines:
    """What follows without anybody being asked: forced passes, a forced sale, a piece for nothing."""
    rule, tables = view.setup.game.rule, view.setup.tables
    assert isinstance(tables, EstatesTables)
    lines: Lines = []
    active, high = now[at.ACTIVE], now[at.HIGH]
    following = (seat + 1) % tables.players
    while following != active and not (now[at.PHASE] == at.BIDDING and now[at.ACTOR] == following):
        name = words.player(following)
        text = (
            words("{player} cannot go above {n} and passes.", player=name, n=high)
            if high
            else words("{player} has no cheque and passes.", player=name)
        )
        lines.append((rule("estates.pass.forced"), text))
        following = (following + 1) % tables.players
    if now[at.PHASE] == at.PLACING and not high:
        free = words("Nobody has bid: {player} gets it for nothing.", player=words.player(active))
        lines.append((rule("estates.free"), free))
    elif now[at.PHASE] == at.PLACING:
        sold = words(
            "{player} cannot pay {price} and has to sell to {buyer}.",
            player=words.player(active),
            price=cheques(high, words),
            buyer=words.player(now[at.LEADER]),
        )
        lines.append((rule("estates.sell.forced"), sold))
    return lines


def _settled(view: View, who: str, sold: bool, was: Sequence[int], words: Words) -> tuple[Rule | None, str]:
    price, other = cheques(was[at.HIGH], words), words.player(was[at.LEADER])
    if sold:
        text = words("{player} sells to {buyer} for {price}.", player=who, buyer=other, price=price)
        return view.setup.game.rule("estates.sell"), text
    text = words("{player} keeps it and pays {price} to {bidder}.", player=who, bidder=other, price=price)
    return view.setup.game.rule("estates.keep"), text


def _placed(view: View, who: str, code: int, was: Sequence[int], now: Sequence[int], words: Words) -> Lines:
    rule, piece = view.setup.game.rule, was[at.PIECE]
    name = piece_object(piece, was[at.FACE], words)
    if code == kit.DISCARD:
        return [(rule("estates.discard"), words("{player} removes {piece} from the game.", player=who, piece=name))]
    if piece <= kit.ROOF_PIECE:
        lot = code - kit.PLACE_LOT
        text = words("{player} places {piece} on {lot}.", player=who, lot=lot_name(lot), piece=name)
        lines: Lines = [(rule("estates.cube" if piece < kit.CUBES else "estates.roof"), text)]
        if piece < kit.CUBES and was[at.CERTIFICATE + piece // 6] < 0:
            taken = words("{player} takes the {colour} certificate.", player=who, colour=colour_name(piece // 6, words))
            lines.append((rule("estates.certificate"), taken))
        row = lot // kit.LOTS
    elif piece == kit.MAYOR_PIECE:
        row = code - kit.PLACE_MAYOR
        return [(rule("estates.mayor"), words("{player} sends the mayor to row {row}.", player=who, row=ROW_KEYS[row]))]
    else:
        if piece == kit.CANCEL_PIECE:
            place = was[at.BARRIER + code - kit.PLACE_CANCEL]
            row = (place - 1) // 2
            lines = [
                (
                    rule("estates.cancel"),
                    words("{player} takes barrier {n} away.", player=who, n=code - kit.PLACE_CANCEL + 1),
                )
            ]
            change = -1 if place & 1 else 1
            size = code - kit.PLACE_CANCEL + 1
        else:
            row = (code - kit.PLACE_BARRIER) // 2
            change = -1 if (code - kit.PLACE_BARRIER) % 2 else 1
            size = piece - kit.ROOF_PIECE
            others = sum((was[at.BARRIER + b] - 1) // 2 == row for b in range(kit.ROWS) if 0 < was[at.BARRIER + b] < 7)
            reason = rule("estates.barrier.stack" if others else "estates.barrier")
            lines = [
                (reason, words("{player} puts barrier {n} into row {row}.", player=who, n=size, row=ROW_KEYS[row]))
            ]
        length = was[at.LENGTH + row] + change * size  # the round may be over, and the board cleared
        text = words.count(
            "Row {row} now requires {n} building.",
            "Row {row} now requires {n} buildings.",
            length,
            row=ROW_KEYS[row],
        )
        lines.append((rule("estates.barrier"), text))
    return lines + _completed(view, row, was, now, words)


def _completed(view: View, row: int, was: Sequence[int], now: Sequence[int], words: Words) -> Lines:
    if now[at.ROUND] != was[at.ROUND]:
        return []  # the end of the round says it
    before = was[at.ROOFED + row] == was[at.LENGTH + row]
    after = now[at.ROOFED + row] == now[at.LENGTH + row]
    rule = view.setup.game.rule
    if after and not before:
        return [(rule("estates.score.complete"), words("Row {row} is complete.", row=ROW_KEYS[row]))]
    if before and not after:
        return [(rule("estates.score.incomplete"), words("Row {row} is no longer complete.", row=ROW_KEYS[row]))]
    return []


def ended(view: View, words: Words) -> str:
    """Who has ended the game, and by what. Whoever placed the last piece is still the one to act."""
    cells, state = list(view.known.cells), view.known
    last = words.player(cells[at.ACTOR])
    how = state.ending()
    if how == ids.END_WINS:
        return words("{player} has won two rounds: that decides the game.", player=words.player(cells[at.WINNER]))
    if how == ids.END_ROWS:
        return words("{player} has completed the second row: the game ends at once.", player=last)
    if how == ids.END_ROOFS:
        return words("{player} has placed the last roof.", player=last)
    if how in (ids.END_CLOSED, ids.END_EITHER):
        return words("{player} has placed the last piece of the round.", player=last)
    return ""


def _ended(before: View, after: View, words: Words) -> Lines:
    """The end of a round with everybody's points, and the end of the game."""
    was, now = list(before.known.cells), list(after.known.cells)
    tables, game, state = before.setup.tables, before.setup.game, after.known
    assert isinstance(tables, EstatesTables)
    assert isinstance(state, EstatesState)
    over = now[at.PHASE] == at.FINISHED
    if not over and now[at.ROUND] == was[at.ROUND]:
        return []
    ended = game.rules[now[at.ENDED]]
    lines: Lines = [(ended, ended.said(words))]
    for seat in range(tables.players):
        base = at.SEATS + seat * at.STRIDE
        points = state.round_points(seat) if over else now[base + at.TOTAL] - was[base + at.TOTAL]
        text = words.count("{player}: {n} point.", "{player}: {n} points.", points, player=words.player(seat))
        text = text.replace(f": {points} ", f": {figure(points)} ")
        lines.append((None, text))
    if tables.rounds > 1:
        winner = now[at.LAST_WINNER]
        text = (
            words("This round goes to {player}.", player=words.player(winner))
            if winner >= 0
            else words("This round is shared: nobody wins it.")
        )
        lines.append((game.rule("estates.round.winner"), text))
        if not over:
            lines.append(
                (game.rule("estates.round.carry"), words("A new round begins; everybody keeps their cheques."))
            )
    if over:
        winners = [words.player(seat) for seat in range(tables.players) if state.place(seat) == 1]
        reason = game.rules[state.ending()]
        if len(winners) == 1:
            lines.append((reason, words("{player} wins.", player=winners[0])))
        else:
            lines.append((game.rule("estates.tie"), words("The win is shared: {players}.", players=", ".join(winners))))
    return lines
