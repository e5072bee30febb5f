"""What must have been before a position of The Estates: whose turns, which bids and payments, rounds won."""

from collections.abc import Sequence

from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.positions.derive import ending
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables


def problems(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    if cells[at.PHASE] in (at.DEALING, at.DRAWING):
        found = _before_the_first_turn(tables, cells)
    else:
        found = _boxes(tables, cells) + _payments(tables, cells) + _auction(tables, cells, state)
    return found + _rounds(tables, cells, state)


def _seat(cells: Sequence[int], seat: int, field: int) -> int:
    return cells[at.SEATS + seat * at.STRIDE + field]


def _before_the_first_turn(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    found = []
    if cells[at.TURNS] or any(_seat(cells, s, f) for s in range(tables.players) for f in (at.NET, at.BOXED)):
        found.append("phase: while the offer is laid out nothing has been placed, paid or put into a box")
    if cells[at.ACTIVE] or cells[at.ACTOR] or cells[at.BOXED_NOW]:
        found.append("active, actor, boxed_this_turn: 0 until the first player is drawn")
    return found


def turns_of(tables: EstatesTables, cells: Sequence[int]) -> list[int]:
    """How many turns each seat has finished in this round: they go around, and it is known whose turn it is now."""
    turns = cells[at.TURNS]
    over = cells[at.PHASE] == at.FINISHED  # then the last turn was that of the active seat
    first = (cells[at.ACTIVE] - turns + over) % tables.players
    return [(turns - (seat - first) % tables.players + tables.players - 1) // tables.players
            for seat in range(tables.players)]  # fmt: skip


def _boxes(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    """One cheque a turn at most goes into the box of the auctioneer."""
    found = []
    active, now = cells[at.ACTIVE], cells[at.BOXED_NOW]
    if now and cells[at.PHASE] == at.FINISHED:
        found.append("boxed_this_turn: no turn is being played")
    if now and not _seat(cells, active, at.BOX):
        found.append(f"boxed_this_turn: the box of seat {active} is empty")
    for seat, turns in enumerate(turns_of(tables, cells)):
        most = turns + (now and seat == active)
        if _seat(cells, seat, at.BOX) > most:
            box = _seat(cells, seat, at.BOX)
            found.append(f"seats[{seat}].box: {box}, but one cheque a turn could be put there, {most} so far")
    return found


def _payments(tables: EstatesTables, cells: Sequence[int]) -> list[str]:
    """Cheques change hands once a turn at most, between the auctioneer and one other."""
    seats, active, leader = range(tables.players), cells[at.ACTIVE], cells[at.LEADER]
    nets = [_seat(cells, seat, at.NET) for seat in seats]
    paid = cells[at.PHASE] == at.PLACING and leader >= 0
    if cells[at.TURNS] == 0:
        expected = [0 for _ in seats]
        if paid:
            sign = 1 if cells[at.ACTOR] == leader else -1
            expected[active], expected[leader] = sign * cells[at.HIGH], -sign * cells[at.HIGH]
        return [
            f"seats[{seat}]: {nets[seat]} cheques more than at the start; by the first auction it is {expected[seat]}"
            for seat in seats
            if nets[seat] != expected[seat]
        ]
    auctions, turns = cells[at.TURNS] + paid, turns_of(tables, cells)
    turns[active] += paid
    strangers = sum(nets[seat] != 0 and not turns[seat] for seat in seats)
    if strangers > auctions:
        return [f"seats: {strangers} who had no turn have paid or received cheques in {auctions} auctions"]
    return []


def _auction(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    """Bids go around once, from the seat after the auctioneer."""
    found = []
    phase, active, actor, high, leader = (cells[field] for field in (at.PHASE, at.ACTIVE, at.ACTOR, at.HIGH, at.LEADER))
    piece, players = cells[at.PIECE], tables.players
    if piece == kit.ROOF_PIECE and state.open_buildings() == 0:
        found.append("piece: a roof, but every building has one")
    if 0 <= piece < kit.CUBES and tables.value[piece] >= state.highest_open_top():
        found.append("piece: there is no lot for this cube")
    if phase == at.TURNING and not cells[at.ROOFS_LEFT]:
        found.append("piece: a roof, but none is left")
    if phase == at.BIDDING:
        if leader >= 0 and (leader - active) % players >= (actor - active) % players:
            found.append("high_bidder: has not been asked yet; bids go around once, from the seat after the auctioneer")
        if tables.open_money and _seat(cells, actor, at.HAND) <= high:
            found.append("actor: money is open, so whoever cannot bid more is passed over")
    if phase in (at.BIDDING, at.DECIDING) and leader >= 0 and _seat(cells, leader, at.HAND) < high:
        found.append("high_bid: more than its bidder holds")
    if phase == at.DECIDING and tables.open_money and _seat(cells, active, at.HAND) < high:
        found.append("phase: money is open, so an auctioneer who cannot pay has nothing to decide")
    if phase == at.PLACING and leader >= 0:
        other = leader if actor == active else active
        least = 2 * high if other == leader else high  # a bidder held the cheques of the bid before they came back
        if _seat(cells, other, at.HAND) < least:
            found.append(f"seats[{other}].hand: at least {least}, because {high} cheques were received for the piece")
    return found


def _rounds(tables: EstatesTables, cells: Sequence[int], state: EstatesState) -> list[str]:
    """What was won in earlier rounds; where there is only one, all of it is derived."""
    if tables.rounds == 1:
        return []
    found = []
    over = cells[at.PHASE] == at.FINISHED
    seats, finished = range(tables.players), cells[at.ROUND] + over
    wins = [_seat(cells, seat, at.WINS) for seat in seats]
    last, winner = cells[at.LAST_WINNER], cells[at.WINNER]
    endings = (ids.END_ROWS, ids.END_ROOFS, ids.END_EITHER if tables.end_when_cubes_gone else ids.END_CLOSED)
    if cells[at.ROUND] == 0:
        if any(_seat(cells, seat, at.START) != tables.cheques for seat in seats):
            found.append(f"seats: everybody starts the first round with {tables.cheques} cheques")
        if any(_seat(cells, seat, at.TOTAL) for seat in seats):
            found.append("seats: no total before a round has been finished")
    if not finished and (any(wins) or last >= 0 or winner >= 0 or cells[at.ENDED] >= 0):
        found.append("wins, last_winner, winner, ended: no round has been finished yet")
        return found
    if finished and cells[at.ENDED] not in ((ending(state),) if over else endings):
        found.append("ended: not how the last finished round can have ended")
    if winner >= 0 and not over:
        found.append("winner: the game is over as soon as somebody has won it early")
    if over and last != state.round_winner():
        found.append(f"last_winner: {last}, but this round was won by {state.round_winner()} (-1: shared)")
    if cells[at.ROUND] == 1 and not over and last != _best_of_first(tables, cells):
        found.append(f"last_winner: {last}, but by total and start the first round was won by "
                     f"{_best_of_first(tables, cells)} (-1: shared)")  # fmt: skip
    if not _possible(wins, finished, last, winner, tables.two_wins):
        enough = "a second win" if tables.two_wins else "a second win in a row"
        found.append(f"wins: {wins} cannot be after {finished} rounds with these winners; {enough} ends the game")
    return found


def _best_of_first(tables: EstatesTables, cells: Sequence[int]) -> int:
    """Who alone won the first round: points decide, then cheques, which are those at the start of the second."""
    results = [(_seat(cells, seat, at.TOTAL), _seat(cells, seat, at.START)) for seat in range(tables.players)]
    best = max(results)
    return results.index(best) if results.count(best) == 1 else -1


def _possible(wins: Sequence[int], finished: int, last: int, winner: int, two_wins: bool) -> bool:
    """Is there an order of so many rounds, some shared, that gives these wins and does not end the game before?"""
    wins = list(wins)
    if finished == 0:
        return not any(wins) and last < 0 and winner < 0
    if winner >= 0:  # the last round made it: before, this seat had one win less, and without two_wins the last one
        if last != winner or wins[winner] < 2:
            return False
        wins[winner] -= 1
        if not two_wins:
            return _possible(wins, finished - 1, winner, -1, two_wins)
        return max(wins) <= 1 and sum(wins) <= finished - 1
    shared = finished - sum(wins)
    if shared < (last < 0) or (last >= 0 and not wins[last]):
        return False
    if two_wins:
        return max(wins) <= 1
    return all(won <= finished - won + (seat == last) for seat, won in enumerate(wins))
