"""Studies: branches off a match and notes; the main line stays, chance is where it should be, everything is bounded."""

import random
import weakref

import pytest

import kvartal
from kvartal.engine.deal import FairDeal, SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.record import Record
from kvartal.engine.replay import replay
from kvartal.engine.rule import RefusedMove
from kvartal.engine.steps import Entry
from kvartal.games import games, parse
from kvartal.review import study as studies
from kvartal.review.study import (
    MAIN,
    BadStudy,
    Branch,
    Moment,
    Note,
    Study,
    Tree,
    as_file,
    checked,
    encoded,
    read_file,
    sketched,
)


def played(game: str = "flip", players: int = 2, seed: int = 1, deal: FairDeal | None = None, most: int = 400) -> Match:
    """A match of random moves."""
    rng = random.Random(seed)
    match = kvartal.new(game, players=players, **({"chance": deal} if deal else {"seed": seed}))
    while not match.over and len(match) < most:
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)))
    return match


def other(study: Study, moment: Moment, but: int = 0) -> tuple[int, str]:
    """A move that was not made there."""
    match = study.at(moment)
    seat = match.waiting[0]
    known = {study._next(way, moment.number) for way in (moment.branch, *study.ways_from(moment))}
    moves = [str(move) for move in match.moves(seat) if f"{seat} {move}" not in known]
    return seat, moves[but % len(moves)]


def choices(match: Match, count: int) -> list[int]:
    """Moments at which somebody had so many moves to choose from."""
    numbers = range(len(match))
    return [n for n in numbers if match.at(n).waiting and len(match.at(n).moves(match.at(n).waiting[0])) >= count]


def test_another_move_begins_a_branch_and_the_main_line_stays() -> None:
    main = played()
    before = Record.of(main).text()
    study = Study(main, Tree(), None)
    at = Moment(MAIN, choices(main, 2)[3])
    seat, move = other(study, at)
    there = study.play(at, seat, move)
    assert there.branch == 1
    assert study.tree.branches[1].steps[0] == f"{seat} {move}"
    assert study.at(there).state == played_on(main, at.number, seat, move).state
    assert Record.of(main).text() == before


def played_on(main: Match, number: int, seat: int, move: str) -> Match:
    match = main.at(number)
    match.play(seat, move)
    return match


def test_what_was_played_there_is_followed_and_not_written_again() -> None:
    study = Study(played(), Tree(), 5)
    number = choices(study.main, 2)[2]
    entry = study.main.entries[number]
    assert study.play(Moment(MAIN, number), entry.seat, study.main.setup.notation[entry.code]).branch == MAIN
    at = Moment(MAIN, number)
    seat, move = other(study, at)
    first = study.play(at, seat, move)
    assert study.play(at, seat, move) == first
    assert list(study.tree.branches) == [1]


def test_a_branch_grows_at_its_end_and_forks_in_its_midst() -> None:
    study = Study(played(), Tree(), 5)
    here = Moment(MAIN, choices(study.main, 3)[0])
    here = study.play(here, *other(study, here))
    fork = here
    for _ in range(4):
        match = study.at(here)
        here = study.play(here, match.waiting[0], str(match.moves(match.waiting[0])[0]))
    assert list(study.tree.branches) == [1]
    while len(study.at(fork).moves(study.at(fork).waiting[0])) < 2:
        fork = study.play(fork, study.at(fork).waiting[0], str(study.at(fork).moves(study.at(fork).waiting[0])[0]))
    again = study.play(fork, *other(study, fork))
    assert (again.branch, study.tree.branches[2].parent, study.tree.branches[2].at) == (2, 1, fork.number)
    begin = study.tree.branches[1].at
    assert study.home(Moment(2, begin)) == Moment(MAIN, begin)
    assert study.at(Moment(2, begin)).state == study.main.state_at(begin)
    third = study.play(Moment(2, begin), *other(study, Moment(MAIN, begin)))
    assert study.tree.branches[third.branch].parent == MAIN, "where a branch begins it is its parent's moment"


def test_without_a_seed_a_branch_draws_the_cards_of_the_deal_and_with_one_it_never_does() -> None:
    deal = FairDeal.alone()
    main = played(deal=deal)
    drawn = Study(main, Tree(), None).at(Moment(MAIN, 0))
    assert drawn.deal is main.deal
    for number in choices(main, 2)[:40]:
        at = Moment(MAIN, number)
        mine, theirs = Study(main, Tree(), 99), Study(main, Tree(), None)
        seat, move = other(mine, at)
        seeded, dealt = mine.play(at, seat, move), theirs.play(at, seat, move)
        expected = main.at(number)
        expected.deal = SeededDeal(99)
        expected.play(seat, move)
        assert mine.at(seeded).state == expected.state
        assert theirs.at(dealt).state == played_on(main, number, seat, move).state


def test_a_seeded_branch_is_a_function_of_the_seed_and_what_was_dealt_before() -> None:
    """The secret of the deal is not asked: a record without it gives the same branch, card by card."""
    main = played(deal=FairDeal.alone())
    told = Record.of(main)
    assert isinstance(main.deal, FairDeal)
    told.deal = main.deal.public()
    silent = replay(*parse(told.text()), draw=False)
    assert not silent.deal.speaks
    for number in choices(main, 2)[:20]:
        lines = []
        for match in (main, silent):
            study, here = Study(match, Tree(), 7), Moment(MAIN, number)
            for _ in range(12):
                now = study.at(here)
                if now.over:
                    break
                here = study.play(here, now.waiting[0], str(now.moves(now.waiting[0])[-1]))
            lines.append([each.steps for each in study.tree.branches.values()])
        assert lines[0] == lines[1]


def test_what_the_rules_forbid_is_refused_and_changes_nothing() -> None:
    study = Study(played(), Tree(), 5)
    at = Moment(MAIN, choices(study.main, 2)[0])
    owes = study.at(at).waiting[0]
    with pytest.raises(RefusedMove):
        study.play(at, 1 - owes, str(study.at(at).moves(owes)[0]))
    with pytest.raises(RefusedMove):
        study.play(at, owes, "no such move")
    with pytest.raises(BadStudy, match="moments of this branch are 0 to"):
        study.play(Moment(MAIN, 10**6), 0, "x")
    with pytest.raises(BadStudy, match="this study has no branch 7"):
        study.at(Moment(7, 0))
    drawing = next(n for n in range(len(study.main)) if study.main.at(n).chance is not None)
    with pytest.raises(BadStudy, match="cards are drawn at this moment"):
        study.play(Moment(MAIN, drawing), 0, str(study.at(at).moves(owes)[0]))
    assert study.tree == Tree()


def test_every_bound_holds_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(played(), Tree(), 5)
    moments = [Moment(MAIN, number) for number in choices(study.main, 2)]
    monkeypatch.setattr(studies, "MOST_BRANCHES", 2)
    for at in moments[:2]:
        study.play(at, *other(study, at))
    with pytest.raises(BadStudy, match="at most 2 branches; drop one"):
        study.play(moments[2], *other(study, moments[2]))
    study.drop(1)
    assert study.play(moments[2], *other(study, moments[2])).branch == 3, "a number is not given twice"
    monkeypatch.setattr(studies, "MOST_STEPS", sum(len(each.steps) for each in study.tree.branches.values()))
    here = Moment(3, study.length(3))
    now = study.at(here)
    with pytest.raises(BadStudy, match="steps; drop a branch"):
        study.play(here, now.waiting[0], str(now.moves(now.waiting[0])[0]))
    monkeypatch.setattr(studies, "MOST_NOTES", 1)
    study.note(moments[0], " a thought ")
    study.note(moments[0], "another")
    assert study.noted(moments[0]) == "another"
    with pytest.raises(BadStudy, match="at most 1 notes"):
        study.note(moments[1], "x")
    with pytest.raises(BadStudy, match="at most 2000 characters; this one has 2001"):
        study.note(moments[0], "x" * 2001)
    study.note(moments[0], "")
    assert study.noted(moments[0]) == ""
    with pytest.raises(BadStudy, match="at most 80 printable"):
        study.name(3, "x" * 81)
    with pytest.raises(BadStudy, match="the main line has no name"):
        study.name(MAIN, "x")
    with pytest.raises(BadStudy, match="the main line stays"):
        study.drop(MAIN)
    monkeypatch.setattr(studies, "LARGEST", 10)
    with pytest.raises(BadStudy, match="take at most 10 bytes"):
        encoded(study.tree)


def test_a_dropped_branch_takes_what_leads_away_from_it_and_its_notes() -> None:
    study = Study(played(), Tree(), 5)
    here = Moment(MAIN, choices(study.main, 3)[0])
    apart = Moment(MAIN, choices(study.main, 2)[5])
    first = study.play(here, *other(study, here))
    while len(study.at(first).moves(study.at(first).waiting[0])) < 3:
        first = study.play(first, study.at(first).waiting[0], str(study.at(first).moves(study.at(first).waiting[0])[0]))
    study.play(first, *other(study, first))  # the branch grows
    second = study.play(first, *other(study, first))
    third = study.play(apart, *other(study, apart))
    study.note(second, "deep")
    study.note(third, "elsewhere")
    study.note(here, "on the main line")
    study.drop(1)
    assert list(study.tree.branches) == [third.branch]
    assert [each.text for each in study.tree.notes] == ["elsewhere", "on the main line"]


def test_a_file_comes_back_as_it_was_and_is_played_through() -> None:
    study = Study(played(), Tree(), 5)
    for number in choices(study.main, 2)[:3]:
        there = study.play(Moment(MAIN, number), *other(study, Moment(MAIN, number)))
        study.note(there, f"щось про {number}\nі ще")
    study.name(1, "повільніше")
    text = as_file("Вечір", Record.of(study.main).text(), study.tree, False)
    found = read_file(text)
    assert "щось" in text
    assert (found.title, found.tree, found.sketch) == ("Вечір", study.tree, False)
    again = checked(Study(replay(*parse(found.record), draw=False), found.tree, 6))
    assert [again.at(Moment(n, again.length(n))).state for n in again.tree.branches] == [
        study.at(Moment(n, study.length(n))).state for n in study.tree.branches
    ]


def wrong_trees() -> list[Tree]:
    return [
        Tree({1: Branch(0, 0, [])}, next=2),
        Tree({1: Branch(0, 10**6, ["0 x"])}, next=2),
        Tree({1: Branch(2, 1, ["0 x"]), 2: Branch(1, 1, ["0 x"])}, next=3),
        Tree({1: Branch(1, 1, ["0 x"])}, next=2),
        Tree({5: Branch(0, 1, ["0 x"])}, next=2),
        Tree({0: Branch(0, 1, ["0 x"])}, next=2),
        Tree({1: Branch(0, 3, ["0 no such move"])}, next=2),
        Tree({1: Branch(0, 3, ["* nowhere = nothing"])}, next=2),
        Tree({1: Branch(0, 3, ["*"])}, next=2),
        Tree({1: Branch(0, 3, ["999 end"])}, next=2),
        Tree({1: Branch(0, 3, ["٣ end"])}, next=2),
        Tree(notes=[Note(0, 10**6, "x")]),
        Tree(notes=[Note(3, 1, "x")]),
        Tree({n: Branch(0, 3, ["0 x"]) for n in range(1, 200)}, next=300),
        Tree({1: Branch(0, 3, ["0 x"] * 6000)}, next=2),
    ]


@pytest.mark.parametrize("tree", wrong_trees())
def test_a_tree_that_cannot_be_is_refused(tree: Tree) -> None:
    with pytest.raises(BadStudy):
        checked(Study(played(), tree, 5))


def forked() -> Study:
    """A branch, one that leads away from it, and some more of the main line."""
    study = Study(played(), Tree(), 5)
    for number in choices(study.main, 2)[:6]:
        here = study.play(Moment(MAIN, number), *other(study, Moment(MAIN, number)))
        for _ in range(4):
            now = study.at(here)
            here = study.play(here, now.waiting[0], str(now.moves(now.waiting[0])[0]))
    late = [Moment(1, n) for n in range(study.tree.branches[1].at + 1, study.length(1))]
    fork = next(at for at in late if study.at(at).waiting and len(study.at(at).moves(study.at(at).waiting[0])) > 1)
    study.play(fork, *other(study, fork))
    assert [each.parent for each in study.tree.branches.values()].count(1) == 1
    return study


def test_what_must_be_played_again_to_check_a_tree_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    study = forked()
    steps = sum(each.at for each in study.tree.branches.values())
    monkeypatch.setattr(studies, "MOST_REPLAYED", steps)
    assert checked(study) is study
    monkeypatch.setattr(studies, "MOST_REPLAYED", steps - 1)
    with pytest.raises(BadStudy, match=f"takes {steps} steps before they begin, and at most {steps - 1} are made"):
        checked(study)


def test_a_check_holds_one_branch_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of many seats is large: a hundred of them at once would fill the memory."""
    study, found, most = forked(), weakref.WeakSet[Match](), 0
    inner = studies.entry_of

    def counted(match: Match, text: str) -> Entry:
        nonlocal most
        found.add(match)
        most = max(most, len(found))
        return inner(match, text)

    monkeypatch.setattr(studies, "entry_of", counted)
    checked(study)
    assert 1 <= most <= 2, "the next one is made before the name of the last one is taken from it"


@pytest.mark.parametrize(
    "text", ["", "{}", "[" * 5000, '{"format": 1}', as_file("", "", Tree(), False).replace("study 1", "study 2")]
)
def test_what_is_no_file_of_a_study_is_refused(text: str) -> None:
    with pytest.raises(BadStudy):
        read_file(text)


@pytest.mark.parametrize("game", [game.key for game in games()])
def test_a_branch_can_be_played_to_its_end_in_every_game(game: str) -> None:
    study = Study(played(game, seed=2), Tree(), 11)
    rng = random.Random(4)
    here = Moment(MAIN, choices(study.main, 2)[1])
    for _ in range(60):
        match = study.at(here)
        if match.over:
            break
        seat = rng.choice(match.waiting)
        here = study.play(here, seat, str(rng.choice(match.moves(seat))))
    assert checked(Study(study.main, read_file(as_file("", "", study.tree, False)).tree, 11)).tree == study.tree


@pytest.mark.parametrize("game", [game.key for game in games()])
def test_a_sketch_is_a_function_of_what_the_seat_knows(game: str) -> None:
    """Whatever the others hold: as long as the seat sees the same, the sketch is the same, down to the last card."""
    match = played(game, players=2, seed=5, most=60)
    for seat in range(2):
        view = match.view(seat)
        texts = set()
        for seed in range(4):  # the unknown dealt anew
            state = view.imagine(seed)
            twin = kvartal.View.of(match.setup, state, seat, match.names)
            if twin == view:
                texts.add(Record.of(sketched(twin, 42)).text())
        texts.add(Record.of(sketched(view, 42)).text())
        assert len(texts) == 1
        text = texts.pop()
        assert replay(*parse(text), draw=False).state == sketched(view, 42).state
