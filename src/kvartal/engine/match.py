"""Match: a game being played. Set-up + moves: play, undo, look back, look as one seat, save."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kvartal.engine.deal import Deal, FairDeal, NotReady, SeededDeal, ToldDeal
from kvartal.engine.fault import EndlessChance
from kvartal.engine.game import Said, Setup
from kvartal.engine.log import LogLine, Step, log, said
from kvartal.engine.move import Move, code_of
from kvartal.engine.option import BadSetup, shown
from kvartal.engine.position import position_json, position_problems
from kvartal.engine.rule import ENGINE_RULES, Refusal, RefusedMove, Rule
from kvartal.engine.score import Outcome, Score
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, LONGEST_DEAL, NOBODY, OVER, State
from kvartal.engine.steps import HIDDEN, Entry, Steps
from kvartal.engine.view import View
from kvartal.engine.words import unnamed

LONGEST_NAME = 60


@dataclass(frozen=True)
class Chance:
    """What a match waits for: a stream and its possible outcomes with their weights."""

    stream: str
    outcomes: dict[str, int]


class Match:
    """The whole truth of one game being played. Hand out views, never the match."""

    def __init__(
        self, setup: Setup, deal: Deal | None = None, names: Sequence[str] | None = None, position: State | None = None
    ) -> None:
        self.setup = setup
        self.deal: Deal = deal if deal is not None else SeededDeal(secrets.randbits(62))
        self.names = checked_names(setup, names)
        self.position = position.copy() if position is not None else None  # where it began, if not at the set-up
        start = position.copy() if position is not None else setup.start()
        self.steps = Steps(start, setup.players, tuple(stream.owner for stream in setup.streams))
        self._source: Source | None = None
        if self.deal.speaks:
            self._draws()  # a deal that is not ready says so now, not at the first card
        self._let_chance_speak()

    # Where we are -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.steps.state

    @property
    def entries(self) -> list[Entry]:
        """Every step so far, draws included."""
        return self.steps.entries

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a move; () when over (or while chance is being told)."""
        return self.state.owing(self.setup.players)

    @property
    def over(self) -> bool:
        return self.state.turn() == OVER

    @property
    def chance(self) -> Chance | None:
        """What is to be told with happen(), if the match waits for chance."""
        if self.state.turn() != CHANCE:
            return None
        stream = self.setup.streams[self.state.stream()]
        return Chance(stream.name, {stream.outcomes[code]: weight for code, weight in self._chances()})

    def view(self, seat: int | None = None) -> View:
        """What a seat may know now; None: a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return View.of(self.setup, self.state, seat, self.names)

    def holds_secrets(self, seat: int) -> bool:
        """Does this seat know now what a spectator may not? What anybody can work out (`deducible`) is no secret."""
        self._check_seat(seat)
        placed = [(base + field.at, field.size) for _, field, base in self.setup.layout.placed() if field.deducible]
        known_to_all = {cell for first, size in placed for cell in range(first, first + size)}
        differing = self.state.known(seat).differing(self.state.known(NOBODY))
        return self.state.unrevealed(seat) or not known_to_all.issuperset(differing)

    def __len__(self) -> int:
        """How many steps have been made, draws included."""
        return len(self.entries)

    # Moves --------------------------------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[Move]:
        """The legal moves of a seat."""
        self._check_seat(seat)
        if self.state.turn() in (CHANCE, OVER) or not self.state.owes(seat):
            return []
        return [Move(self.setup, seat, code) for code in self.state.moves(seat, len(self.setup.notation))]

    def why(self, seat: int, move: "str | Move | int") -> Rule | None:
        """None if the move is legal now, else the rule that forbids it."""
        try:
            return self._rule(seat, code_of(self.setup, move))
        except RefusedMove as refused:
            return refused.rule

    def refusal(self, seat: int, move: "str | Move | int", lang: str = "en") -> Refusal | None:
        """None if the move is legal now, else the rule, the reason in words, and moves that are legal instead."""
        try:
            return self._refusal(seat, code_of(self.setup, move), lang)
        except RefusedMove as refused:
            return Refusal(refused.rule, refused.message)

    def play(self, seat: int, move: "str | Move | int", lang: str = "en") -> Move:
        """Make a move. A refused one changes nothing and raises RefusedMove with the rule and the reason."""
        code = code_of(self.setup, move)
        self._check(seat, code, lang)
        self.steps.add(Entry(seat, code))
        self._let_chance_speak()
        return Move(self.setup, seat, code)

    def happen(self, outcome: str) -> None:
        """Tell a match with a ToldDeal what chance brought."""
        if not isinstance(self.deal, ToldDeal):
            raise BadSetup("this match draws by itself; only a match with chance='told' is told")
        self.append(self.drawn(outcome))

    def drawn(self, outcome: str, stream: str | None = None) -> Entry:
        """The draw that is due, with this outcome, as a step for append()."""
        chance = self.chance
        if chance is None:
            raise BadSetup(f"no draw is due here; seats that owe a move: {list(self.waiting) or 'none'}")
        if stream is not None and stream != chance.stream:
            raise BadSetup(f"a draw of {chance.stream!r} is due here, not of {shown(stream)}")
        if not isinstance(outcome, str) or outcome not in chance.outcomes:
            possible = ", ".join(chance.outcomes)
            raise BadSetup(f"{chance.stream}: {shown(outcome)} is not possible here; it can be: {possible}")
        number = self.state.stream()
        return Entry(NOBODY, self.setup.streams[number].outcomes.index(outcome), number)

    def append(self, entry: Entry) -> None:
        """Add one step that was stored earlier: checked against the rules, nothing drawn."""
        if entry.seat == NOBODY:
            if self.state.turn() != CHANCE or self.state.stream() != entry.stream:
                raise BadSetup("a draw of this stream is not due here")
            if entry.code not in [code for code, _ in self._chances()]:
                raise BadSetup("this outcome is not possible here")
            if self._source is not None:
                self._source.counts[entry.stream] += 1  # drawn elsewhere: the next draw here is the one after it
        else:
            self._check(entry.seat, code_of(self.setup, entry.code), "en")
        self.steps.add(entry)

    def resume(self) -> None:
        """Draw what is due now, e.g. after append() or at(). NotReady says why, where nothing can be drawn here."""
        if self.state.turn() == CHANCE:
            self._draws()
        self._let_chance_speak()

    # Back ---------------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> Move:
        """Take back the seat's last move, or its confirmation. Refused once it has had consequences."""
        rule = self.why_no_undo(seat)
        if rule is not None:
            raise RefusedMove(rule, f"undo: {rule.text}")
        last = self.steps.last_of(seat)
        code = self.entries[last].code
        self.steps.take_out(last)
        return Move(self.setup, seat, code)

    def why_no_undo(self, seat: int, as_seen: bool = False) -> Rule | None:
        """None if the seat can take its last move back now, else the rule that forbids it.

        `as_seen`: as far as the seat can know; that somebody else is in a hidden turn is no reason that it is told.
        """
        self._check_seat(seat)
        last = self.steps.last_of(seat)
        if last < 0:
            return ENGINE_RULES["engine.undo.nothing"]
        if self.over and isinstance(self.deal, FairDeal):  # the end tells everybody the secret
            return ENGINE_RULES["engine.undo.revealed"]
        steps, later = self.steps, list(range(last + 1, len(self.entries)))
        if as_seen:
            later = [number for number in later if steps.told[number] != HIDDEN or steps.owner(number) == seat]
        hidden = self.state.unrevealed(seat)  # then the others cannot have acted on it
        for number in later:
            if self.entries[number].seat == NOBODY and (not hidden or steps.owner(number) in (NOBODY, seat)):
                return ENGINE_RULES["engine.undo.chance"]
        if self.state_at(last).learned(seat) != self.state.learned(seat):
            return ENGINE_RULES["engine.undo.revealed"]
        return ENGINE_RULES["engine.undo.acted"] if later and not hidden else None

    def turn_of(self, seat: int) -> list[int]:
        """The seat's own steps of the turn that is going on, or was the last thing that happened."""
        self._check_seat(seat)
        game, entries = self.setup.game, self.entries
        number = game.turn_number(self.state) if self.setup.players == 1 else -1
        if number < 0:
            return self.steps.turn_of(seat)
        found: list[int] = []
        for step in range(len(entries) - 1, -1, -1):
            if entries[step].seat == seat:
                if game.turn_number(self.state_at(step)) != number:
                    break
                found.insert(0, step)
        return found

    def state_at(self, step: int) -> State:
        """A copy of the state after so many steps."""
        self._check_step(step)
        return self.steps.state_at(step)

    def at(self, step: int) -> "Match":
        """The match as it was after so many steps, as a match of its own: look around, or play on differently.

        Where a draw came next, it waits for resume(), which draws the same card again.
        """
        self._check_step(step)
        earlier = object.__new__(type(self))
        earlier.__dict__.update(self.__dict__, steps=self.steps.until(step), _source=None)
        return earlier

    def copy(self) -> "Match":
        """The match as it stands, as a match of its own: what is played in one is not played in the other."""
        return self.at(len(self))

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """For pickle, between one's own processes: the whole truth, and every step is checked again."""
        steps = [tuple(entry) for entry in self.entries]
        return _played_again, (self.setup, self.deal, self.names, self.position, steps)

    # The end ------------------------------------------------------------------------------------------------------

    def scores(self, lang: str = "en") -> list[Score]:
        """The score sheet of every seat as things stand, then of those who have none (`seat` −1, with a name)."""
        return self._truth().scores(lang)

    def ranking(self) -> list[tuple[int, ...]]:
        """When over: the winners, then the others from first to last; seats that share a place stand together. Where
        nobody has won the first of them is (): a shared win is [(0, 1)], a game that both lost [(), (0, 1)]."""
        if not self.over:
            return []
        winners = self._winners()
        places = {seat: self.state.place(seat) for seat in range(self.setup.players) if seat not in winners}
        order = sorted(set(places.values()), key=lambda place: (place == 0, place))
        return [winners, *(tuple(seat for seat in places if places[seat] == place) for place in order)]

    def outcome(self, lang: str = "en") -> Outcome | None:
        """When over: who won, and why; with the scores of those who have no seat."""
        if not self.over:
            return None
        rule = self.setup.game.rules[self.state.ending()]
        rivals = tuple(self._truth().scores(lang)[self.setup.players :])
        return Outcome(self._winners(), rule, rule.said(self.setup.game.words(lang)), rivals)

    # Telling ------------------------------------------------------------------------------------------------------

    def owner(self, number: int) -> int | None:
        """Whose step it is: the seat that made it or owns its stream, else None."""
        owner = self.steps.owner(number)
        return owner if owner >= 0 else None

    def named(self, step: "Entry | int") -> Step:
        """A step in words, the whole truth: `str` of it is a line of the record. `match.named(0)` is the first one."""
        if not isinstance(step, Entry):
            if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step < len(self):
                raise IndexError(f"{len(self)} steps have been made, numbered from 0, not {shown(step)}")
            step = self.entries[step]
        if step.seat == NOBODY:
            stream = self.setup.streams[step.stream]
            return Step(NOBODY, stream.outcomes[step.code], stream.name)
        return Step(step.seat, self.setup.notation[step.code])

    def said(self, number: int, seat: int | None) -> Said | None:
        """Step `number` as a seat may read it; None while it is somebody's unfinished turn."""
        return said(self.setup, self.steps, number, seat)

    def log(self, seat: int | None = None, lang: str = "en", since: int = 0) -> list[LogLine]:
        """The log as a seat may read it, from its own line number `since` on. It only ever grows at the end: a hidden
        turn is told at the reveal, seat by seat."""
        self._check_step(since)
        if seat is not None:
            self._check_seat(seat)
        return log(self.setup, self.steps, self.names, seat, lang, since)

    def readable(self, seat: int | None = None) -> int:
        """How many steps a seat has been told: the number of its next line of the log."""
        return len(self.steps.reading(NOBODY if seat is None else seat))

    # Text forms ---------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The position, readable; `kvartal.position` reads it back."""
        return position_json(self.setup, self.state)

    def problems(self) -> list[str]:
        """Everything wrong with the position; [] for any that play can reach."""
        return position_problems(self.setup, self.state)

    def save(self, path: str | Path, private: bool = False) -> None:
        """Write the record. An unfinished fair match is written without its secrets, unless `private`."""
        from kvartal.engine.record import Record, write_file

        hide = isinstance(self.deal, FairDeal) and not self.over and not private
        write_file(path, (Record.public(self, None) if hide else Record.of(self)).text())

    def export(self, seat: int | None = None) -> str:
        """The record as it may be handed out: before the end, without the secret and hidden moves."""
        from kvartal.engine.record import Record

        if seat is not None:
            self._check_seat(seat)
        return (Record.of(self) if self.over else Record.public(self, seat)).text()

    # Inside -------------------------------------------------------------------------------------------------------

    def _truth(self) -> View:
        return View.truth(self.setup, self.state, self.names)

    def _winners(self) -> tuple[int, ...]:
        """The seats on the first place, unless the game ended by a rule after which nobody has won."""
        if self.setup.game.rules[self.state.ending()].id in self.setup.game.undecided:
            return ()
        return tuple(seat for seat in range(self.setup.players) if self.state.place(seat) == 1)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.setup.players:
            rule = ENGINE_RULES["engine.move.seat"]
            raise RefusedMove(rule, f"seats are 0 to {self.setup.players - 1}, not {shown(seat)}.")

    def _check_step(self, step: int) -> None:
        if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= len(self.entries):
            raise IndexError(f"this match has steps 0 to {len(self.entries)}, not {shown(step)}")

    def _check(self, seat: int, code: int, lang: str) -> None:
        if self._rule(seat, code) is not None:
            refusal = self._refusal(seat, code, lang)
            assert refusal is not None
            raise RefusedMove(refusal.rule, f"{self.setup.notation[code]}: {refusal.text}", refusal.instead)

    def _rule(self, seat: int, code: int) -> Rule | None:
        self._check_seat(seat)
        turn = self.state.turn()
        if turn == OVER:
            return ENGINE_RULES["engine.move.over"]
        if turn == CHANCE or not self.state.owes(seat):
            return ENGINE_RULES["engine.move.waiting"]
        number = self.state.refusal(seat, code)
        return None if number == LEGAL else self.setup.game.rules[number]

    def _refusal(self, seat: int, code: int, lang: str) -> Refusal | None:
        rule = self._rule(seat, code)
        if rule is None or rule.id not in ENGINE_RULES:
            return None if rule is None else self.view(seat).refusal(code, lang)
        reason = rule.said(self.setup.game.words(lang))
        if self.state.turn() == CHANCE:
            try:
                self._draws()
                reason = f"{reason} A draw is due: resume() makes it."
            except NotReady as silent:
                reason = f"{reason} {silent}."
        return Refusal(rule, reason)

    def _chances(self) -> list[tuple[int, int]]:
        return self.state.chances(self.setup.tables.widest)

    def _draws(self) -> Source:
        """The source, set to where this match is in every stream."""
        if self._source is None:
            self._source = self.deal.source(self.setup)
            for entry in self.entries:
                if entry.seat == NOBODY:
                    self._source.counts[entry.stream] += 1
        return self._source

    def _let_chance_speak(self) -> None:
        draws = 0
        while self.deal.speaks and self.state.turn() == CHANCE:
            if draws == LONGEST_DEAL:
                raise EndlessChance(LONGEST_DEAL)
            stream = self.state.stream()
            self.steps.add(Entry(NOBODY, self.state.pick(self._draws()), stream))
            draws += 1

    def __repr__(self) -> str:
        return f"<match of {self.setup.game.key}, {self.setup.players} players, {len(self.entries)} steps>"


def _played_again(
    setup: Setup, deal: Deal, names: Sequence[str], position: State | None, steps: Sequence[tuple[int, int, int]]
) -> Match:
    """A match that was pickled."""
    match = Match(setup, ToldDeal(), names, position)
    for step in steps:
        match.append(Entry(*step))
    match.deal = deal
    return match


def checked_names(setup: Setup, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(unnamed(seat) for seat in range(setup.players))
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != setup.players:
        raise BadSetup(f"names: a list of {setup.players} names is needed, not {shown(names)}")
    return tuple(checked_name(name) for name in names)


def checked_name(name: str) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadSetup(f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}")
    return name
