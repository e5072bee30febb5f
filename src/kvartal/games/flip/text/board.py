"""What lies on the table, read off a view by name: all that the words, the text board and the drawing need."""

from functools import lru_cache
from operator import add
from typing import NamedTuple

from kvartal.engine.view import View
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.tables import FlipTables

Lying = tuple[int, bool, int]  # in a discard pile: face, turned or not, count


class Town(NamedTuple):
    """One player's cards outside the play area."""

    seat: int
    top: int | None  # the face on top, if it is seen
    top_turned: bool
    deck: tuple[int, ...]  # cards per face, the visible top not among them
    discard: tuple[int, ...]  # not turned, per face
    turned: tuple[int, ...]  # recycled this turn, per face

    @property
    def held(self) -> tuple[int, ...]:
        """Cards of the deck, per face, the top one among them."""
        if self.top is None:
            return self.deck
        return (*self.deck[: self.top], self.deck[self.top] + 1, *self.deck[self.top + 1 :])

    @property
    def deck_size(self) -> int:
        return sum(self.deck) + (self.top is not None)

    @property
    def discard_size(self) -> int:
        return sum(self.discard) + sum(self.turned)

    def lying(self) -> tuple[Lying, ...]:
        """The discard pile, face by face."""
        return tuple(
            (face, turned, count)
            for face in range(kit.FACES)
            for turned, count in ((False, self.discard[face]), (True, self.turned[face]))
            if count
        )


class Board(NamedTuple):
    tables: FlipTables
    me: int | None  # whose view it is
    active: int
    phase: int
    waits: bool  # for chance
    turns: int
    in_play: int
    coins: int
    sad: int
    limit: int
    points: int
    forced: bool
    builds: int
    ended: int
    winner: int
    area: tuple[int, ...]  # per face
    supply: tuple[int, ...]  # per kind
    gone: tuple[int, ...]  # per kind
    towns: tuple[Town, ...]

    @property
    def mine(self) -> bool:
        """It is the turn of the one who looks."""
        return self.me == self.active and self.phase not in (at.SETTING_UP, at.ENDING)

    @property
    def near(self) -> Town:
        """Whose cards lie nearest: mine, or for a spectator those of the player on turn."""
        return self.towns[self.active if self.me is None else self.me]

    @property
    def watched(self) -> Town:
        """Whose cards are looked at now: those of the player on turn."""
        return self.near if self.phase == at.SETTING_UP else self.towns[self.active]

    def left(self, town: Town) -> tuple[int, ...]:
        """Cards that a town has outside its discard pile, per face."""
        return tuple(map(add, town.held, self.area)) if town.seat == self.active else town.held

    def besides(self, town: Town) -> list[Town]:
        """The other players, clockwise from this one."""
        count = len(self.towns)
        return [self.towns[(town.seat + i) % count] for i in range(1, count)]

    @property
    def others(self) -> list[Town]:
        """The other players, clockwise from the near one."""
        return self.besides(self.near)


def read(view: View) -> Board:
    tables = view.setup.tables
    assert isinstance(tables, FlipTables)
    return _read(tables, view.seat, tuple(view.known.cells))


@lru_cache(256)  # what is drawn is also told in the log, and everybody sees the same
def _read(tables: FlipTables, me: int | None, cells: tuple[int, ...]) -> Board:
    return Board(
        tables=tables,
        me=me,
        active=cells[at.ACTIVE],
        phase=cells[at.PHASE],
        waits=cells[at.WAIT] != at.NOTHING,
        turns=cells[at.TURNS],
        in_play=cells[at.IN_PLAY],
        coins=cells[at.COINS],
        sad=cells[at.SAD],
        limit=cells[at.LIMIT],
        points=cells[at.POINTS],
        forced=bool(cells[at.FORCED]),
        builds=cells[at.BUILDS],
        ended=cells[at.ENDED],
        winner=cells[at.WINNER],
        area=cells[at.AREA : at.AREA + kit.FACES],
        supply=cells[at.SUPPLY : at.SUPPLY + kit.KINDS],
        gone=cells[at.GONE : at.GONE + kit.KINDS],
        towns=tuple(
            _town(seat, cells[base : base + at.STRIDE])
            for seat, base in enumerate(range(at.SEATS, at.SEATS + tables.players * at.STRIDE, at.STRIDE))
        ),
    )


@lru_cache(512)  # only one of them changes at a time
def _town(seat: int, cells: tuple[int, ...]) -> Town:
    top = cells[at.TOP]
    deck, pile = cells[at.DECK : at.DISCARD], cells[at.DISCARD :]
    return Town(
        seat=seat,
        top=None if top < 0 else top % kit.MARKED,
        top_turned=top >= kit.MARKED,
        deck=tuple(map(add, deck[: kit.FACES], deck[kit.MARKED :])),
        discard=pile[: kit.FACES],
        turned=pile[kit.MARKED :],
    )
