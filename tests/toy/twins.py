"""Broken twins of Toy Town: each has one mistake of a kind that real games make. The laws must find every one."""

from collections.abc import Sequence
from dataclasses import replace

from kvartal.engine.bar import Bar, Button, Tab
from kvartal.engine.coach import HINT, Lesson, Mark, first_of
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Said, Setup
from kvartal.engine.match import Match
from kvartal.engine.native import i64, vec
from kvartal.engine.picture import Drawn, RulePicture
from kvartal.engine.reasons import Reason
from kvartal.engine.rule import Advice, Rule
from kvartal.engine.score import Line, SheetReport, TappedSheet
from kvartal.engine.source import Source
from kvartal.engine.state import LEGAL, State
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal_toy.game import ToyTown
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import PLANS, ToyState, ToyTables


class LeakingHand(ToyState):
    """A view that forgets to hide one zone."""

    def known(self, seat: int) -> ToyState:
        view = super().known(seat)
        for owner in self.seats():
            hand = self.at(owner) + at.HAND
            view.cells[hand : hand + PLANS] = self.cells[hand : hand + PLANS]
        return view


class LeakingTurn(ToyState):
    """A view that shows what somebody is about to do."""

    def known(self, seat: int) -> ToyState:
        view = super().known(seat)
        for owner in self.seats():
            view.cells[self.at(owner) + at.ORDERED] = self.cells[self.at(owner) + at.ORDERED]
        return view


class LeakingNumber(ToyState):
    """A public number from which a secret can be worked out: the counter tells whether the hidden plan was odd."""

    def reveal(self) -> None:
        choices = [self.cells[self.at(seat) + at.CHOICE] - PLANS for seat in self.seats()]
        super().reveal()
        for seat, plan in enumerate(choices):
            self.cells[self.at(seat) + at.LEARNED] += max(plan, 0) % 2


class KeptTruth(ToyState):
    """A view that carries the real state along."""

    def known(self, seat: int) -> ToyState:
        view = super().known(seat)
        view.truth = self  # type: ignore[attr-defined]
        return view


class Peeking(ToyState):
    """An imagine() that knows the truth, through a side door that is not a State."""

    share = 1

    def known(self, seat: int) -> ToyState:
        view = super().known(seat)
        view.notes = tuple(self.cells)  # type: ignore[attr-defined]
        return view

    def imagine(self, seat: int, source: Source) -> ToyState:
        deal = super().imagine(seat, source)
        if not hasattr(self, "notes") or source.below(0, self.share):
            return deal
        for owner in self.seats():
            base = self.at(owner)
            for secret in (*range(at.HAND, at.BUILT), *range(at.SAFE, at.WON)):
                deal.cells[base + secret] = self.notes[base + secret]
            deal.cells[base + at.HAND_SIZE] = sum(deal.cells[base + at.HAND : base + at.DECK])
        return deal


class HalfPeeking(Peeking):
    """Half of the time."""

    share = 2


class NeverDealing(ToyState):
    """An imagine() that always gives the same possible deal."""

    def imagine(self, seat: int, source: Source) -> ToyState:
        class Still:
            def below(self, stream: int, bound: int) -> int:
                return bound - 1

        return super().imagine(seat, Still())  # type: ignore[arg-type]


class CarelessShuffle(ToyState):
    """An imagine() that shuffles wrongly: every deal is possible, but not as likely as it should be."""

    def imagine(self, seat: int, source: Source) -> ToyState:
        class Shy:
            def below(self, stream: int, bound: int) -> int:
                return max(source.below(stream, bound), source.below(stream, bound))

        return super().imagine(seat, Shy())  # type: ignore[arg-type]


class SharedCells(ToyState):
    """A copy that is not one."""

    def copy(self) -> ToyState:
        same = super().copy()
        same.cells = self.cells
        return same


class GossipBar(ToyTown):
    """A headline that knows more than its view."""

    def bar(self, view: View, words: Words) -> Bar:
        return Bar(f"notes: {getattr(view.known, 'notes', '')}")

    state_class = Peeking


class LostCard(ToyState):
    """Plans that vanish: of those who did not take the site."""

    def award(self, built: dict[int, list[int]]) -> None:
        super().award(built)
        for plan in sorted(built)[:-1]:
            for seat in built[plan]:
                self.cells[self.at(seat) + at.BUILT + plan] = 0


class QuickestWins(ToyState):
    """If nobody builds, who was done first takes the site: the order of acting decides."""

    def play(self, seat: int, move: int) -> None:
        if move == at.CONFIRM and not any(self.cells[self.at(each) + at.DONE] for each in self.seats()):
            self.cells[at.WAIT_SEAT] = seat
        super().play(seat, move)

    def award(self, built: dict[int, list[int]]) -> None:
        super().award(built or {0: [self.cells[at.WAIT_SEAT]]})


class SharedDeck(ToyState):
    """Everybody orders with the same stream: who is quicker takes the better plan."""

    def stream(self) -> int:
        return at.SITES_STREAM if self.cells[at.WAIT] == at.A_SITE else at.PLANS_OF


class SilentSpy(ToyState):
    """A look into a safe that could be taken back."""

    def play(self, seat: int, move: int) -> None:
        super().play(seat, move)
        if move >= at.SPY:
            self.cells[self.at(seat) + at.LEARNED] -= 1

    def known(self, seat: int) -> ToyState:
        view = super().known(seat)
        for owner in self.seats():
            if owner != seat:
                view.cells[self.at(owner) + at.LEARNED] = self.cells[self.at(owner) + at.LEARNED]
        return view


class SilentReveal(ToyState):
    """A reveal that the last one to confirm could take back."""

    def reveal(self) -> None:
        before = [self.learned(seat) for seat in self.seats()]
        super().reveal()
        for seat in self.seats():
            self.cells[self.at(seat) + at.LEARNED] = before[seat]


class ForgottenMove(ToyState):
    """A list of moves that leaves one out."""

    def fill_moves(self, seat: int, buffer: "vec[i64]") -> int:
        count = super().fill_moves(seat, buffer)
        return count - 1 if count > 1 else count


class StrangeRefusal(ToyState):
    """A refusal by a rule that does not exist."""

    def refusal(self, seat: int, move: int) -> int:
        number = super().refusal(seat, move)
        return number if number == LEGAL else number + 100


class LoadedDraw(ToyState):
    """A faster pick() that is not quite the same."""

    def pick(self, source: Source) -> int:
        outcomes, weights = vec[i64]([0] * PLANS), vec[i64]([0] * PLANS)
        count = self.fill_chances(outcomes, weights)
        return outcomes[min(source.below(self.stream(), count + 1), count - 1)]


class TwoFirsts(ToyState):
    """Places with a hole."""

    def place(self, seat: int) -> int:
        return super().place(seat) + 1


class SleepyTurn(ToyState):
    """A seat that is waited for although it is done."""

    def owes(self, seat: int) -> bool:
        return self.turn() >= 0


class WrongLine(ToyTown):
    """A score sheet that prints something else than is counted."""

    def score_lines(self, setup: Setup, state: State, seat: int, words: Words) -> list[Line]:
        return [
            Line(line.rule, line.points + (line.points == 8), line.text)
            for line in super().score_lines(setup, state, seat, words)
        ]


class TalkativeLog(ToyTown):
    """A log that says which plan was hidden."""

    def seen_notation(self, tables: ToyTables) -> list[str]:
        return self.notation(tables)


class TwoNames(ToyTown):
    """One name for two moves."""

    def notation(self, tables: ToyTables) -> list[str]:
        return ["build 1" if name == "hide 1" else name for name in super().notation(tables)]


class GossipText(ToyTown):
    """A drawing that knows more than its view."""

    def text(self, view, words):  # type: ignore[no-untyped-def]
        return super().text(view, words) + str(getattr(view.known, "notes", ""))

    state_class = Peeking


class RashDefault(ToyTown):
    """Whose time is up plays a card that may not be there any more."""

    def default(self, view: View) -> int:
        return at.HIDE


class MiscountedHand(ToyTown):
    """What is derived does not follow: one plan is never counted."""

    def derive(self, setup: Setup, cells: list[int]) -> list[int]:
        cells = super().derive(setup, cells)
        hand = at.SEATS + at.HAND_SIZE
        cells[hand] = max(1, cells[hand] - 1)
        return cells


class MeddlingDerive(ToyTown):
    """Working out what follows changes what was typed in."""

    def derive(self, setup: Setup, cells: list[int]) -> list[int]:
        cells = super().derive(setup, cells)
        cells[at.ROUND] = 0
        return cells


class BadAdvice(ToyTown):
    """Tells to do what is not allowed either."""

    def explain(self, view: View, code: int, rule: Rule, words: Words) -> Advice:
        return Advice(rule.said(words), (code,))


class FirstIsNought(ToyState):
    """Places counted from 0."""

    def place(self, seat: int) -> int:
        return super().place(seat) - 1


class EndlessDraw(ToyState):
    """A site that is put back and drawn again for ever."""

    def happen(self, outcome: int) -> None:
        if self.cells[at.WAIT] != at.A_SITE or self.cells[at.ROUND] == 0:
            super().happen(outcome)


class OpenSecrets(ToyState):
    """A game with secrets that leaves known() to the engine."""

    known = State.known  # type: ignore[assignment]


class TornPicture(ToyTown):
    """A board that cannot be drawn in one language for one kind of screen."""

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> str:
        if words.lang == "uk" and width < 600:
            raise KeyError("phone")
        return '<svg xmlns="http://www.w3.org/2000/svg"><g data-move="done"/></svg>'


class OpenTag(ToyTown):
    """A board that no browser can read."""

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> str:
        return "<svg><g></svg>"


class NoSuchMove(ToyTown):
    """A target on the board that is no move."""

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg"><g data-move="dance"/></svg>'


class BrokenText(ToyTown):
    """A text that fails when the game is over."""

    def text(self, view: View, words: Words) -> str:
        return str(1 // (not view.over)) + super().text(view, words)


class LooseLines(ToyTown):
    """A heading with one line instead of a list of lines."""

    def told(self, view: View, words: Words) -> list[tuple[str, str]]:  # type: ignore[override]
        return [(words("Round {n} of {all}: {site}", n=1, all=2, site="—"), "nothing")]


class WordlessOffer(ToyTown):
    """A button without words."""

    def offered(self, view: View, code: int, words: Words) -> str:
        return "" if code == at.CONFIRM else super().offered(view, code, words)


class DeadButton(ToyTown):
    """A button that stays when its move is made."""

    def bar(self, view: View, words: Words) -> Bar:
        return Bar("—", buttons=(Button(at.CONFIRM, "done", "done"),) if view.waiting else ())


class MoodyBar(ToyTown):
    """A bar that is another one each time it is asked for."""

    asked = 0

    def bar(self, view: View, words: Words) -> Bar:
        self.asked += 1
        return Bar(f"asked {self.asked} times")


class LostMove(ToyTown):
    """A move that stands neither on the board nor in the bar."""

    def bar(self, view: View, words: Words) -> Bar:
        return replace(super().bar(view, words), buttons=())


class BlindTab(ToyTown):
    """A tab that leads to nothing."""

    def bar(self, view: View, words: Words) -> Bar:
        return replace(super().bar(view, words), tabs=(Tab("toy-cellar", "Cellar"),))


class BlindPick(ToyTown):
    """A thing to take up that has no place to go to."""

    def bar(self, view: View, words: Words) -> Bar:
        bar = super().bar(view, words)
        picks = [replace(each, moves=tuple((f"{place}s", code) for place, code in each.moves)) for each in bar.picks]
        return replace(bar, picks=tuple(picks))


class NoPlayArea(ToyTown):
    """A board on which nothing says what must be in sight."""

    def draw(self, view: View, words: Words, *, width: int = 1280, height: int = 800) -> str:  # type: ignore[override]
        return str(super().draw(view, words, width=width, height=height)).replace("data-play", "data-plan")


class BrokenStory(ToyTown):
    """A log that fails in one language."""

    def narrate(self, said: Said, before: View, after: View, words: Words) -> list[tuple[Rule | None, str]]:
        told = {"en": "", "uk": ""}[words.lang]
        return [(rule, text + told) for rule, text in super().narrate(said, before, after, words)]


class RashGreedy(ToyTown):
    """A sensible player who builds with a plan that may not be in hand."""

    def greedy(self, view: View) -> int:
        return at.BUILD + PLANS - 1


class BrokenSheet(ToyTown):
    """A sheet that is not as expected is an error instead of a list of what is wrong."""

    def score_sheet(self, text: str, words: Words) -> SheetReport:
        return SheetReport((text.splitlines()[1],))


class BrokenTaps(ToyTown):
    """A picture to tap that fails at the second tap."""

    def tap_sheet(self, text: str, tap: str, words: Words, *, width: int = 1280) -> TappedSheet:
        return TappedSheet(f"{text}.", "<svg><g data-tap='more'/></svg>" if not tap else str(text.index("x")))


class BrokenCover(ToyTown):
    """A box without a picture on it."""

    def cover(self, words: Words) -> str:
        raise FileNotFoundError("cover.png")


class BoastfulReasons(ToyTown):
    """A reason that promises points which come only with the reveal."""

    def reasons(self, view: View, codes: Sequence[int], words: Words) -> list[Reason]:
        return [Reason("toy.score.site", 1, "a site (+1)")]


class VagueReasons(ToyTown):
    """Different reasons in the same words."""

    def reasons(self, view: View, codes: Sequence[int], words: Words) -> list[Reason]:
        return [Reason(view.setup.notation[codes[0]], 1, "a good move")]


def twin(state: type[ToyState]) -> ToyTown:
    """Toy Town with another state."""
    game = ToyTown()
    game.state_class = state
    return game


class Pictured(ToyTown):
    """Toy Town with a picture of the rule that somebody who has chosen nothing is not done."""

    def __init__(self, move: str, wrong: bool, width: float = 100) -> None:
        begun = Match(ToyTown().set_up(2), SeededDeal(1)).to_json()
        self.pictures = (RulePicture("toy.done.early", "A choice.", begun, (), (), move, wrong),)
        self.width = width

    def draw_picture(self, view: View, picture: RulePicture, words: Words) -> Drawn:
        return Drawn(self.width, 10, "")


class Taught(ToyTown):
    """Toy Town with a lesson."""

    def __init__(self, *marks: Mark) -> None:
        self.lessons = (Lesson("first", "First", marks),)


def always(view: View) -> bool:
    return view.seat is not None


def never(view: View) -> bool:
    return view.seat is None


LOOK, READ_ON = Mark("Your builder.", "toy-own", always), Mark("Play on.", HINT, always)
PRESS = Mark("Press it.", "toy-{0}", lambda view: "done" not in legal(view), first_of("build "))


def legal(view: View) -> list[str]:
    return [view.setup.notation[code] for code in view.codes()]


TWINS = {
    "a mark that points at nothing": (Taught(Mark("There.", "toy-nowhere", always), READ_ON), "lessons"),
    "a mark that nobody sees": (Taught(LOOK, Mark("Never.", "toy-own", never), READ_ON), "lessons"),
    "a lesson that leaves one alone": (Taught(LOOK, Mark("Later.", HINT, never)), "lessons"),
    "a mark whose place makes another move": (Taught(replace(PRESS, at="toy-own"), READ_ON), "lessons"),
    "a hand in the view": (twin(LeakingHand), "secrecy"),
    "an unfinished turn in the view": (twin(LeakingTurn), "secrecy"),
    "a public number that tells": (twin(LeakingNumber), "imagine"),
    "the real state behind the view": (twin(KeptTruth), "secrecy"),
    "a log that tells": (TalkativeLog(), "secrecy"),
    "a text that tells": (GossipText(), "secrecy"),
    "points that do not come": (BoastfulReasons(), "reasons"),
    "reasons that sound alike": (VagueReasons(), "reasons"),
    "a headline that tells": (GossipBar(), "secrecy"),
    "a peek": (twin(Peeking), "imagine"),
    "a peek half of the time": (twin(HalfPeeking), "imagine"),
    "the same deal every time": (twin(NeverDealing), "imagine"),
    "a bad shuffle": (twin(CarelessShuffle), "imagine"),
    "shared cells": (twin(SharedCells), "copies"),
    "a lost card": (twin(LostCard), "conservation"),
    "the quickest wins": (twin(QuickestWins), "interleaving"),
    "one stream for all": (twin(SharedDeck), "interleaving"),
    "a look without learning": (twin(SilentSpy), "learned"),
    "a reveal without learning": (twin(SilentReveal), "learned"),
    "a forgotten move": (twin(ForgottenMove), "refusals"),
    "a strange refusal": (twin(StrangeRefusal), "refusals"),
    "bad advice": (BadAdvice(), "refusals"),
    "a loaded draw": (twin(LoadedDraw), "chance"),
    "no first place": (twin(TwoFirsts), "places"),
    "a seat waited for in vain": (twin(SleepyTurn), "turn"),
    "a wrong score line": (WrongLine(), "score"),
    "one name for two moves": (TwoNames(), "notation"),
    "a size that does not follow": (MiscountedHand(), "derived"),
    "a typed field that is changed": (MeddlingDerive(), "derived"),
    "a default that is not always legal": (RashDefault(), "default"),
    "a winner in place 0": (twin(FirstIsNought), "places"),
    "a chance that never ends": (twin(EndlessDraw), "chance"),
    "secrets left to the engine": (twin(OpenSecrets), "secrecy"),
    "a picture of what may be done, shown as wrong": (Pictured("build 1", True), "pictures"),
    "a picture of another rule": (Pictured("build 2", True), "pictures"),
    "a picture of what is forbidden, shown as right": (Pictured("done", False), "pictures"),
    "a picture without room for it": (Pictured("done", True, 1000), "pictures"),
    "a board that cannot be drawn": (TornPicture(), "board"),
    "a board that cannot be read": (OpenTag(), "board"),
    "a target that is no move": (NoSuchMove(), "board"),
    "a text that fails at the end": (BrokenText(), "board"),
    "a line instead of lines": (LooseLines(), "board"),
    "a button without words": (WordlessOffer(), "words"),
    "a button for what cannot be done": (DeadButton(), "bar"),
    "a bar with moods": (MoodyBar(), "bar"),
    "a move that is nowhere": (LostMove(), "bar"),
    "a tab that leads nowhere": (BlindTab(), "bar"),
    "a pick without a place": (BlindPick(), "bar"),
    "a board without a play area": (NoPlayArea(), "board"),
    "a log that fails in one language": (BrokenStory(), "words"),
    "a sensible player who cheats": (RashGreedy(), "greedy"),
    "a sheet that fails": (BrokenSheet(), "sheets"),
    "taps that fail": (BrokenTaps(), "sheets"),
    "a cover that is missing": (BrokenCover(), "board"),
}
