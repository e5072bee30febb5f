"""Players that are not people. A bot gets a View, its moves and a budget: it cannot reach the State."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kvartal.engine.game import Game
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup, listing, nearest
from kvartal.engine.source import Seeded
from kvartal.engine.view import View


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move."""

    seconds: float = 1.0
    playouts: int = 1000


class Bot(Protocol):
    """Anything that can choose. The same seed, view and budget of playouts give the same choice."""

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move: ...


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


BOTS: dict[str, Callable[[int, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def has_greedy(game: Game) -> bool:
    return type(game).greedy is not Game.greedy


def check_name(name: str) -> None:
    if name not in BOTS:
        raise BadSetup(f"unknown bot {name!r}{nearest(name, BOTS)}; there are: {listing(BOTS)}")


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
