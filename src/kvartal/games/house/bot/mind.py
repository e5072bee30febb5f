# compiled
"""What makes a good move in Mr House."""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import LEGAL, OVER, State
from kvartal.games.house.bot.home import Home
from kvartal.games.house.bot.plan import Plan
from kvartal.games.house.bot.town import Town
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables


@final
class HouseMind(Mind):
    """The sensible player plays on; a point ahead of the best rival is worth a twentieth of a win."""

    def __init__(self, tables: HouseTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.expert = tables.expert
        self.wishes = Wishes(tables, self.weights)
        self.plan = Plan(tables, self.weights, self.wishes)
        self.town = Town(tables, self.weights, self.wishes)
        self.home = Home(tables, self.wishes)
        self.legal = vec[i64]([0] * tables.moves)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, HouseState)
        move: i64 = self.sensible(state, seat)
        if move >= 0 and state.refusal(seat, move) == LEGAL:
            return move
        state.fill_moves(seat, self.legal)
        return self.legal[0]

    def sensible(self, state: HouseState, seat: i64) -> i64:
        cells = state.cells
        phase: i64 = cells[at.PHASE]
        if phase == at.MOVING:
            return self.plan.choose(cells, seat)
        step: i64 = cells[at.STEP]
        if step == at.CREWING:
            return self.home.crew(cells, at.SEATS + seat * at.STRIDE)
        if step == at.PLACING:
            return self.home.spot(state, seat)
        if step == at.CASHING:
            return at.KEEP if cells[at.SEATS + seat * at.STRIDE + at.CHIP + cells[at.HERE]] < 2 else at.CASH
        if phase == at.BUYING:
            return self.town.buy(cells, seat)
        if phase == at.ARRANGING:
            return self.home.arrange(cells, seat)
        self.wishes.read(cells, seat)
        if self.expert:
            move: i64 = self.town.use(cells, seat)
            if move >= 0:
                return move
        return self.home.build(state, seat)

    def value(self, state: State, seat: i64) -> i64:
        best: i64 = -1000
        other: i64 = 0
        while other < self.players:
            if other != seat:
                best = max(best, state.score(other))
            other += 1
        margin: i64 = CERTAIN // 2 + (state.score(seat) - best) * CERTAIN // 20
        margin = 0 if margin < 0 else CERTAIN if margin > CERTAIN else margin
        return (self.result(state, seat) + margin) // 2 if state.turn() == OVER else margin
