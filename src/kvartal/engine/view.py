"""View: what one seat, or a spectator, may know. All that a bot, a page or a wire message is ever made from."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kvartal.engine.bar import Bar
from kvartal.engine.board import HEIGHT, WIDTH
from kvartal.engine.game import Setup
from kvartal.engine.move import Move, code_of
from kvartal.engine.reasons import Reason, one_turn
from kvartal.engine.rule import ENGINE_RULES, Advice, Refusal, RefusedMove, Rule
from kvartal.engine.score import Score, SheetScore
from kvartal.engine.source import Seeded, Source
from kvartal.engine.state import LEGAL, NOBODY, OVER, State
from kvartal.engine.words import Words

if TYPE_CHECKING:
    from kvartal.engine.svg import Drawing


class View:
    """Built by the game from what the seat may know. `known` is that knowledge as cells, with the rest unknown."""

    __slots__ = ("known", "names", "seat", "setup")

    def __init__(self, setup: Setup, seat: int | None, known: State, names: Sequence[str] = ()) -> None:
        self.setup = setup
        self.seat = seat
        self.known = known
        self.names = tuple(names)  # of the people at the table, for boards and logs

    @classmethod
    def of(cls, setup: Setup, state: State, seat: int | None, names: Sequence[str] = ()) -> "View":
        return cls(setup, seat, state.known(NOBODY if seat is None else seat), names)

    @classmethod
    def truth(cls, setup: Setup, state: State, names: Sequence[str] = ()) -> "View":
        """Everything, as nobody saw it: for a match that is over and keeps no secret any more."""
        return cls(setup, None, state.copy(), names)

    def words(self, lang: str) -> Words:
        return self.setup.game.words(lang).at_table(self.names)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a move."""
        return self.known.owing(self.setup.players)

    @property
    def over(self) -> bool:
        return self.known.turn() == OVER

    def moves(self) -> list[Move]:
        """What this seat can do now."""
        return [] if self.seat is None else [Move(self.setup, self.seat, code) for code in self.codes()]

    def codes(self) -> list[int]:
        """The same as plain numbers: drawings ask for them all the time."""
        if self.seat is None or self.seat not in self.waiting:
            return []
        return self.known.moves(self.seat, len(self.setup.notation))

    def why(self, move: str | Move | int) -> Rule | None:
        """The rule that forbids a move to this seat now, or None."""
        try:
            code = code_of(self.setup, move)
        except RefusedMove as refused:
            return refused.rule
        if self.seat is None or self.seat not in self.waiting:
            return ENGINE_RULES["engine.move.over" if self.over else "engine.move.waiting"]
        number = self.known.refusal(self.seat, code)
        return None if number == LEGAL else self.setup.game.rules[number]

    def refusal(self, move: str | Move | int, lang: str = "en") -> Refusal | None:
        """Why this seat cannot make a move now, in a sentence, and what it could do instead; None if it can."""
        try:
            code = code_of(self.setup, move)
        except RefusedMove as refused:
            return Refusal(refused.rule, refused.message)
        rule, words = self.why(code), self.words(lang)
        if rule is None or self.seat is None or rule.id in ENGINE_RULES:
            return None if rule is None else Refusal(rule, rule.said(words))
        said = self.setup.game.explain(self, code, rule, words)
        advice = said if isinstance(said, Advice) else Advice(said)
        return Refusal(rule, advice.text, tuple(Move(self.setup, self.seat, each) for each in advice.instead))

    def reasons(self, moves: str | Move | int | Sequence[str | Move | int], lang: str = "en") -> list[Reason]:
        """What a move, or a turn of several, would be good for. The first has to be legal now; of the others those
        count that belong to the same turn."""
        several = [moves] if isinstance(moves, str | Move | int) else moves
        codes = [code_of(self.setup, each) for each in several]
        if not codes:
            raise ValueError("a turn has at least one move")
        refusal = self.refusal(codes[0], lang)
        if refusal is not None:
            raise RefusedMove(refusal.rule, refusal.text, refusal.instead)
        return list(self.setup.game.reasons(self, one_turn(self, codes), self.words(lang)))

    def imagine(self, rng: Source | random.Random | int = 0) -> State:
        """A whole state consistent with this view: the unknown dealt at random, each deal with its probability."""
        if isinstance(rng, random.Random):
            rng = rng.getrandbits(62)
        if isinstance(rng, int):
            rng = Seeded(rng, self.setup.tables.streams, self.setup.tables.widest)
        return self.known.imagine(NOBODY if self.seat is None else self.seat, rng)

    def facts(self) -> dict[str, Any]:
        """Everything this view knows, readable, ready for JSON; null where it may not be known."""
        return {
            "game": self.setup.game.key,
            "seat": self.seat,
            "waiting": list(self.waiting),
            "over": self.over,
            "moves": [str(move) for move in self.moves()],
            "notes": self.notes(),
            "table": self.setup.layout.write(list(self.known.cells)),
        }

    def notes(self, lang: str = "en") -> list[str]:
        """What the rules conclude from this view, in words."""
        return self.setup.game.notes(self, self.words(lang))

    def encode(self) -> bytes:
        """The same knowledge as bytes: equal views have equal bytes."""
        return self.known.encode()

    def scores(self, lang: str = "en") -> list[Score]:
        """The scores as far as this seat can work them out: of every seat, then of those who have none."""
        seats = [self.score(seat, lang) for seat in range(self.setup.players)]
        return seats + [Score(NOBODY, rival.score.lines, rival.name) for rival in self.rivals(lang)]

    def score(self, seat: int, lang: str = "en") -> Score:
        game = self.setup.game
        return Score(seat, tuple(game.score_lines(self.setup, self.known, seat, game.words(lang))))

    def rivals(self, lang: str = "en") -> list[SheetScore]:
        """The score sheets of those who have no seat, such as a rival made of cards, each with its name."""
        return self.setup.game.rivals(self, self.words(lang))

    def text(self, lang: str = "en") -> str:
        return self.setup.game.text(self, self.words(lang))

    def told(self, lang: str = "en") -> Sequence[tuple[str, Sequence[str]]]:
        """The board in words: headings and what is under them."""
        return self.setup.game.told(self, self.words(lang))

    def bar(self, lang: str = "en") -> Bar:
        """The moment apart from the board: headline, sentence, and the moves to press."""
        return self.setup.game.bar(self, self.words(lang))

    def draw(self, lang: str = "en", width: int = WIDTH, height: int = HEIGHT) -> str:
        """The board as SVG: 1280 × 800 is a desk, 360 × 740 a phone."""
        return str(self.drawing(lang, width, height))

    def drawing(self, lang: str = "en", width: int = WIDTH, height: int = HEIGHT) -> "str | Drawing":
        """The same, in parts if the game draws it so."""
        return self.setup.game.draw(self, self.words(lang), width=width, height=height)

    def _repr_svg_(self) -> str:
        return self.draw()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self.encode() == other.encode()

    def __hash__(self) -> int:
        return hash((self.seat, self.encode()))

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {self.setup.game.key} for {who}>"
