"""Players that are not people. A bot gets a View, its moves and a budget: it cannot reach the State."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from kvartal.bots.characters import CHARACTERS, GUESTS, Guest
from kvartal.bots.levels import Leveled
from kvartal.bots.think import CEILING as CEILING
from kvartal.bots.think import Budget as Budget
from kvartal.bots.think import Click as Click
from kvartal.bots.think import glance as glance
from kvartal.bots.think import think as think
from kvartal.engine.game import Game
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup, listing, nearest
from kvartal.engine.source import Seeded
from kvartal.engine.view import View


class Bot(Protocol):
    """Anything that can choose. The same seed, view and budget of playouts give the same choice."""

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move: ...


@runtime_checkable
class Planner(Bot, Protocol):
    """A bot that can answer with a whole turn: each click with the `glance` of the view that it expects before it."""

    def turn(self, view: View, budget: Budget) -> Sequence[Click]: ...


class RandomBot:
    """Any legal move, each as likely as the next."""

    def __init__(self, seed: int, players: int) -> None:
        self._choices = Seeded(seed, players, 1)

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        if len(moves) == 1:
            return moves[0]
        return moves[self._choices.below(view.seat or 0, len(moves))]


class GreedyBot:
    """The sensible player of the game's own room: no search, the same answer to the same view."""

    def __init__(self, seed: int, players: int) -> None:
        pass

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        if len(moves) == 1:
            return moves[0]
        code = view.setup.game.greedy(view)
        for move in moves:
            if move.code == code:
                return move
        raise ValueError(f"greedy() of {view.setup.game.key} gives the code {code}, which is not one of its moves")


def leveled(number: int) -> Callable[[int, int], Bot]:
    """What makes a bot of one of the five levels."""
    return lambda seed, _: Leveled(number, seed)


def guest(number: int, character: str) -> Callable[[int, int], Bot]:
    """What makes a character that plays one of the five levels."""
    return lambda seed, _: Guest(number, seed, character)


PLAIN: dict[str, Callable[[int, int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{f"level{number}": leveled(number) for number in range(1, 6)},
}
BOTS = PLAIN | {name: guest(*who) for name, who in GUESTS.items()}


class Seated:
    """A bot at its seat for one game. If it answers with whole turns, it is asked again only when the view is another
    one than expected.

    What is kept are the clicks of its answer, never its thoughts: the bot itself has no memory.
    """

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.planned: list[Click] = []
        self.cut_short = False  # has the clock ever stopped a thought? Then it might not play so again

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        if not isinstance(self.player, Planner):
            return self.player.choose(view, moves, budget)
        if not self.planned or self.planned[0].before != glance(view):
            self.planned = list(self.player.turn(view, budget))
            self.cut_short |= self.planned[0].cut_short
        code = self.planned.pop(0).code
        return next(move for move in moves if move.code == code)


def has_greedy(game: Game) -> bool:
    return type(game).greedy is not Game.greedy


def check_name(name: str) -> None:
    if name not in BOTS:
        guests = f"every level also as a guest, e.g. level3-gardener: {listing(CHARACTERS)}"
        raise BadSetup(f"unknown bot {name!r}{nearest(name, BOTS)}; there are: {listing(PLAIN)}; {guests}")


def bot(name: str, seed: int, players: int) -> Bot:
    """A bot by name, e.g. "greedy"."""
    check_name(name)
    return BOTS[name](seed, players)


def ask(player: Bot, view: View, budget: Budget) -> Move:
    """Let a bot choose from a view. Anything else than a View, or an illegal answer, is refused."""
    if type(view) is not View:
        raise TypeError(f"a bot is asked with a View, not with {type(view).__name__}")
    moves = view.moves()
    move = player.choose(view, moves, budget)
    if move not in moves:
        raise ValueError(f"{type(player).__name__} chose {move!r}, which is not one of its moves")
    return move
