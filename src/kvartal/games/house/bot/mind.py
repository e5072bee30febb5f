# compiled
"""What makes a good move in Mr House."""

from typing import Final, final

from kvartal.engine.mind import CERTAIN, HALF, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import LEGAL, OVER, State
from kvartal.games.house.bot.finishing import Finishing
from kvartal.games.house.bot.home import Home
from kvartal.games.house.bot.judgement import BASIC, EXPERT, Judgement
from kvartal.games.house.bot.plan import NEVER, Plan
from kvartal.games.house.bot.town import Town
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.bot.worth import Worth
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables

POINTS_BEHIND: Final = 300  # hundredths: a plan so much worse than the best one is not expected to be good


@final
class HouseMind(Mind):
    """A plan for the chips, sense in town and at home, a judgement in points. What rivals hide is not looked at."""

    def __init__(self, tables: HouseTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.expert = tables.expert
        self.wishes = Wishes(tables, self.weights)
        self.worth = Worth(tables, self.weights, self.wishes)
        self.plan = Plan(tables, self.weights, self.worth)
        self.town = Town(tables, self.weights, self.wishes)
        self.home = Home(tables, self.wishes)
        self.finishing = Finishing(tables, self.wishes)
        self.judgement = Judgement(tables, self.weights, self.worth)
        self.terms = EXPERT if tables.expert else BASIC
        self.legal = vec[i64]([0] * tables.moves)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, HouseState)
        move: i64 = self.sensible(state, seat)
        if move >= 0 and state.refusal(seat, move) == LEGAL:
            return move
        state.fill_moves(seat, self.legal)
        return self.legal[0]

    def mixed(self, state: State, seat: i64, source: Source) -> i64:
        """Chips lie face down: which of those about as good is laid where changes from round to round."""
        assert isinstance(state, HouseState)
        if state.cells[at.PHASE] != at.MOVING:
            return self.policy(state, seat, source)
        self.plan.whims.draw(state.cells, seat, source)
        move: i64 = self.policy(state, seat, source)
        self.plan.whims.forget()
        return move

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

    def plain(self, state: State, seat: i64, move: i64) -> bool:
        """Expert: whoever leaves the house unfinished loses, so nobody overlooks what finishes it. Points are another
        matter."""
        assert isinstance(state, HouseState)
        if not self.expert:
            return False
        self.wishes.read(state.cells, seat)
        return self.finishing.serves(state.cells, seat, move)

    # Candidates -----------------------------------------------------------------------------------------------------

    def fill_priors(self, state: State, seat: i64, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        """For a chip: half on the policy's move, the rest by what a plan that begins with it promises."""
        assert isinstance(state, HouseState)
        if state.cells[at.PHASE] != at.MOVING:
            Mind.fill_priors(self, state, seat, moves, count, out)
            return
        wanted: i64 = self.policy(state, seat, self.choices)
        ranked = self.plan.ranked
        best: i64 = NEVER
        i: i64 = 0
        while i < at.PLACES * at.CHIP_VALUES:
            if ranked[i] > best:
                best = ranked[i]
            i += 1
        total: i64 = 0
        i = 0
        while i < count:
            hope: i64 = 1
            if moves[i] < at.TAKE:
                promise: i64 = ranked[moves[i] % at.PLACES * at.CHIP_VALUES + moves[i] // at.PLACES]
                hope += promise - best + POINTS_BEHIND if promise > best - POINTS_BEHIND else 0
            out[i] = hope
            total += hope
            i += 1
        i = 0
        while i < count:
            out[i] = (CERTAIN - HALF) * out[i] // total + (HALF if moves[i] == wanted else 0)
            i += 1

    def fill_turns(self, state: State, seat: i64, source: Source, out: vec[i64]) -> i64:
        """Only the way through the town is looked at closely: buying and building are done by the policy."""
        assert isinstance(state, HouseState)
        if state.cells[at.PHASE] != at.MOVING:
            return 0
        self.plan.choose(state.cells, seat)
        ranked = self.plan.ranked
        count: i64 = 0
        while True:
            best: i64 = -1
            i: i64 = 0
            while i < at.PLACES * at.CHIP_VALUES:
                if ranked[i] > NEVER and (best < 0 or ranked[i] > ranked[best]):
                    best = i
                i += 1
            if best < 0:
                return count
            out[2 * count] = 1
            out[2 * count + 1] = at.PLACE + best % at.CHIP_VALUES * at.PLACES + best // at.CHIP_VALUES
            ranked[best] = NEVER
            count += 1

    # Judging --------------------------------------------------------------------------------------------------------

    def value(self, state: State, seat: i64) -> i64:
        """Half of it is the win, half the points ahead of the best rival, ten of them at most."""
        assert isinstance(state, HouseState)
        cells = state.cells
        over: bool = state.turn() == OVER
        if over and state.place(seat) == 0:
            return 0  # the house was never finished
        best: i64 = NEVER
        other: i64 = 0
        while other < self.players:
            if other != seat and not (over and state.place(other) == 0):
                best = max(best, self.judgement.outlook(cells, other))
            other += 1
        ahead: i64 = self.judgement.outlook(cells, seat) + self.judgement.promised(cells, seat) - best
        margin: i64 = HALF + ahead * (CERTAIN // 2000)
        margin = 0 if margin < 0 else CERTAIN if margin > CERTAIN else margin
        return (self.result(state, seat) + margin) // 2 if over else margin

    def fill_terms(self, state: State, seat: i64, out: vec[i64]) -> i64:
        assert isinstance(state, HouseState)
        return self.judgement.fill_terms(state.cells, seat, out)
