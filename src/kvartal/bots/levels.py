"""Five levels, made from any mind. The weaker ones err like people: they overlook moves, misjudge them, and want their
points now. The same seed, view and budget give the same turn."""

from collections.abc import Sequence

from kvartal.bots.think import Budget, Click, Thinker, Thought, seat_of, thinker
from kvartal.engine.mind import CERTAIN
from kvartal.engine.move import Move
from kvartal.engine.source import Seeded
from kvartal.engine.state import State
from kvartal.engine.thinking import Level
from kvartal.engine.view import View

OVERLOOKS, MISJUDGES = 0, 1  # streams of what goes wrong
THOUSAND = 1000
HINTS = 4  # the level that is asked for a hint


class Leveled:
    """A bot of level 1 to 5. It keeps nothing between two questions."""

    def __init__(self, number: int, seed: int) -> None:
        self.number, self.seed = number, seed

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        if len(moves) == 1:
            return moves[0]
        code = self.turn(view, budget)[0].code
        return next(move for move in moves if move.code == code)

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        """The whole turn, each click with what is expected before it."""
        return self.turn_by(thinker(view.setup), view, budget)

    def seed_at(self, seat: int) -> int:
        """What decides what is left to luck."""
        return self.seed

    def settled(self, mind: Thinker, view: View, thought: Thought) -> tuple[Click, ...]:
        """What is played after a thought that nothing went wrong with."""
        return thought.turn

    def turn_by(self, mind: Thinker, view: View, budget: Budget) -> tuple[Click, ...]:
        seat = seat_of(view)
        codes = view.codes()
        if len(codes) == 1:
            return (Click(codes[0], mind.glance(view.known, seat)),)
        level = mind.thinking.level(self.number)
        iterations = min(level.iterations, budget.playouts)
        if not iterations:
            return self._by_policy(mind, view, seat, level)
        own = Budget(budget.seconds, iterations)
        thought = mind.think(view, own, seed=self.seed_at(seat), judge=False, width=level.width)
        if not (level.overlook or level.misjudge or level.now) or not thought.candidates:
            return self.settled(mind, view, thought)
        world = self._world(mind, view, seat)
        looked_at = [each.turn[0] for each in thought.candidates if each.visits]
        seen = self._seen(mind, view, world, seat, level, looked_at)
        judged = [each for each in thought.candidates if each.turn[0] in seen and each.visits]
        best = max(judged, key=lambda each: self._felt(mind, world, seat, level, each.turn[0], each.value * CERTAIN))
        return mind.clicks(view.known, world, seat, best.turn, thought.cut_short)

    # What goes wrong -------------------------------------------------------------------------------------------------

    def _world(self, mind: Thinker, view: View, seat: int) -> State:
        return mind.world(view.known, seat, mind.seed_of(view.known, seat, self.seed_at(seat)))

    def _by_policy(self, mind: Thinker, view: View, seat: int, level: Level) -> tuple[Click, ...]:
        """The policy's turn; where its move is overlooked, what looks best one move ahead."""
        world = self._world(mind, view, seat)
        turn = mind.policy_turn(world.copy(), seat, self.seed_at(seat))
        seen = self._seen(mind, view, world, seat, level, view.codes())
        if turn[0] in seen:
            return mind.clicks(view.known, world, seat, turn[:1] if level.overlook else turn)
        judged = {code: self._felt(mind, world, seat, level, code, ahead(mind, world, seat, code)) for code in seen}
        best = max(judged, key=lambda code: (judged[code], -code))
        return mind.clicks(view.known, world, seat, (best,))

    def _seen(
        self, mind: Thinker, view: View, world: State, seat: int, level: Level, codes: Sequence[int]
    ) -> list[int]:
        """The moves that are not overlooked; never none."""
        source = self._luck(mind, view, seat)
        lucky = [source.below(OVERLOOKS, THOUSAND) >= level.overlook for _ in codes]
        seen = [code for n, code in enumerate(codes) if lucky[n] or mind.mind.plain(world, seat, code)]
        return seen or [codes[source.below(OVERLOOKS, len(codes))]]

    def _felt(self, mind: Thinker, world: State, seat: int, level: Level, code: int, value: float) -> float:
        """What a move seems to be worth: noise that is the same for the same move here, and greed."""
        felt = 0
        if level.misjudge:
            source = Seeded(world.known(seat).hash64() ^ self.seed_at(seat) ^ (code + 1), 2, 1)
            felt += int(source.below(MISJUDGES, 2 * level.misjudge + 1)) - level.misjudge
        if level.now:
            after = world.copy()
            after.play(seat, code)
            felt += level.now * int(after.score(seat) - world.score(seat))
        return value + felt * mind.unit / CERTAIN

    def _luck(self, mind: Thinker, view: View, seat: int) -> Seeded:
        return Seeded(mind.seed_of(view.known, seat, self.seed_at(seat) + self.number), 2, 1)


def ahead(mind: Thinker, world: State, seat: int, code: int) -> float:
    """The value after a move and the rest of the turn as the policy plays it."""
    here = world.copy()
    here.play(seat, code)
    mind.policy_turn(here, seat)
    return float(mind.mind.value(here, seat))
