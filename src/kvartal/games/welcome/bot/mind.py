# compiled
"""What makes a good turn in Welcome To…: the policy, the candidates of a race, what a game is worth."""

from typing import Final, final

from kvartal.engine.mind import CERTAIN, HALF, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.welcome.bot import outlook as of
from kvartal.games.welcome.bot.kept import LOWEST, MOST
from kvartal.games.welcome.bot.turns import Turns
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import plans, scoring
from kvartal.games.welcome.rules.reveal import reveal
from kvartal.games.welcome.rules.state import WelcomeState
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.rules.turn import begun

NARROW: Final = 2  # houses for which effects are looked through: in rollouts,
WIDE: Final = 6  # and for candidates
LONGEST: Final = 8  # cells of a candidate
POINT: Final = 5000  # millionths of a win that a point more than the rivals is worth
WON: Final = 20  # points that beating the rival of the solo game is worth


@final
class WelcomeMind(Mind):
    """Turns are thought of as a whole; rivals are passed over while they fill a house a round."""

    def __init__(self, tables: WelcomeTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.tables = tables
        self.search = Turns(tables, self.weights)
        self.room = (MOST + 8) * LONGEST
        self.terms = (
            "plans",
            "parks",
            "pools",
            "temps",
            "estates",
            "bis",
            "refusals",
            "roundabouts",
            "houses left",
            "rounds left",
            "promise",
        )

    # Policy -----------------------------------------------------------------------------------------------------------

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, WelcomeState)
        here = self.seen(state, seat)
        cells = here.cells
        base: i64 = here.seat_at(seat)
        stage: i64 = cells[base + at.STAGE]
        tables = self.tables
        search = self.search
        kept = search.kept
        if stage == at.MARKING:
            here.fill_moves(seat, self.moves)
            return self.moves[0]
        if stage == at.GIVING:
            return self.gift(cells, seat)
        if stage == at.OPEN:
            if cells[base + at.DID] < 0 and cells[base + at.CARD_E] >= 0:
                search.find(cells, seat, NARROW, 1)
                if kept.uses[0] >= 0:
                    return kept.uses[0]
            place: i64 = self.wanted_plan(cells, base)
            return at.PLAN + place if place >= 0 else at.DONE
        if stage == at.CHOOSING and tables.roundabouts:
            house: i64 = search.best_roundabout(cells, seat)
            if house >= 0:
                return tables.dig + house
        search.find(cells, seat, NARROW, 1)
        if stage == at.CHOOSING:
            return at.REFUSE if kept.cards[0] < 0 else at.TAKE + kept.cards[0]
        if stage == at.PAIRING:
            return at.PAIR + kept.pairs[0]
        if kept.hires[0] >= 0:
            return at.HIRE + kept.hires[0]
        return at.WRITE + kept.houses[0]

    def advance(self, state: State, seat: i64, source: Source) -> i64:
        """The whole turn at once."""
        assert isinstance(state, WelcomeState)
        cells = state.cells
        base: i64 = state.seat_at(seat)
        tables = self.tables
        if cells[base + at.STAGE] != at.CHOOSING or (tables.roundabouts and cells[base + at.DUG] < 0):
            state.play(seat, self.policy(state, seat, source))
            return 1
        search = self.search
        search.find(self.seen(state, seat).cells, seat, NARROW, 1)
        kept = search.kept
        made: i64 = 2
        if kept.cards[0] < 0:
            state.play(seat, at.REFUSE)
            if cells[base + at.STAGE] == at.GIVING:
                state.play(seat, self.gift(cells, seat))
        else:
            use: i64 = kept.uses[0]
            house: i64 = kept.houses[0]
            state.play(seat, at.TAKE + kept.cards[0])
            if tables.hand:
                state.play(seat, at.PAIR + kept.pairs[0])
            if kept.hires[0] >= 0:
                state.play(seat, at.HIRE + kept.hires[0])
            state.play(seat, at.WRITE + house)
            if use >= 0:
                state.play(seat, use)
                made += 1
        place: i64 = self.wanted_plan(cells, base)
        while place >= 0:
            state.play(seat, at.PLAN + place)
            while cells[base + at.STAGE] == at.MARKING:
                state.fill_moves(seat, self.moves)
                state.play(seat, self.moves[0])
            made += 1
            place = self.wanted_plan(cells, base)
        state.play(seat, at.DONE)
        return made

    def seen(self, state: WelcomeState, seat: i64) -> WelcomeState:
        """The state without what rivals have done in this round."""
        other: i64 = 0
        while other < self.players:
            if other != seat and begun(state.cells, state.seat_at(other)):
                return state.known(seat)
            other += 1
        return state

    def gift(self, cells: vec[i64], seat: i64) -> i64:
        """After a refusal with a hand: the card that helps whoever gets it least."""
        search = self.search
        search.find(cells, seat, 1, 1)
        best: i64 = 0
        slot: i64 = 1
        while slot < 3:
            if search.gifts[slot] < search.gifts[best]:
                best = slot
            slot += 1
        return at.GIVE + best

    def wanted_plan(self, cells: vec[i64], base: i64) -> i64:
        """The plan that is approved next: the one with most points. The third one ends the game, so not too soon."""
        tables = self.tables
        best: i64 = -1
        most: i64 = -1
        left: i64 = 0
        place: i64 = 0
        while place < 3:
            if cells[base + at.PLANS + place] < 0:
                left += 1
                plan: i64 = cells[at.PLANS_AT + place]
                points: i64 = tables.plan_later[plan] if cells[at.FLIPPED + place] else tables.plan_first[plan]
                if points > most and plans.met(cells, base, tables, plan):
                    most = points
                    best = place
            place += 1
        if left == 1 and best >= 0 and tables.houses - cells[base + at.BUILT] > self.weights[of.W_END]:
            return -1
        return best

    # Candidates -------------------------------------------------------------------------------------------------------

    def fill_turns(self, state: State, seat: i64, source: Source, out: vec[i64]) -> i64:
        assert isinstance(state, WelcomeState)
        here = self.seen(state, seat)
        cells = here.cells
        base: i64 = here.seat_at(seat)
        stage: i64 = cells[base + at.STAGE]
        search = self.search
        tables = self.tables
        if stage == at.MARKING or stage == at.GIVING:
            return super().fill_turns(state, seat, source, out)
        found: i64 = 0
        at_out: i64 = 0
        if stage == at.CHOOSING and tables.roundabouts:
            house: i64 = search.best_roundabout(cells, seat)
            if house >= 0:
                out[0] = 1
                out[1] = tables.dig + house
                at_out = 2
                found = 1
        search.find(cells, seat, WIDE, MOST)
        kept = search.kept
        i: i64 = 0
        while i < kept.count:
            begin: i64 = at_out
            at_out = self.write_turn(i, stage, out, at_out + 1)
            if at_out > begin + 1:
                out[begin] = at_out - begin - 1
                found += 1
                if self.ends_with_plan(here, seat, out, begin):
                    out[at_out] = out[begin] + 1
                    j: i64 = 1
                    while j < out[at_out]:
                        out[at_out + j] = out[begin + j]
                        j += 1
                    out[at_out + j] = at.DONE
                    at_out += j + 1
                    found += 1
            else:
                at_out = begin
            i += 1
            if at_out > self.room - 3 * LONGEST:
                break
        if stage == at.OPEN:
            return self.open_moves(here, seat, out, found, at_out)
        return found

    def write_turn(self, i: i64, stage: i64, out: vec[i64], at_out: i64) -> i64:
        """The moves of turn i from this stage on."""
        kept = self.search.kept
        if kept.cards[i] < 0 and stage == at.CHOOSING:
            out[at_out] = at.REFUSE
            return at_out + 1
        if stage == at.CHOOSING:
            out[at_out] = at.TAKE + kept.cards[i]
            at_out += 1
        if self.tables.hand and stage <= at.PAIRING:
            out[at_out] = at.PAIR + kept.pairs[i]
            at_out += 1
        if stage <= at.WRITING:
            if kept.hires[i] >= 0:
                out[at_out] = at.HIRE + kept.hires[i]
                at_out += 1
            out[at_out] = at.WRITE + kept.houses[i]
            at_out += 1
        if kept.uses[i] >= 0:
            out[at_out] = kept.uses[i]
            at_out += 1
        return at_out

    def ends_with_plan(self, here: WelcomeState, seat: i64, out: vec[i64], begin: i64) -> bool:
        """Would the policy approve a plan after this turn?"""
        base: i64 = here.seat_at(seat)
        after = here.copy()
        i: i64 = 1
        while i <= out[begin]:
            after.play(seat, out[begin + i])
            i += 1
        if after.cells[base + at.STAGE] != at.OPEN:
            return False
        return self.wanted_plan(after.cells, base) >= 0

    def open_moves(self, here: WelcomeState, seat: i64, out: vec[i64], found: i64, at_out: i64) -> i64:
        """What else there is after a number: plans, and enough of it."""
        count: i64 = here.fill_moves(seat, self.moves)
        i: i64 = 0
        while i < count:
            move: i64 = self.moves[i]
            if move == at.DONE or (move >= at.PLAN and move < at.RAISE):
                out[at_out] = 1
                out[at_out + 1] = move
                at_out += 2
                found += 1
            i += 1
        return found

    # Rivals -----------------------------------------------------------------------------------------------------------

    def sit_out(self, state: State, seat: i64, source: Source) -> None:
        """A rival who is not looked at fills a house a round; nobody sees which, but the end of the game draws near."""
        assert isinstance(state, WelcomeState)
        cells = state.cells
        tables = self.tables
        base: i64 = state.seat_at(seat)
        if cells[base + at.STAGE] != at.CHOOSING:
            state.play(seat, self.policy(state, seat, source))
            return
        if cells[base + at.BUILT] < tables.houses:
            cells[base + at.BUILT] += 1
        if tables.mode == at.DRAFT:
            cells[base + at.CARD_N] = 0
            cells[base + at.CARD_E] = 1
        cells[base + at.STAGE] = at.CONFIRMED
        cells[at.PENDING] -= 1
        if cells[at.PENDING] == 0:
            reveal(cells, tables)

    def sat_out(self, cells: vec[i64], base: i64) -> i64:
        """For how many rounds this seat was passed over."""
        rounds: i64 = cells[base + at.BUILT]
        h: i64 = 0
        while h < self.tables.houses:
            if cells[base + at.NUMBERS + h] >= 0:
                rounds -= 1
            h += 1
        return rounds

    # Worth ------------------------------------------------------------------------------------------------------------

    def value(self, state: State, seat: i64) -> i64:
        """With others: half a win, and so much for each point more or less than the best of them will have. Rivals who
        were passed over are thought to have gained what one usually gains."""
        assert isinstance(state, WelcomeState)
        here = self.seen(state, seat)
        cells = here.cells
        tables = self.tables
        over: bool = here.turn() == OVER
        mine: i64 = here.score(seat) * 1000
        if not over:
            look = self.search.look
            look.look_at(cells, seat)
            mine = look.worth() + scoring.plan_points(cells, look.base) * 1000
        if self.players == 1:
            if tables.mode == at.SOLO_2023 and tables.rival[0] > 0:
                mine -= scoring.rival_total(cells, tables) * 1000
                if over and here.place(seat) > 0:
                    mine += WON * 1000
            return mine * 1000
        most: i64 = LOWEST
        frozen: bool = False
        other: i64 = 0
        while other < self.players:
            if other != seat:
                rounds: i64 = self.sat_out(cells, here.seat_at(other))
                frozen = frozen or rounds > 0
                theirs: i64 = here.score(other) * 1000 + rounds * self.weights[of.W_RIVAL_PACE]
                most = theirs if theirs > most else most
            other += 1
        if over and not frozen:
            return self.result(here, seat)
        worth: i64 = HALF + (mine - most) * POINT // 1000
        return 0 if worth < 0 else CERTAIN if worth > CERTAIN else worth

    def fill_terms(self, state: State, seat: i64, out: vec[i64]) -> i64:
        assert isinstance(state, WelcomeState)
        here = self.seen(state, seat)
        cells = here.cells
        tables = self.tables
        base: i64 = here.seat_at(seat)
        out[0] = scoring.plan_points(cells, base)
        out[1] = 0
        street: i64 = 0
        while street < 3:
            out[1] += scoring.park_points(cells, base, tables, street)
            street += 1
        out[2] = tables.pool_points[scoring.pools_built(cells, base, tables)]
        out[3] = scoring.temp_points(cells, seat, tables)
        out[4] = 0
        size: i64 = 1
        while size <= 6:
            out[4] += cells[base + at.ESTATES + size - 1] * scoring.estate_value(cells, base, tables, size)
            size += 1
        out[5] = -tables.bis_points[cells[base + at.BISES]]
        out[6] = -tables.refusal_points[cells[base + at.REFUSALS]]
        out[7] = -tables.roundabout_points[cells[base + at.ROUNDABOUTS]]
        out[8] = tables.houses - cells[base + at.BUILT]
        look = self.search.look
        if state.turn() == OVER:
            out[9] = 0
            out[10] = 0
        else:
            look.look_at(cells, seat)
            out[9] = look.rounds
            out[10] = (look.worth() + out[0] * 1000) // 1000 - here.score(seat)
        return 11
