"""Everything wrong with a typed-in position of Flip City. A position that play can reach has no problems.

Each check is one small function that yields sentences; `problems` runs them all, so that everything is said at once.
"""

from collections.abc import Iterator, Sequence

from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import ids
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.positions.derive import printed
from kvartal.games.flip.rules.tables import FlipTables


class _Table:
    """A position under the magnifying glass: its cells with the names that the checks need."""

    def __init__(self, setup: Setup, state: State, names: Sequence[str]) -> None:
        tables = setup.tables
        assert isinstance(tables, FlipTables)
        self.setup, self.state, self.tables, self.names = setup, state, tables, names
        self.cells = cells = [int(cell) for cell in state.cells]
        self.players = setup.players
        self.active, self.phase = cells[at.ACTIVE], cells[at.PHASE]
        self.wait, self.wait_seat = cells[at.WAIT], cells[at.WAIT_SEAT]
        self.area = cells[at.AREA : at.AREA + kit.FACES]
        self.supply = cells[at.SUPPLY : at.SUPPLY + kit.KINDS]
        self.gone = cells[at.GONE : at.GONE + kit.KINDS]
        self.over = self.phase == at.ENDING
        self.turned = [self.of_active(face + kit.MARKED) for face in range(kit.FACES)]

    def seat(self, seat: int, cell: int) -> int:
        return self.cells[at.SEATS + seat * at.STRIDE + cell]

    def pile(self, seat: int, pile: int) -> list[int]:
        base = at.SEATS + seat * at.STRIDE + pile
        return self.cells[base : base + 2 * kit.FACES]

    def of_active(self, card: int) -> int:
        """Cards of one face (turned ones apart) in the active seat's deck and discard pile."""
        lying = self.pile(self.active, at.DECK)[card] + self.pile(self.active, at.DISCARD)[card]
        return lying + (self.seat(self.active, at.TOP) == card)

    def owned(self, seat: int) -> list[int]:
        """The cards of a seat by their faces, wherever they lie."""
        piles = self.pile(seat, at.DECK), self.pile(seat, at.DISCARD)
        owned = [sum(pile[face] + pile[face + kit.MARKED] for pile in piles) for face in range(kit.FACES)]
        if seat == self.active:
            owned = [own + played for own, played in zip(owned, self.area, strict=True)]
        if self.seat(seat, at.TOP) >= 0:
            owned[self.seat(seat, at.TOP) % kit.MARKED] += 1
        return owned

    def in_play(self, numbers: Sequence[int]) -> int:
        """The sum of something printed over the cards in play."""
        return printed(self.area, numbers)

    def has_deck(self, seat: int) -> bool:
        return self.seat(seat, at.TOP) >= 0 or self.seat(seat, at.DECK_SIZE) > 0


def problems(setup: Setup, state: State, names: Sequence[str]) -> list[str]:
    """`names` are the names of the faces."""
    table = _Table(setup, state, names)
    flow = (_waiting, _set_up, _removing, _building, _going_on)
    checks = (_census, _owned, _turned, _tops, *flow, _totals, _winning, _ending)
    return [problem for check in checks for problem in check(table)]


def _census(t: _Table) -> Iterator[str]:
    game = t.setup.game
    here, there = game.census(t.setup, t.state), game.census(t.setup, t.setup.start())
    for kind, count in there.items():
        if here[kind] != count:
            yield f"{kind}: {here[kind]} cards with their other sides, but this set-up has {count}"
    if t.supply[0]:
        yield f"supply: {t.names[0]} is never for sale"
    if not t.tables.solo and any(t.gone):
        yield "gone: cards leave the game only when playing alone"


def _owned(t: _Table) -> Iterator[str]:
    """Only Residentials change hands, and what was not there at the start took building actions: one a turn."""
    tables = t.tables
    first = (t.active - t.cells[at.TURNS]) % t.players
    gained = 0
    for seat in range(t.players):
        owned, actions = t.owned(seat), 0
        for kind in range(kit.KINDS):
            start = tables.start[2 * kind] + tables.start[2 * kind + 1]
            more = owned[2 * kind] + owned[2 * kind + 1] - start
            turned = owned[2 * kind + 1] - tables.start[2 * kind + 1]
            if tables.recycle_flips and tables.again[2 * kind]:
                turned = 0  # recycling turns such cards for nothing
            if kind == 0:
                gained += max(0, more)
                actions += max(0, turned + t.gone[0]) + t.gone[0]  # turned to the Apartment that went, then away
                if more and not tables.solo and not tables.gift:
                    yield f"seats[{seat}]: without gifts everybody keeps {start} of {t.names[0]}, not {start + more}"
            elif more < 0:
                have, name = start + more, t.names[2 * kind]
                yield f"seats[{seat}]: has {have} of {name}, but starts with {start} and keeps them"
            else:
                actions += max(more, turned)
        turns = (t.cells[at.TURNS] - (seat - first) % t.players + t.players - 1) // t.players
        turns += t.over and seat == t.active  # the last card of a supply may have been bought just now
        if actions > turns and not any(tables.builds):
            yield f"seats[{seat}]: its cards took {actions} building actions, but it has finished {turns} turns"
    if gained > t.cells[at.TURNS] and not any(tables.builds):
        yield f"turns: {t.cells[at.TURNS]}, but {gained} of {t.names[0]} were given away, one a turn"


def _turned(t: _Table) -> Iterator[str]:
    """Recycled cards lie turned until their owner's turn ends."""
    for seat in range(t.players):
        both = [deck + lying for deck, lying in zip(t.pile(seat, at.DECK), t.pile(seat, at.DISCARD), strict=True)]
        top = t.seat(seat, at.TOP)
        for face in range(kit.FACES):
            if not both[kit.MARKED + face] and top != kit.MARKED + face:
                continue
            if t.tables.recycle_flips:
                yield f"seats[{seat}]: {t.names[face]} lies turned, but with recycle=flip no card is turned"
            elif not t.tables.again[face]:
                yield f"seats[{seat}]: {t.names[face]} lies turned, but it cannot be recycled"
            elif seat != t.active or t.phase == at.SETTING_UP:
                yield f"seats[{seat}]: {t.names[face]} lies turned, but only on one's own turn a card is"


def _tops(t: _Table) -> Iterator[str]:
    dealing = t.wait == at.REVEAL and t.cells[at.TURNS] == 0 and sum(t.area) == 0
    for seat in range(t.players):
        top, deck = t.seat(seat, at.TOP), t.seat(seat, at.DECK_SIZE)
        if top >= 0 and not t.tables.top_visible:
            yield f"seats[{seat}].top: with top_visible=off no top card is seen"
        if top >= 0 or deck == 0 or not t.tables.top_visible or t.over or t.phase == at.SETTING_UP:
            continue
        if (t.wait != at.NOTHING and seat == t.wait_seat) or (dealing and seat > t.wait_seat):
            continue
        yield f"seats[{seat}].top: none, but the top card of a deck is seen"


def _waiting(t: _Table) -> Iterator[str]:
    """Does chance have something to say?"""
    if (t.wait == at.FIRST_PLAYER) != (t.phase == at.SETTING_UP):
        yield "waiting_for: the first player is drawn while setting up, and only then"
    if t.wait in (at.NOTHING, at.FIRST_PLAYER):
        return
    name = {at.REVEAL: "reveal", at.MILL: "mill", at.DRAW: "draw"}[t.wait]
    if t.phase != at.PLAYING and (t.phase, t.wait) != (at.REMOVING, at.REVEAL):
        yield f"waiting_for: nothing is drawn in this phase ({name})"
    if t.seat(t.wait_seat, at.DECK_SIZE) == 0 or t.seat(t.wait_seat, at.TOP) >= 0:
        yield f"waiting_for: {name}, but the deck of seat {t.wait_seat} has no unseen card on top"
    if (t.wait == at.DRAW and t.tables.top_visible) or (t.wait == at.REVEAL and not t.tables.top_visible):
        yield f"waiting_for: {name} does not fit the option top_visible"
    if t.wait == at.MILL and not t.in_play(t.tables.mill):
        yield "waiting_for: mill, but no card that does so is in play"
    before = (t.active - 1) % t.players
    after_bust = t.wait == at.REVEAL and t.wait_seat == before and sum(t.area) == 0
    dealing = t.wait == at.REVEAL and t.cells[at.TURNS] == 0 and sum(t.area) == 0
    if t.wait_seat != t.active and not after_bust and not dealing:
        yield f"waiting_seat: {t.wait_seat}, but it is the turn of seat {t.active}"


def _set_up(t: _Table) -> Iterator[str]:
    if t.phase != at.SETTING_UP:
        return
    if t.tables.solo:
        yield "phase: alone nobody draws for the first turn"
    if t.cells[at.TURNS] or sum(t.area) or any(t.seat(seat, at.TOP) >= 0 for seat in range(t.players)):
        yield "phase: setting up, but the game has begun"


def _removing(t: _Table) -> Iterator[str]:
    if t.phase != at.REMOVING:
        return
    if not t.tables.solo:
        yield "phase: cards of the supply are removed only when playing alone"
    if not sum(t.supply):
        yield "phase: removing, but the supply is empty"
    if t.seat(t.active, at.DISCARD_SIZE) or not t.has_deck(t.active):
        yield "phase: removing comes right after a shuffle, with an empty discard pile"


def _building(t: _Table) -> Iterator[str]:
    """Whoever builds was allowed to stop."""
    if t.phase != at.BUILDING:
        return
    tables, top = t.tables, t.seat(t.active, at.TOP)
    if top >= 0 and tables.must_play_on and tables.must_play[top % kit.MARKED]:
        yield f"phase: building, but {t.names[top % kit.MARKED]} on top must be played first"
    if tables.solo and not sum(t.area) and (t.has_deck(t.active) or t.seat(t.active, at.DISCARD_SIZE)):
        yield "phase: building, but alone at least one card is played each turn"


def _going_on(t: _Table) -> Iterator[str]:
    """What a game that is not over cannot have: a card forced from nowhere, no turn left, nothing in the supply."""
    if t.over:
        return
    tables, turns, cap = t.tables, t.cells[at.TURNS], t.tables.turn_cap * t.players
    if t.cells[at.FORCED]:
        if t.phase != at.PLAYING or not t.has_deck(t.active):
            yield "forced: there is no next card to play now"
        elif not t.in_play(tables.force_next):
            yield "forced: no card that forces the next one is in play"
    if cap and turns >= cap:
        yield f"turns: {turns}, but the game ends after {cap}"
    if tables.solo and not tables.mild_loss and not any(t.supply) and any(tables.supply):
        yield "supply: empty, so the game is lost"


def _totals(t: _Table) -> Iterator[str]:
    """What the play area adds up to; of what was recycled and spent only bounds can be known."""
    cells, tables = t.cells, t.tables
    if t.phase == at.SETTING_UP:
        names = {"coins": at.COINS, "limit": at.LIMIT, "builds": at.BUILDS}
        names |= {"recycled_points": at.RECYCLED, "forced": at.FORCED}
        yield from (f"{name}: nothing before the first turn" for name, cell in names.items() if cells[cell])
        return
    if cells[at.SAD] >= cells[at.LIMIT]:
        yield f"sad: {cells[at.SAD]} with a limit of {cells[at.LIMIT]}: this turn is over by a bust"
    builds = 1 + t.in_play(tables.builds)
    playing = t.phase in (at.PLAYING, at.REMOVING)
    if playing and cells[at.BUILDS] != builds:
        yield f"builds: {cells[at.BUILDS]}, but the cards in play give {builds}"
    elif not 1 <= cells[at.BUILDS] <= builds:
        yield f"builds: {cells[at.BUILDS]}, but from 1 to {builds} are possible"
    coins = t.in_play(tables.coins)
    least = coins + sum(
        count * tables.per_sad[face] * tables.sad[face] for face, count in enumerate(t.area)
    )  # each of them sees at least its own sad faces
    most = coins + t.in_play(tables.per_sad) * cells[at.SAD]
    yield from _bounds(t, "coins", at.COINS, tables.again_coins, least if playing else 0, most)
    limit = tables.bust + t.in_play(tables.limit)
    yield from _bounds(t, "limit", at.LIMIT, tables.again_limit, limit, limit)
    yield from _bounds(t, "recycled_points", at.RECYCLED, tables.again_points, 0, 0)


def _bounds(t: _Table, name: str, cell: int, again: bytes, least: int, most: int) -> Iterator[str]:
    """A sum that recycling may have raised. A turned card has given its bonus; one in play may have before."""
    if t.phase in (at.PLAYING, at.REMOVING):
        least += sum(count * bonus for count, bonus in zip(t.turned, again, strict=True))
    if t.cells[cell] < least:
        yield f"{name}: {t.cells[cell]}, but it is at least {least}"
    built = t.cells[at.BUILDS] != 1 + t.in_play(t.tables.builds)
    if any(again) and (t.tables.recycle_flips or built):
        return  # a card flipped back, or upgraded since, leaves no trace of its bonus
    lying = [turned + played for turned, played in zip(t.turned, t.area, strict=True)]
    most += sum(count * bonus for count, bonus in zip(lying, again, strict=True))
    if t.cells[cell] > most:
        yield f"{name}: {t.cells[cell]}, but it is at most {most}"


def _winning(t: _Table) -> Iterator[str]:
    """A win ends the game at once; only a card's own effect comes before it."""
    cells, tables = t.cells, t.tables
    if t.over or t.wait == at.MILL or t.phase == at.SETTING_UP:
        return
    if cells[at.POINTS] >= tables.win_points:
        yield f"phase: {cells[at.POINTS]} points win, so the game is over"
    elif tables.win_cards and cells[at.IN_PLAY] >= tables.win_cards and t.in_play(tables.wins_by_cards):
        yield f"phase: {cells[at.IN_PLAY]} cards in play win, so the game is over"


def _ending(t: _Table) -> Iterator[str]:
    ended = t.cells[at.ENDED]
    if t.over and ended < 0:
        yield "phase: over, but nobody has won, the supply of somebody alone is not empty, and no number of turns is up"
    if ended == ids.DRAW_CAP and any(t.area):
        yield "ended: a draw comes between two turns, with an empty play area"
