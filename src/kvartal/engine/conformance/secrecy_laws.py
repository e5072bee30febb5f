"""Laws about secrets: what a seat is shown does not depend on what it may not know."""

import gc
import json
import random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.deal import ToldDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.position import position_problems
from kvartal.engine.record import Record
from kvartal.engine.rule import Refusal
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, NOBODY, OVER, State
from kvartal.engine.steps import Entry
from kvartal.engine.view import View

MANY = 4  # of more observers a sample is asked
DEALS = 2
REFUSALS = 6


def observers(setup: Setup, rng: random.Random) -> list[int | None]:
    """The spectator and the seats, or some of them."""
    seats = list(range(setup.players))
    return [None, *(seats if len(seats) <= MANY else rng.sample(seats, MANY))]


def shown(setup: Setup, view: View) -> tuple[int, ...]:
    """What a view shows, but for who else has confirmed a hidden turn: imagined states take that back."""
    cells = list(view.known.cells)
    for name, field, base in setup.layout.placed():
        if field.confirms and not name.startswith(f"seats[{view.seat}]"):
            cells[base + field.at : base + field.at + field.size] = [0] * field.size
    return tuple(cells)


def differences(setup: Setup, one: tuple[int, ...], other: tuple[int, ...]) -> str:
    names = []
    for name, field, base in setup.layout.placed():
        part = slice(base + field.at, base + field.at + field.size)
        if one[part] != other[part]:
            names.append(f"{name} ({list(one[part])} or {list(other[part])})")
    return ", ".join(names)


@under("secrecy")
def set_up(findings: Findings, setup: Setup) -> None:
    """Where anything is private, known() cannot be the engine's, which shows everything."""
    private = [stream.name for stream in setup.streams if stream.private]
    private += [name for name, seen in zip(setup.notation, setup.seen_notation, strict=False) if name != seen]
    if private and type(setup.start()).known is State.known:
        some = ", ".join(private[:5])
        findings.say("secrecy", f"known() is the engine's and shows everything, but these are secret: {some}")


@under("secrecy")
def position(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """Deal anew what an observer may not know: it must see the same."""
    for seat in observers(setup, rng):
        view = View.of(setup, state, seat)
        real_moves = _moves(setup, state, seat)
        if state.turn() >= 0 and [move.code for move in view.moves()] != real_moves:
            findings.say("moves", f"the view of seat {seat} lists other moves than there are")
        if (state.turn() == OVER) != view.over:
            findings.say(
                "turn", f"the view of seat {seat} does not say that the game is {'' if view.over else 'not '}over"
            )
        if rng.random() < 0.1 and _reaches(view, state):
            findings.say("secrecy", f"the real state can be reached from the view of seat {seat}")
        if view.encode() == state.encode():
            if view.imagine(rng).encode() != state.encode():
                findings.say("imagine", f"seat {seat} knows everything, but imagines something else")
            continue
        for number in range(DEALS):
            _dealt_anew(findings, setup, state, view, rng.getrandbits(62), real_moves, tell=number == 0)


def _dealt_anew(
    findings: Findings, setup: Setup, state: State, view: View, seed: int, real_moves: list[int], tell: bool
) -> None:
    """`tell`: hold facts, text and scores of both views against each other as well; that takes longest."""
    deal = view.imagine(seed)
    if deal.encode() != view.imagine(seed).encode():
        findings.say("imagine", "the same seed gives two deals")
    for problem in position_problems(setup, deal):
        findings.say("imagine", f"seat {view.seat} imagines what cannot be: {problem}")
    if setup.game.census(setup, deal) != setup.game.census(setup, state):
        findings.say("imagine", f"seat {view.seat} imagines pieces that are not in the game")
    again = View.of(setup, deal, view.seat)
    one, other = shown(setup, view), shown(setup, again)
    if one != other:
        findings.say("secrecy", f"seat {view.seat} is shown what it may not know: {differences(setup, one, other)}")
    elif tell and view.encode() == again.encode():
        for what, mine, theirs in (
            ("facts", json.dumps(view.facts()), json.dumps(again.facts())),
            ("text", view.text(), again.text()),
            ("words", view.told(), again.told()),
            ("buttons", view.bar(), again.bar()),
            ("scores", view.scores(), again.scores()),
            ("refusals", _refusals(view, seed), _refusals(again, seed)),
        ):
            if mine != theirs:
                findings.say("secrecy", f"the {what} of seat {view.seat} tell more than its cells")
    if state.turn() >= 0 and _moves(setup, deal, view.seat) != real_moves:
        findings.say("secrecy", f"the moves of seat {view.seat} depend on what it may not know")


def _refusals(view: View, seed: int) -> list[Refusal | None]:
    """Of some moves: reasons and advice are made from what the seat knows."""
    codes = range(len(view.setup.notation))
    return [view.refusal(code) for code in random.Random(seed).sample(codes, min(REFUSALS, len(codes)))]


def _moves(setup: Setup, state: State, seat: int | None) -> list[int]:
    if seat is None or state.turn() < 0 or not state.owes(seat):
        return []
    return state.moves(seat, len(setup.notation))


def _reaches(view: View, state: State) -> bool:
    """Walk everything the view refers to. Types, modules and globals belong to the program, not to this view."""
    seen: set[int] = set()
    todo: list[object] = [view]
    real = state.encode()
    hides = real not in (view.known.encode(), view.setup.start().encode())  # everybody knows how a game begins
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | BuiltinFunctionType | str | bytes | int):
            continue
        seen.add(id(thing))
        if isinstance(thing, State) and thing is not view.known:
            if thing is state or (hides and thing.encode() == real):
                return True
        if isinstance(thing, FunctionType):
            todo += [thing.__closure__, thing.__defaults__]
        elif isinstance(thing, MethodType):
            todo.append(thing.__self__)
        else:
            todo += gc.get_referents(thing)
    return False


@under("secrecy")
def unfinished_turn(findings: Findings, setup: Setup, before: State, after: State, mover: int | None) -> None:
    """While a turn is unrevealed it looks to everybody else as if it had not begun."""
    if mover is None or mover < 0 or not after.unrevealed(mover):
        return
    for seat in (None, *range(setup.players)):
        if seat != mover:
            one = shown(setup, View.of(setup, before, seat))
            other = shown(setup, View.of(setup, after, seat))
            if one != other:
                what = differences(setup, one, other)
                findings.say("secrecy", f"seat {seat} sees the unfinished turn of seat {mover}: {what}")


@under("secrecy")
def log(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """Two moves that differ only in what an observer cannot see must read alike to that observer."""
    seat = state.turn()
    if seat < 0:
        return
    codes = state.moves(seat, len(setup.notation))
    after = {}
    for code in rng.sample(codes, min(3, len(codes))):
        after[code] = state.copy()
        after[code].play(seat, code)
        if after[code].unrevealed(seat):
            return  # told at the reveal: round_laws looks at that
    pairs = [(one, two) for one in after for two in after if one < two and after[one] != after[two]]
    for one, two in pairs:
        reads_alike(findings, setup, seat, (one, two), (after[one], after[two]))


def reads_alike(
    findings: Findings, setup: Setup, mover: int, codes: tuple[int, int], states: tuple[State, State]
) -> None:
    one, two = (setup.seen_notation[code] for code in codes)
    if one == two or states[0] == states[1]:
        return
    for seat in (None, *range(setup.players)):
        if seat != mover and View.of(setup, states[0], seat) == View.of(setup, states[1], seat):
            findings.say("secrecy", f"the log tells seat {seat} whether it was {one!r} or {two!r}; the view hides it")


@under("learned")
def learned(findings: Findings, setup: Setup, state: State, rng: random.Random) -> None:
    """A move (no draw) after which its seat sees what it could not foresee has shown it something."""
    if state.turn() < 0:
        return
    seat = rng.choice([seat for seat in range(setup.players) if state.owes(seat)])
    view = View.of(setup, state, seat)
    if view.encode() == state.encode():
        return
    codes = state.moves(seat, len(setup.notation))
    for code in rng.sample(codes, min(8, len(codes))):
        after = state.copy()
        after.play(seat, code)
        if after.learned(seat) > state.learned(seat):
            continue
        real = shown(setup, View.of(setup, after, seat))
        for _ in range(DEALS):
            deal = view.imagine(rng)
            if deal.refusal(seat, code) >= 0:
                continue  # position() has said so
            deal.play(seat, code)
            other = shown(setup, View.of(setup, deal, seat))
            if other != real:
                what = differences(setup, real, other)
                findings.say("learned", f"{setup.notation[code]!r} shows seat {seat} something hidden: {what}")
                break


@under("secrecy")
def twin_worlds(findings: Findings, setup: Setup, rng: random.Random, steps: int) -> None:
    """The real world and an imagined one, played on so that one observer is told the same: it must not see a
    difference, in its view, its log or the record it may take home."""
    state = _somewhere(setup, rng)
    seat = rng.choice(observers(setup, rng))
    if state is None or View.of(setup, state, seat).encode() == state.encode():
        return
    real = Match(setup, ToldDeal(), position=state)
    other = Match(setup, ToldDeal(), position=View.of(setup, state, seat).imagine(rng))
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    for findings.step in range(steps):
        pair = _same_step(setup, real, other, seat, rng, source)
        if pair is None:
            return
        before = [(match.state.copy(), match) for match in (real, other)]
        real.append(pair[0])
        other.append(pair[1])
        one, two = real.view(seat), other.view(seat)
        if one.encode() != two.encode():
            if any(_was_shown(setup, earlier, match.state, seat) for earlier, match in before):
                return  # something was revealed, and may differ
            what = differences(setup, shown(setup, one), shown(setup, two))
            findings.say("secrecy", f"seat {seat} was told the same and sees something else: {what}")
            return
        if real.log(seat) != other.log(seat):
            findings.say("secrecy", f"the log of seat {seat} tells what its view hides")
        if [str(step) for step in Record.public(real, seat).steps] != [
            str(step) for step in Record.public(other, seat).steps
        ]:
            findings.say("secrecy", f"the record of seat {seat} tells what its view hides")


def _somewhere(setup: Setup, rng: random.Random) -> State | None:
    """A random position in which nobody has begun a hidden turn."""
    state = setup.start()
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    found = None
    for _ in range(rng.randrange(12 * setup.players)):
        state.deal(source)
        if state.turn() == OVER:
            break
        if not any(state.unrevealed(seat) for seat in range(setup.players)):
            found = state.copy()
        seat = rng.choice([seat for seat in range(setup.players) if state.owes(seat)])
        state.play(seat, rng.choice(state.moves(seat, len(setup.notation))))
    return found


def _same_step(
    setup: Setup, real: Match, other: Match, seat: int | None, rng: random.Random, source: Seeded
) -> tuple[Entry, Entry] | None:
    """A step for each world that reads the same to the observer; None when there is no such pair."""
    if real.over or other.over or (real.chance is None) != (other.chance is None):
        return None
    if real.state.turn() == CHANCE:
        number = real.state.stream()
        stream = setup.streams[number]
        if other.state.stream() != number:
            return None
        code = theirs = real.state.pick(source)
        if stream.private and stream.owner != seat:
            theirs = other.state.pick(Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest))
        elif other.chance is None or stream.outcomes[code] not in other.chance.outcomes:
            return None
        return Entry(NOBODY, code, number), Entry(NOBODY, theirs, number)
    mover = rng.choice(real.waiting)
    code = rng.choice(real.moves(mover)).code
    if mover == seat:
        codes = [code] if other.why(mover, code) is None else []
    else:
        codes = [m.code for m in other.moves(mover) if setup.seen_notation[m.code] == setup.seen_notation[code]]
    return (Entry(mover, code), Entry(mover, rng.choice(codes))) if codes else None


def _was_shown(setup: Setup, before: State, after: State, seat: int | None) -> bool:
    seats = range(setup.players) if seat is None else (seat,)
    return any(before.learned(each) != after.learned(each) for each in seats)
