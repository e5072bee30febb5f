"""Who sits where: people (`you`, or `you:Olena`) and bots by name."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from kvartal.arena.table import seeds
from kvartal.bots import BOTS, Bot, has_greedy
from kvartal.bots.names import check_bots, maker, title
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.words import unnamed

PERSON = "you"


@dataclass(frozen=True)
class Sitter:
    """One seat: a person, or the bot `bot`."""

    name: str
    bot: str | None = None


def sitters(game: Game, asked: Sequence[str]) -> list[Sitter]:
    """The seats as asked for on the command line."""
    found: list[Sitter] = []
    for seat, who in enumerate(asked):
        kind, _, name = who.partition(":")
        if kind == PERSON:
            found.append(Sitter(name.strip() or unnamed(seat)))
        else:
            check_bots(game, [who])
            called = title(who)
            same = sum(each.bot == who for each in found)
            found.append(Sitter(f"{called} {same + 1}" if same else called, who))
    return found


def sitters_of(match: Match) -> list[Sitter]:
    """The seats of a loaded match: a name that begins like a bot's is that bot."""
    kinds = [name.split()[0] for name in match.names]
    return [Sitter(name, kind if kind in BOTS else None) for name, kind in zip(match.names, kinds, strict=True)]


def usual(game: Game) -> list[str]:
    """You against the best there is (alone, where a game is for one)."""
    rivals = max(game.seats.start, min(2, game.seats.stop - 1)) - 1
    return [PERSON] + ["greedy" if has_greedy(game) else "random"] * rivals


def bots_of(match: Match, seated: Sequence[Sitter]) -> dict[int, Bot]:
    """Seat → bot. They choose by a seed of their own, which follows from the seed of the deal."""
    seed = seeds(match.deal.seed, 0)[1] if isinstance(match.deal, SeededDeal) else secrets.randbits(62)
    players = match.setup.players
    return {seat: maker(each.bot)(seed, players) for seat, each in enumerate(seated) if each.bot}
