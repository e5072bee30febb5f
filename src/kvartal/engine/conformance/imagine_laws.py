"""Laws about imagine(): the true probabilities, and no peeking.

What really lies hidden and what is imagined come from the same distribution. So an imagined deal must agree with the
truth about as often as with another imagined deal: more often is a peek. Where there are few enough deals, all worlds
that fit what a seat was told are followed through a game, and imagine() is held against them.
"""

import random
from collections import Counter
from fractions import Fraction
from math import sqrt

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.conformance.secrecy_laws import observers
from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, NOBODY, OVER, UNKNOWN, State
from kvartal.engine.steps import Entry
from kvartal.engine.view import View

MOST_WORLDS = 500  # beyond that a seat's worlds are no longer followed
MOST_DEALS = 60  # of one view, to be held against exact probabilities
ENOUGH = 40  # positions with something hidden, before anything is said about frequencies
TOO_OFTEN = 0.15  # agreement with the truth above agreement among deals


class Worlds:
    """Every world that fits what one seat was told, with its probability, from a known beginning on.

    A rival who could have made several moves that read alike is taken to choose blindly among the pieces they can be
    made with (`Game.pieces`). Where the worlds differ in how many there are, probabilities would be guesses about a
    person: then `exact` turns False, and only what is possible counts.
    """

    def __init__(self, setup: Setup, seat: int | None, state: State | None = None) -> None:
        self.setup = setup
        self.seat = seat
        self.exact = True
        begin = (state or setup.start()).copy()
        self.worlds: dict[bytes, tuple[State, Fraction]] = {begin.encode(): (begin, Fraction(1))}

    def follow(self, entry: Entry, after: State) -> None:
        """A step was made in the real world, which is now `after`: keep the worlds that look the same."""
        looks = View.of(self.setup, after, self.seat).encode()
        following: dict[bytes, tuple[State, Fraction]] = {}
        widths: set[int] = set()
        for world, probability in self.worlds.values():
            if entry.seat == NOBODY:
                steps = self._draws(world, entry)
            else:
                pieces = self._moves(world, entry)
                total = sum(number for _, number in pieces)
                widths |= {total} - {0}
                steps = [(code, Fraction(number, total)) for code, number in pieces]
            for code, share in steps:
                other = world.copy()
                other.happen(code) if entry.seat == NOBODY else other.play(entry.seat, code)
                if View.of(self.setup, other, self.seat).encode() == looks:
                    name = other.encode()
                    so_far = following[name][1] if name in following else Fraction(0)
                    following[name] = (other, so_far + probability * share)
            if len(following) > MOST_WORLDS:
                break
        self.exact = self.exact and len(widths) < 2
        self.worlds = following

    def _draws(self, world: State, entry: Entry) -> list[tuple[int, Fraction]]:
        if world.turn() != CHANCE or world.stream() != entry.stream:
            return []
        weighed = world.chances(self.setup.tables.widest)
        total = sum(weight for _, weight in weighed)
        chances = [(code, Fraction(weight, total)) for code, weight in weighed]
        stream = self.setup.streams[entry.stream]
        hidden = stream.private and stream.owner != self.seat
        return [(code, share) for code, share in chances if hidden or code == entry.code]

    def _moves(self, world: State, entry: Entry) -> list[tuple[int, int]]:
        """The moves that read like this one, and with how many pieces each can be made."""
        if world.turn() < 0 or not world.owes(entry.seat):
            return []
        seen = self.setup.seen_notation
        codes = world.moves(entry.seat, len(seen))
        if entry.seat == self.seat:
            codes = [code for code in codes if code == entry.code]
        else:
            codes = [code for code in codes if seen[code] == seen[entry.code]]
        return [(code, self.setup.game.pieces(self.setup, world, entry.seat, code)) for code in codes]

    def wrong_deals(self, view: View, seed: int = 1, samples_each: int = 40) -> list[str]:
        """Does imagine() give each of these worlds its probability? What is wrong, in words."""
        total = sum(weight for _, weight in self.worlds.values())
        few = self.exact and len(self.worlds) <= MOST_DEALS
        samples = samples_each * len(self.worlds) if few else 4
        rng = random.Random(seed)
        counts = Counter(view.imagine(rng).encode() for _ in range(samples))
        strange = sum(counts[deal] for deal in counts if deal not in self.worlds)
        wrong = [f"{strange} of {samples} imagined deals cannot be"] if strange else []
        for deal, (_, weight) in self.worlds.items() if few else ():
            mean = float(samples * weight / total)
            if abs(counts[deal] - mean) > 6 * sqrt(mean) + 2:
                wrong.append(f"a deal that should come {mean:.0f} times in {samples} came {counts[deal]} times")
        return wrong

    def hidden_certainties(self, view: View) -> list[str]:
        """What lies in a place in all these worlds follows from what the seat was told: is it shown?

        Places, not the counts of a zone (a field with labels): a hidden hand may be hidden as a whole.
        """
        known = list(view.known.cells)
        hidden = [cell for cell in range(len(known)) if known[cell] == UNKNOWN]
        worlds = [world.cells for world, _ in self.worlds.values()] if hidden else []
        certain = {cell for cell in hidden if len({world[cell] for world in worlds}) == 1}
        return [
            f"{name} is certainly {worlds[0][cell]}, but not shown"
            for name, field, base in (self.setup.layout.placed() if certain else ())
            for cell in range(base + field.at, base + field.at + field.size)
            if cell in certain and not (field.deducible or field.labels) and field.low > UNKNOWN
        ]


@under("imagine")
def exactly(findings: Findings, setup: Setup, rng: random.Random, steps: int) -> None:
    """One random game through the eyes of one observer, with all the worlds it could be in."""
    seat = rng.choice(observers(setup, rng))
    state, worlds = setup.start(), Worlds(setup, seat)
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    tested = 0
    for findings.step in range(steps):
        turn = state.turn()
        if turn == OVER:
            return
        if turn == CHANCE:
            stream = state.stream()
            entry = Entry(NOBODY, state.pick(source), stream)
            state.happen(entry.code)
        else:
            mover = rng.choice([each for each in range(setup.players) if state.owes(each)])
            entry = Entry(mover, rng.choice(state.moves(mover, len(setup.notation))))
            state.play(*entry[:2])
        worlds.follow(entry, state)
        if len(worlds.worlds) > MOST_WORLDS:
            return
        if state.encode() not in worlds.worlds:
            findings.say("imagine", f"seat {seat} was told what did not happen")
            return
        begun = any(state.unrevealed(each) for each in range(setup.players) if each != seat)
        if state.turn() < 0 or begun:
            continue
        view = View.of(setup, state, seat)
        wrong = worlds.hidden_certainties(view)
        if len(worlds.worlds) > 1 and tested < 4:
            tested += 1
            wrong += worlds.wrong_deals(view)
        for each in wrong:
            findings.say("imagine", f"seat {seat}: {each}")


class Deals:
    """Counts, over whole games, how often imagined deals agree with each other and with the truth."""

    def __init__(self, setup: Setup) -> None:
        self.asked = 0
        self.with_truth = 0
        self.with_each_other = 0
        self.cells: Counter[str] = Counter()  # per field: hidden cells looked at
        self.varied: Counter[str] = Counter()  # per field: hidden cells in which two deals differed
        self.deducible: set[str] = set()
        self.name: list[str] = [""] * setup.layout.size
        for name, field, base in setup.layout.placed():
            for cell in range(base + field.at, base + field.at + field.size):
                self.name[cell] = name.partition("].")[2] or name
            if field.deducible:
                self.deducible.add(name.partition("].")[2] or name)

    def ask(self, findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
        if state.turn() < 0 or any(state.unrevealed(seat) for seat in range(setup.players)):
            return  # a hidden turn has not begun in an imagined state: nothing to compare
        for seat in observers(setup, rng):
            view = View.of(setup, state, seat)
            if view.encode() == state.encode():
                continue
            known, truth = list(view.known.cells), list(state.cells)
            one, two = list(view.imagine(rng).cells), list(view.imagine(rng).cells)
            hidden = [i for i in range(len(known)) if not known[i] == truth[i] == one[i] == two[i]]
            self.asked += 1
            self.with_truth += one == truth
            self.with_each_other += one == two
            for i in hidden:
                self.cells[self.name[i]] += 1
                self.varied[self.name[i]] += one[i] != two[i]
                if self.name[i] in self.deducible and not truth[i] == one[i] == two[i]:
                    findings.say("imagine", f"{self.name[i]} can be deduced, but a deal gives {one[i]} for {truth[i]}")

    ask.law = "imagine"  # type: ignore[attr-defined]


@under("imagine")
def verdict(findings: Findings, deals: Deals) -> None:
    if deals.asked >= ENOUGH and deals.with_truth - deals.with_each_other > TOO_OFTEN * deals.asked:
        findings.say(
            "imagine",
            f"of {deals.asked} deals {deals.with_truth} were the truth, but only {deals.with_each_other} the same as "
            "another deal: imagine() peeks",
        )
    for field, cells in deals.cells.items():
        if cells >= ENOUGH and not deals.varied[field] and field not in deals.deducible:
            findings.say("imagine", f"{field} is hidden, but every deal of it is the same")
