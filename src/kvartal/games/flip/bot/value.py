# compiled
"""What a position of Flip City is worth, by the cards that everybody has: who wins, if all go on sensibly.

Each seat has a strength, a weighted sum of its features; shares of a win are as the exponentials of the strengths.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.flip.bot import weights as w
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.state import FlipState

# Features of a seat
OWNED: Final = 0  # + face: cards that side up, wherever they are
SHORT: Final = 10  # points that all its cards lack for a win
GRIEF: Final = 11  # sad faces that come up until the points do, in hundredths, in a deck of all its cards
SUPPLY: Final = 12  # alone: cards of the supply, the clock of that game
WAITING: Final = 13  # turns until it is this seat's turn: 0 now
FEATURES: Final = 14

MOST_GRIEF: Final = 1200
STEPS: Final = 1200  # of the table of exponentials: hundredths
ONE: Final = 1_000_000_000


def fill_features(state: FlipState, seat: i64, out: vec[i64]) -> None:
    """What strength is made of. Where its cards lie does not count: judged by that, a search learned to leave them
    there."""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    active: bool = cells[at.ACTIVE] == seat
    points: i64 = 0
    grief: i64 = 0
    top: i64 = cells[base + at.TOP]
    if top >= kit.MARKED:
        top -= kit.MARKED
    face: i64 = 0
    while face < kit.FACES:
        count: i64 = cells[base + at.DECK + face] + cells[base + at.DECK + kit.MARKED + face]
        count += cells[base + at.DISCARD + face] + cells[base + at.DISCARD + kit.MARKED + face]
        if face == top:
            count += 1
        if active:
            count += cells[at.AREA + face]
        out[OWNED + face] = count
        points += count * tables.points[face]
        grief += count * (tables.sad[face] - tables.limit[face])
        face += 1
    short: i64 = tables.win_points - points
    out[SHORT] = short if short > 0 else 0
    hundredths: i64 = MOST_GRIEF
    if points > 0:
        hundredths = grief * tables.win_points * 100 // points
    out[GRIEF] = 0 if hundredths < 0 else hundredths if hundredths < MOST_GRIEF else MOST_GRIEF
    out[SUPPLY] = state.supply_left() if tables.solo else 0
    waits: i64 = seat - cells[at.ACTIVE]
    out[WAITING] = waits + tables.players if waits < 0 else waits


@final
class Judge:
    """The strengths of a state's seats and what follows; it owns its scratch."""

    def __init__(self, players: i64, weights: vec[i64]) -> None:
        self.players = players
        self.weights = weights
        self.features = vec[i64]([0] * FEATURES)
        self.strengths = vec[i64]([0] * players)
        powers: list[int] = [ONE]  # e⁻ˣ for x in hundredths: whole numbers, so that every machine agrees
        while len(powers) < STEPS:
            powers.append(powers[-1] * 990_049_834 // ONE)
        self.powers = vec[i64](powers)

    def strength(self, state: FlipState, seat: i64) -> i64:
        """In thousandths."""
        fill_features(state, seat, self.features)
        total: i64 = self.weights[w.STRENGTH + FEATURES]  # counts only for somebody alone
        i: i64 = 0
        while i < FEATURES:
            total += self.features[i] * self.weights[w.STRENGTH + i]
            i += 1
        return total // 1000  # weights are in millionths

    def power(self, below: i64) -> i64:
        """e to the power of minus so many thousandths."""
        step: i64 = below // 10
        return self.powers[step] if step < STEPS else 0

    def share(self, state: FlipState, seat: i64) -> i64:
        """The chance of a win, in millionths."""
        if self.players == 1:
            mine: i64 = self.strength(state, seat)
            if mine >= 0:
                return ONE // 1000 * ONE // (ONE + self.power(mine))
            odds: i64 = self.power(-mine)
            return ONE // 1000 * odds // (ONE + odds)
        best: i64 = self.strength(state, 0)
        self.strengths[0] = best
        other: i64 = 1
        while other < self.players:
            self.strengths[other] = self.strength(state, other)
            if self.strengths[other] > best:
                best = self.strengths[other]
            other += 1
        total: i64 = 0
        other = 0
        while other < self.players:
            total += self.power(best - self.strengths[other])
            other += 1
        return self.power(best - self.strengths[seat]) * (ONE // 1000) // total
