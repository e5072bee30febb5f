"""Is a program a bot as docs/bot-protocol.md describes it? Every promise is tried; a broken one gets a sentence."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from kvartal.bots import Budget, RandomBot, Seated, ask, protocol
from kvartal.bots.program import Command, Program
from kvartal.bots.protocol import Hello
from kvartal.bots.running import Limits, Listener, ProgramFailed, Running, ending
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, listing, nearest, shown
from kvartal.games import shelf

OK, NOTE, WRONG = "ok", "note", "wrong"
SEED = 1
QUESTIONS, STEPS = 40, 2000  # of a short game: then it has been seen enough
FEW = 3  # questions after a line that nobody knows
PLAYOUTS = 100
STRANGE = ("weather sunny", 'tomorrow {"words": ["of", "a", "later", "version"]}')


@dataclass(frozen=True)
class Check:
    """One promise: kept, broken, or kept with something to know about."""

    what: str
    result: str
    text: str


@dataclass(frozen=True)
class Short:
    """A short game: what was answered, how slowly, and what was wrong with remarks."""

    answers: list[str]
    slowest: float
    remarks: list[str]


class Checking:
    """One program under examination."""

    def __init__(
        self, command: Command, seconds: float, limits: Limits | None = None, listener: Listener | None = None
    ) -> None:
        self.command, self.limits, self.listener = command, limits or Limits(), listener
        self.budget = Budget(seconds, PLAYOUTS)
        self.hello = Hello()
        self.running: Running | None = None

    def checks(self, games: Sequence[Game], named: bool) -> Iterator[Check]:
        """Everything, in the order in which an author meets it. `named`: these games were asked for."""
        try:
            self.hello = self.start().hello
        except (ProgramFailed, BadSetup) as failed:
            yield Check("hello", WRONG, str(failed))
            return
        yield Check("hello", OK, introduction(self.hello))
        if not self.hello.name:
            yield Check("hello", NOTE, "it has no name; say name and how it is called before ready")
        for key in self.hello.plays:
            if key not in shelf():
                yield Check("plays", NOTE, f"it plays {shown(key)}, which is not on this shelf{nearest(key, shelf())}")
        played = [game for game in games if not self.hello.plays or game.key in self.hello.plays]
        if named and len(played) < len(games):
            others = [game.key for game in games if game not in played]
            yield Check("plays", WRONG, f"{listing(others)}: it says that it plays {listing(self.hello.plays)} only")
        elif not played:
            yield Check(
                "plays", WRONG, f"it plays {listing(self.hello.plays)}; there are: {listing(g.key for g in games)}"
            )
        try:
            sound = []  # games in which it did nothing wrong: what goes wrong later has another cause
            for game in played:
                found = list(self.game(game))
                yield from found
                sound += [game] * (found[0].result == OK)
            for game in sound[:1]:
                yield from self.strange_lines(game)
            yield from self.leaving()
        finally:
            if self.running is not None:
                self.running.close()

    def start(self) -> Running:
        """The process under examination; a new one if the last one has failed."""
        if self.running is None or not self.running.alive:
            self.running = self.command.start(self.limits, self.listener)
            options = self.running.hello.options.values()
            chosen = dict(self.command.options)
            usual = [(each.name, each.write(each.default)) for each in options if each.name not in chosen]
            self.running.say(protocol.settings(usual))
        return self.running

    def attempt(self, what: str, tried: Callable[[], Iterator[Check]], wrong: str = "") -> Iterator[Check]:
        """Its checks; if the program fails, that is the answer."""
        try:
            yield from tried()
        except (ProgramFailed, BadSetup) as failed:
            yield Check(what, WRONG, f"{failed}{wrong}")

    def game(self, game: Game) -> Iterator[Check]:
        """The same short game twice in the same process."""

        def tried() -> Iterator[Check]:
            setup = game.set_up(None)
            first, again = self.play(setup, QUESTIONS), self.play(setup, QUESTIONS)
            asked = (
                f"{len(first.answers)} questions, the slowest answer {1000 * max(first.slowest, again.slowest):.0f} ms"
            )
            yield Check(game.key, OK, f"two games with {setup.players} players, {asked}")
            if first.slowest > self.budget.seconds:
                yield Check(
                    game.key, NOTE, f"an answer took {first.slowest:.1f} s; the budget was {self.budget.seconds:g} s"
                )
            if first.answers != again.answers:
                one, two = next(
                    pair for pair in zip([*first.answers, ""], [*again.answers, ""], strict=False) if pair[0] != pair[1]
                )
                told = f"asked the same again in a new game, it answered {two!r} instead of {one!r}"
                yield Check(game.key, NOTE, f"{told}: simulate and arena cannot repeat its games by their seed")
            for remark in (first.remarks + again.remarks)[:1]:
                yield Check("info", WRONG, f"{self.command.title} {remark}")

        return self.attempt(game.key, tried)

    def strange_lines(self, game: Game) -> Iterator[Check]:
        def tried() -> Iterator[Check]:
            self.start().say(STRANGE)
            self.play(game.set_up(None), FEW)
            yield Check("unknown lines", OK, "passed over, as a later version of the protocol needs it")

        return self.attempt(
            "unknown lines", tried, f" (after {STRANGE[0]!r}, which nobody knows: pass over such a line)"
        )

    def leaving(self) -> Iterator[Check]:
        """`quit`; and without a word, as when Kvartal itself has ended."""

        def quit_() -> Iterator[Check]:
            self.start().check_silence()
            yield self.left("quit", self.start().close(), "quit")

        def input_ends() -> Iterator[Check]:
            yield self.left("end of input", self.start().close(said=True), "the end of its input")

        yield from self.attempt("quit", quit_)
        yield from self.attempt("end of input", input_ends)

    def left(self, what: str, code: int | None, after: str) -> Check:
        if code is None:
            return Check(what, WRONG, f"still there {self.limits.grace:g} s after {after}; it has to end by itself")
        if code:
            return Check(what, WRONG, f"ended with {ending(code)} after {after}; 0 would be right")
        return Check(what, OK, "ended by itself")

    def play(self, setup: Setup, questions: int) -> Short:
        """A short game on the last seat, against rivals who play at random."""
        running = self.start()
        match = Match(setup, SeededDeal(SEED))
        seat = setup.players - 1
        program = Program(self.command, SEED, running)
        seated, rivals = Seated(program), RandomBot(SEED, setup.players)
        answers: list[str] = []
        slowest, remarks = 0.0, []
        for _ in range(STEPS):
            if match.over or program.asked == questions:
                break
            mover = match.waiting[0]
            if mover != seat:
                match.play(mover, ask(rivals, match.view(mover), self.budget))
                continue
            before, began = program.asked, monotonic()
            move = ask(seated, match.view(seat), self.budget)
            if program.asked > before:
                slowest = max(slowest, monotonic() - began)
                remarks += program.passed_over
                planned = [setup.notation[click.code] for click in seated.planned]
                answers.append(f"{protocol.BETWEEN} ".join([str(move), *planned]))
            match.play(seat, move)
        running.check_silence()
        return Short(answers, slowest, remarks)


def introduction(hello: Hello) -> str:
    """How it has introduced itself, in a line."""
    by = f" by {hello.author}" if hello.author else ""
    plays = listing(hello.plays) or "every game"
    options = [f"{each.name} ({each.domain()}; {each.write(each.default)})" for each in hello.options.values()]
    return f"{hello.name or 'without a name'}{by}; plays {plays}; options: {listing(options) or 'none'}"
