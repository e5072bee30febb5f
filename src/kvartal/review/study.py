"""Studies: what if? Branches off the main line of a match, and notes, as a tree that can be kept.

    main line  ●──●──●──●──●──●          branch 0: the record, which never changes
                     └──●──●──●          branch 1, from moment 2 of branch 0
                           └──●──●       branch 2, from moment 4 of branch 1

A moment is a branch and the number of steps from the beginning of the match to it. Chance in a branch comes from the
deal of the match only where the study has no seed of its own; whoever makes a study decides that.
"""

import json
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from kvartal.engine.deal import SeededDeal
from kvartal.engine.log import Step
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.engine.state import CHANCE
from kvartal.engine.steps import Entry
from kvartal.engine.view import View

MAIN = 0
MOST_BRANCHES = 100
MOST_STEPS = 5_000  # of all branches together
MOST_NOTES = 200
LONGEST_NOTE = 2_000
LONGEST_NAME = 80
LARGEST = 256 * 1024  # bytes of branches and notes
MOST_REPLAYED = 100_000  # steps before the branches of a tree that somebody brings along, all of them together
FORMAT = "kvartal study 1"

Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class BadStudy(ValueError):
    """What cannot be done with a study, in a sentence; nothing has changed."""


class Moment(NamedTuple):
    """Where one is: in which branch, after how many steps of the whole match."""

    branch: int
    number: int


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    """Steps, as a record writes them, that lead away from moment `at` of another branch."""

    parent: Number
    at: Number
    steps: list[Annotated[str, Meta(max_length=300)]]
    name: str = ""


class Note(msgspec.Struct, forbid_unknown_fields=True):
    branch: Number
    number: Number
    text: str


class Tree(msgspec.Struct, forbid_unknown_fields=True):
    """All that is added to a match. A number that a branch had is not given to another: links lead to it."""

    branches: dict[int, Branch] = {}
    notes: list[Note] = []
    next: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


@dataclass
class Study:
    """`seed`: what chance brings in branches follows from it; None: from the deal of the match itself."""

    main: Match
    tree: Tree
    seed: int | None

    # Where we are -----------------------------------------------------------------------------------------------------

    def length(self, branch: int) -> int:
        """The number of the last moment of a branch."""
        if branch == MAIN:
            return len(self.main)
        found = self._branch(branch)
        return found.at + len(found.steps)

    def at(self, moment: Moment) -> Match:
        """The match at a moment, as one of its own; what is drawn from there on comes from the chance of the study."""
        branch, number = self.home(moment)
        match = self._played(branch, number)
        match.deal = self.main.deal if self.seed is None else SeededDeal(self.seed)
        return match

    def home(self, moment: Moment) -> Moment:
        """The same moment in the branch that it belongs to: where a branch begins it is still its parent's."""
        branch, number = moment
        last = self.length(branch)
        if not 0 <= number <= last:
            raise BadStudy(f"moments of this branch are 0 to {last}, not {number}")
        while branch != MAIN and number <= self.tree.branches[branch].at:
            branch = self.tree.branches[branch].parent
        return Moment(branch, number)

    def line(self, branch: int) -> Match:
        """The match up to the end of a branch."""
        return self._played(branch, self.length(branch))

    def _branch(self, branch: int) -> Branch:
        found = self.tree.branches.get(branch)
        if found is None:
            raise BadStudy(f"this study has no branch {branch}")
        return found

    def _played(self, branch: int, number: int) -> Match:
        stretches: list[tuple[Branch, int]] = []  # each with the moment up to which it is followed
        while branch != MAIN:
            found = self._branch(branch)
            stretches.append((found, number))
            branch, number = found.parent, found.at
        match = self.main.at(number)
        for found, until in reversed(stretches):
            for text in found.steps[: until - found.at]:
                match.append(entry_of(match, text))
        return match

    # Playing on -------------------------------------------------------------------------------------------------------

    def play(self, moment: Moment, seat: int, move: str, lang: str = "en") -> Moment:
        """Make a move there. What was played there before is followed; anything else is a branch, or prolongs one."""
        branch, number = self.home(moment)
        match = self.at(Moment(branch, number))
        if match.state.turn() == CHANCE:
            raise BadStudy("cards are drawn at this moment; a branch begins where somebody is to move")
        made = match.play(seat, move, lang)
        first = str(Step(seat, str(made)))
        for way in (branch, *self.ways_from(Moment(branch, number))):
            if self._next(way, number) == first:
                return Moment(way, self._after(way, number + 1))
        steps = [str(match.named(entry)) for entry in match.entries[number:]]
        if sum(len(each.steps) for each in self.tree.branches.values()) + len(steps) > MOST_STEPS:
            raise BadStudy(f"a study holds at most {MOST_STEPS} steps; drop a branch, or begin another study")
        if branch != MAIN and number == self.length(branch):
            self.tree.branches[branch].steps.extend(steps)
            return Moment(branch, number + len(steps))
        if len(self.tree.branches) >= MOST_BRANCHES:
            raise BadStudy(f"a study holds at most {MOST_BRANCHES} branches; drop one, or begin another study")
        mine = self.tree.next
        self.tree.next += 1
        self.tree.branches[mine] = Branch(branch, number, steps)
        return Moment(mine, number + len(steps))

    def ways_from(self, moment: Moment) -> list[int]:
        """The branches that lead away from a moment."""
        branch, number = self.home(moment)
        return [n for n, each in self.tree.branches.items() if (each.parent, each.at) == (branch, number)]

    def _next(self, branch: int, number: int) -> str:
        """The step that a branch makes after a moment; "" at its end."""
        if branch == MAIN:
            return str(self.main.named(number)) if number < len(self.main) else ""
        found = self.tree.branches[branch]
        return found.steps[number - found.at] if found.at <= number < self.length(branch) else ""

    def _after(self, branch: int, number: int) -> int:
        """The first moment from `number` on at which nothing is drawn any more."""
        while self._next(branch, number).startswith("*"):
            number += 1
        return number

    # What people write ------------------------------------------------------------------------------------------------

    def note(self, moment: Moment, text: str) -> None:
        """What there is to say about a moment; "" takes it away."""
        home, text = self.home(moment), text.strip()
        if len(text) > LONGEST_NOTE:
            raise BadStudy(f"a note has at most {LONGEST_NOTE} characters; this one has {len(text)}")
        others = [each for each in self.tree.notes if (each.branch, each.number) != home]
        if text and len(others) >= MOST_NOTES:
            raise BadStudy(f"a study holds at most {MOST_NOTES} notes; take one away first")
        self.tree.notes = [*others, *([Note(*home, text)] if text else [])]

    def noted(self, moment: Moment) -> str:
        home = self.home(moment)
        return next((each.text for each in self.tree.notes if (each.branch, each.number) == home), "")

    def name(self, branch: int, name: str) -> None:
        if branch == MAIN:
            raise BadStudy("the main line has no name of its own; name the study")
        self._branch(branch).name = checked_name(name)

    def drop(self, branch: int) -> None:
        """A branch goes, with all that leads away from it and what was noted there."""
        if branch == MAIN:
            raise BadStudy("the main line stays; delete the study instead")
        self._branch(branch)
        gone = {branch}
        for number, each in sorted(self.tree.branches.items()):  # a branch is younger than its parent
            if each.parent in gone:
                gone.add(number)
        for number in gone:
            del self.tree.branches[number]
        self.tree.notes = [each for each in self.tree.notes if each.branch not in gone]


# Text forms -----------------------------------------------------------------------------------------------------------


class File(msgspec.Struct, forbid_unknown_fields=True):
    """A study as a file: the record of its main line, and the tree. No seed: who reads it plays on with another."""

    format: str
    title: str
    record: str
    tree: Tree
    sketch: bool = False


_file: msgspec.json.Decoder[File] = msgspec.json.Decoder(File)


def as_file(title: str, record: str, tree: Tree, sketch: bool) -> str:
    found = msgspec.to_builtins(File(FORMAT, title, record, tree, sketch), str_keys=True)
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def read_file(text: str) -> File:
    """What a file says, not yet checked against the rules: `checked` does that."""
    try:
        found = _file.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadStudy(f"this is not the file of a study: {error}"[:300]) from None
    if found.format != FORMAT:
        raise BadStudy(f"a file of a study says {FORMAT!r}, not {found.format[:40]!r}")
    return found


def encoded(tree: Tree) -> bytes:
    """As it is stored."""
    body = msgspec.json.encode(tree)
    if len(body) > LARGEST:
        raise BadStudy(f"the branches and notes of a study take at most {LARGEST} bytes; these take {len(body)}")
    return body


def checked(study: Study) -> Study:
    """A study that somebody has brought along: every branch is played through, and every bound holds."""
    tree = study.tree
    if len(tree.branches) > MOST_BRANCHES:
        raise BadStudy(f"a study holds at most {MOST_BRANCHES} branches; drop one, or begin another study")
    if sum(len(each.steps) for each in tree.branches.values()) > MOST_STEPS:
        raise BadStudy(f"a study holds at most {MOST_STEPS} steps; drop a branch, or begin another study")
    replayed = sum(each.at for each in tree.branches.values())
    if replayed > MOST_REPLAYED:
        raise BadStudy(
            f"to check these branches takes {replayed} steps before they begin, and at most {MOST_REPLAYED} are made; "
            "drop some of them"
        )
    encoded(tree)
    for number, each in sorted(tree.branches.items()):
        known = each.parent == MAIN or each.parent in tree.branches
        if number < 1 or number >= tree.next or not known or each.parent >= number or not each.steps:
            raise BadStudy(f"branch {number} leads away from nowhere, or to nowhere")
        begins = 0 if each.parent == MAIN else tree.branches[each.parent].at
        if not begins < each.at + (each.parent == MAIN) or each.at > study.length(each.parent):
            raise BadStudy(f"branch {number} leads away from nowhere, or to nowhere")
        each.name = checked_name(each.name)
        try:
            match = study._played(each.parent, each.at)  # anew for each: kept matches of many seats fill the memory
            for text in each.steps:
                match.append(entry_of(match, text))
        except (RefusedMove, BadSetup) as error:
            raise BadStudy(f"branch {number}: {error}"[:300]) from None
    notes, tree.notes = tree.notes, []
    for note in notes:
        study.note(Moment(note.branch, note.number), note.text)
    return study


def checked_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadStudy(f"a name has at most {LONGEST_NAME} printable characters")
    return name


def entry_of(match: Match, text: str) -> Entry:
    """A step as a record writes it, ready for `append`."""
    if text.startswith("* "):
        stream, _, outcome = text[2:].partition(" = ")
        return match.drawn(outcome, stream)
    seat, _, notation = text.partition(" ")
    if not seat.isascii() or not seat.isdigit() or len(seat) > 3:
        raise BadStudy(f"a step is written `seat move` or `* stream = outcome`, not {text[:40]!r}")
    return Entry(int(seat), match.setup.code(notation))


# Sketches -------------------------------------------------------------------------------------------------------------


def sketched(view: View, seed: int) -> Match:
    """A match that goes on from what a seat knows: all that it cannot know is a guess, which follows from the seed. The
    view is all that it is made from."""
    return Match(view.setup, SeededDeal(seed), view.names or None, view.imagine(seed))


def told(study: Study, branch: int) -> dict[str, Any]:
    """A branch for whoever draws the tree."""
    found = study.tree.branches[branch]
    return {"id": branch, "parent": found.parent, "at": found.at, "name": found.name, "last": study.length(branch)}
