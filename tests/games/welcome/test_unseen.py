"""What a seat knows in the draft of 2018, held against all worlds that fit what it saw: small decks, enumerated."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest

import kvartal
from games.welcome.table import WELCOME, at_table, legal, play, seat_facts, table_facts, tell
from kvartal.engine.data import Data
from kvartal.engine.deal import SeededDeal, ToldDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.source import Seeded, Source
from kvartal.engine.state import CHANCE, NOBODY, UNKNOWN, State
from kvartal.engine.steps import Entry
from kvartal.engine.view import View
from kvartal.games.welcome.game import Welcome
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.keys import EFFECT_KEYS, card_names
from kvartal.games.welcome.rules.tables import WelcomeTables

Worlds = dict[bytes, tuple[State, Fraction]]
PLANS = {"plan1": "e44", "plan2": "e36", "plan3": "e126"}
HANDS = [("8 fence", "7 value", "9 park"), ("8 value", "7 park", "9 fence"), ("8 park", "7 fence", "9 value")]
FROM_START = 3000  # worlds followed from the first card on
SAMPLES = 30  # imagined deals for each world, where chance is not followed branch by branch


class Small(Welcome):
    """A box with as few cards as a test needs."""

    def data_problems(self, data: Data) -> list[str]:
        return []


def small(players: int, cards: str, houses: tuple[int, int, int] = (2, 2, 2)) -> Setup:
    """`cards` are like "3 fence, 3 fence, 12 park"; streets may be very short, so that little fits."""
    rows = {f"deck_2018.n{n}": [0] * 6 for n in range(1, 16)}
    for card in cards.split(", "):
        number, effect = card.split()
        rows[f"deck_2018.n{number}"][EFFECT_KEYS.index(effect)] += 1
    pools = {f"sheet.classic.pools_{street}": [] for street in (1, 2, 3)}
    sheet = {"sheet.classic.houses": list(houses), **pools, "sheet.classic.pools": [0]}
    return Small().set_up(players, {"draft": True, **PLANS}, {**rows, **sheet})


# What a seat saw ------------------------------------------------------------------------------------------------------


def saw(setup: Setup, state: State, viewer: int | None) -> tuple[int, ...]:
    """All that lies open, and the viewer's own hand; not what state.known() makes of it."""
    tables: Any = setup.tables
    cells = list(state.cells)
    seen = cells[: at.CARDS] + cells[tables.discards : tables.discards + tables.kinds]
    for seat in range(setup.players):
        base = tables.seats + seat * tables.stride
        seen += cells[base : base + tables.hand_at]
        seen += cells[base + tables.hand_effects : base + tables.hand_effects + 3]
        if seat == viewer:
            seen += cells[base + tables.hand_at : base + tables.hand_at + 3]
    return tuple(seen)


def follow(setup: Setup, worlds: Worlds, entry: Entry, after: State, viewer: int | None) -> Worlds:
    """The worlds in which this step can be made as it was seen. Moves are all told at the reveal."""
    stream = setup.streams[entry.stream] if entry.seat == NOBODY else None
    hidden = stream is not None and stream.private and stream.owner != viewer
    busy = any(after.unrevealed(seat) for seat in range(setup.players))
    looks = saw(setup, after, viewer)
    found: Worlds = {}
    for world, share in worlds.values():
        if entry.seat != NOBODY:
            steps = [(entry.code, 1)] if world.refusal(entry.seat, entry.code) < 0 else []
        else:
            steps = [(code, n) for code, n in world.chances(setup.tables.widest) if hidden or code == entry.code]
        total = 1 if entry.seat != NOBODY else sum(n for _, n in world.chances(setup.tables.widest))
        for code, weight in steps:
            other = world.copy()
            other.happen(code) if entry.seat == NOBODY else other.play(entry.seat, code)
            if busy or saw(setup, other, viewer) == looks:
                name = other.encode()
                so_far = found[name][1] if name in found else Fraction(0)
                found[name] = (other, so_far + share * Fraction(weight, total))
    return found


# What imagine() gives -------------------------------------------------------------------------------------------------


class Branch(Source):
    """Answers as told; beyond that with 0, and remembers what it was asked."""

    def __init__(self, setup: Setup, answers: tuple[int, ...]) -> None:
        super().__init__(setup.tables.streams, setup.tables.widest)
        self.answers = answers
        self.asked: list[int] = []

    def below(self, stream: int, bound: int) -> int:
        self.asked.append(bound)
        number = len(self.asked) - 1
        return self.answers[number] if number < len(self.answers) else 0


def imagined(setup: Setup, view: View) -> dict[bytes, Fraction]:
    """Every deal that imagine() can give with its exact probability: each answer of chance is tried."""
    found: dict[bytes, Fraction] = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        answers = todo.pop()
        branch = Branch(setup, answers)
        deal = view.imagine(branch).encode()
        given = answers + (0,) * (len(branch.asked) - len(answers))
        found[deal] = found.get(deal, Fraction(0)) + Fraction(1, prod(branch.asked))
        for place in range(len(answers), len(branch.asked)):
            todo += [(*given[:place], answer) for answer in range(1, branch.asked[place])]
    return found


def prod(numbers: list[int]) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total


def hands(setup: Setup, state: State) -> list[list[int]]:
    tables: Any = setup.tables
    starts = [tables.seats + seat * tables.stride + tables.hand_at for seat in range(setup.players)]
    return [list(state.cells[start : start + 3]) for start in starts]


def compare(setup: Setup, state: State, viewer: int | None, worlds: Worlds) -> None:
    """What is certain is shown and nothing else; imagine() gives these worlds, each with its probability."""
    assert state.encode() in worlds
    view = View.of(setup, state, viewer)
    shown = hands(setup, view.known)
    for seat, slot in product(range(setup.players), range(3)):
        kinds = {hands(setup, world)[seat][slot] for world, _ in worlds.values()}
        assert shown[seat][slot] == (kinds.pop() if len(kinds) == 1 else UNKNOWN), f"card {slot} of seat {seat}"
    total = sum(share for _, share in worlds.values())
    tables: Any = setup.tables
    ruled_out = sum(state.cells[tables.seats + s * tables.stride + tables.unfit] > 0 for s in range(setup.players))
    if ruled_out < 2:
        assert imagined(setup, view) == {name: share / total for name, (_, share) in worlds.items()}
        return
    source = Seeded(5, setup.tables.streams, setup.tables.widest)
    found = Counter(view.imagine(source).encode() for _ in range(SAMPLES * len(worlds)))
    assert_frequencies(found, {name: float(share / total) for name, (_, share) in worlds.items()})


def assert_frequencies(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Chi squared: its mean is about the number of worlds, and it is never so far above."""
    samples = found.total()
    assert found.keys() <= expected.keys()
    chi = sum((found[name] - samples * share) ** 2 / (samples * share) for name, share in expected.items())
    assert chi < len(expected) + 5 * sqrt(2 * len(expected))


def games(setup: Setup, seed: int, viewer: int | None) -> Iterator[tuple[State, Worlds]]:
    """A random game through one pair of eyes: each beginning of a round, with the worlds it could be in."""
    rng = random.Random(seed)
    source = Seeded(seed, setup.tables.streams, setup.tables.widest)
    state = setup.start()
    worlds: Worlds = {state.encode(): (state.copy(), Fraction(1))}
    begun = 0
    while state.turn() >= CHANCE and len(worlds) <= FROM_START:
        if state.turn() == CHANCE:
            entry = Entry(NOBODY, state.pick(source), state.stream())
            state.happen(entry.code)
        else:
            codes = state.moves(state.turn(), len(setup.notation))
            entry = Entry(state.turn(), rng.choice(codes))
            state.play(*entry[:2])
        worlds = follow(setup, worlds, entry, state, viewer)
        if state.turn() >= 0 and state.cells[at.ROUND] > begun:
            begun = state.cells[at.ROUND]
            yield state, worlds


TWO = "2 fence, 8 fence, 8 park, 9 park, 12 park, 3 bis, 8 bis, 11 value, 5 value"
THREE = "2 fence, 8 fence, 9 fence, 1 park, 8 park, 15 park, 3 bis, 8 bis, 12 bis, 8 value, 8 value, 14 value"
FOUR = f"{THREE}, 2 temp, 7 temp, 2 temp"


@pytest.mark.rule("welcome.draft", "welcome.draft.discard")
@pytest.mark.parametrize(
    ("players", "cards", "houses", "viewer"),
    [
        (2, TWO, (6, 6, 6), 0),
        (2, TWO, (2, 2, 1), None),
        (3, THREE, (6, 6, 6), 1),
        (3, THREE, (2, 2, 1), 0),
        (4, FOUR, (6, 6, 6), 3),
    ],
    ids=("two", "a spectator", "three", "little fits", "four"),
)
def test_known_and_imagined_are_what_all_worlds_have(
    players: int, cards: str, houses: tuple[int, int, int], viewer: int | None
) -> None:
    setup = small(players, cards, houses)
    met: Counter[str] = Counter()
    for seed in range(4):
        for state, worlds in games(setup, seed, viewer):
            compare(setup, state, viewer, worlds)
            facts = setup.layout.write(list(state.cells))["seats"]
            met["rebuilt"] += any(seat["hand_ages"] != [0, 0, 0] for seat in facts)
            met["twice"] += any(seat["passed_before"] for seat in facts)
            met["refused"] += any(seat["passed_not"] for seat in facts)
            met["many"] += len(worlds) > 1
    assert met["rebuilt"] > 5, "the games are about this"
    assert met["many"] > 5
    assert met["twice"] > 5 or players == 2, "two players know a card once it was passed"
    assert met["refused"]


# Refusals: what a card that was given away cannot be ------------------------------------------------------------------


def arrangements(kinds: list[list[int]], left: Counter[int]) -> dict[tuple[int, ...], int]:
    """All ways to give each place one of its kinds, with how many cards could be meant."""
    if not kinds:
        return {(): 1}
    found: dict[tuple[int, ...], int] = {}
    for kind in kinds[0]:
        if left[kind]:
            for rest, ways in arrangements(kinds[1:], left - Counter([kind])).items():
                found[(kind, *rest)] = ways * left[kind]
    return found


def refusals(seed: int) -> tuple[Setup, State]:
    """A table of six after some refusals, in which every number is passed on that could be."""
    rng = random.Random(seed)
    cards = ["2 fence", "2 fence", "2 fence", "5 fence", "5 fence", "11 fence", *["3 bis", "8 bis", "9 bis"] * 5]
    setup = small(6, ", ".join(cards))
    state, tables = setup.start(), setup.tables
    assert isinstance(tables, WelcomeTables)
    cells = state.cells
    cells[at.PHASE], cells[at.WAIT], cells[at.ROUND], cells[at.PENDING], cells[at.PASSES] = at.PLAYING, 0, 3, 6, 1
    names = card_names(tables)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card.endswith("bis"))
    for place, card in enumerate(cards[:18]):
        seat, slot = place % 6, place // 6
        base = tables.seats + seat * tables.stride
        kind = names.index(card)
        cells[base + tables.hand_at + slot], cells[base + tables.hand_effects + slot] = kind, tables.effect[kind]
        cells[base + tables.ages + slot] = seed % 2 if slot == 0 else 0
        cells[at.CARDS + kind] -= 1
        cells[at.DECK_SIZE] -= 1
        if slot == 0 and rng.random() < 0.7:
            allowed = {tables.number[kind], rng.choice((2, 5)), rng.choice((2, 11))}
            cells[base + tables.unfit] = sum(1 << n for n in range(1, 16) if n not in allowed)
    return setup, state


@pytest.mark.rule("welcome.draft", "welcome.refusal.forced")
def test_a_card_given_away_in_a_refusal_is_none_that_fitted() -> None:
    certain = 0
    for seed in range(40):
        setup, state = refusals(seed)
        tables: Any = setup.tables
        view = View.of(setup, state, None)
        firsts = [hand[0] for hand in hands(setup, state)]
        barred = [state.cells[tables.seats + seat * tables.stride + tables.unfit] for seat in range(6)]
        fences = [kind for kind in range(tables.kinds) if tables.effect[kind] == at.FENCE]
        possible = [[kind for kind in fences if not barred[seat] >> tables.number[kind] & 1] for seat in range(6)]
        worlds = arrangements(possible, Counter(firsts))
        assert tuple(firsts) in worlds
        for seat in range(6):
            kinds = {world[seat] for world in worlds}
            shown = hands(setup, view.known)[seat][0]
            assert shown == (kinds.pop() if len(kinds) == 1 else UNKNOWN)
            certain += shown >= 0
        if seed < 20:
            source = Seeded(seed, tables.streams, tables.widest)
            samples = SAMPLES * len(worlds)
            found = Counter(tuple(h[0] for h in hands(setup, view.imagine(source))) for _ in range(samples))
            assert_frequencies(found, {world: ways / sum(worlds.values()) for world, ways in worlds.items()})
    assert 10 < certain < 200, "some, but not all"


# Examples, and positions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("welcome.draft.discard")
def test_a_rebuilt_deck_does_not_hold_what_was_dealt_before() -> None:
    """The last three cards of the deck are publicly 2 fence, 8 park and 9 park; the dealer gets both parks."""
    match = at_table(2, hands=[("8 fence", "7 value", "9 bis"), ("8 value", "7 park", "9 fence")], draft=True)
    state: Any = match.state
    tables: Any = match.setup.tables
    names = card_names(tables)
    for kind, name in enumerate(names):
        stay = name in ("2 fence", "8 park", "9 park")
        state.cells[tables.discards + kind] = state.cells[at.CARDS + kind] - stay
        state.cells[at.CARDS + kind] = int(stay)
    state.cells[at.DECK_SIZE], state.cells[at.DECK_TOP] = 3, at.PARK
    match = Match(match.setup, ToldDeal(), position=state)
    for seat in (0, 1):
        play(match, seat, "number 1", "effect 2", "write 1.5", "done")
    tell(match, "8 park", "park", "9 park", "fence", "2 fence", "value", "5 value")
    assert table_facts(match)["passes"] == 1
    assert seat_facts(match, 1)["hand"][1] == "2 fence"
    assert match.view(0).facts()["table"]["seats"][1]["hand"][:2] == ["9 bis", "2 fence"]
    assert {match.view(0).imagine(seed).cells[hand_cell(match, 1, 1)] for seed in range(50)} == {names.index("2 fence")}
    assert match.view(1).facts()["table"]["seats"][0]["hand"] == ["9 fence", None, None]
    assert {
        tuple(names[kind] for kind in hands(match.setup, match.view(1).imagine(seed))[0][1:]) for seed in range(50)
    } == {("8 park", "9 park"), ("9 park", "8 park")}


def hand_cell(match: Match, seat: int, slot: int) -> int:
    tables: Any = match.setup.tables
    return int(tables.seats + seat * tables.stride + tables.hand_at + slot)


@pytest.mark.rule("welcome.draft")
def test_whoever_passed_a_card_on_knows_it_wherever_it_goes() -> None:
    match = Match(WELCOME.set_up(4, {"draft": True}), SeededDeal(3))
    card = seat_facts(match, 3)["hand"][2]
    for holder in (2, 1, 0):
        for seat in range(4):  # the last card of seat 3 goes on, then the first of every hand
            for move in ("number 1", "effect 2") if holder == 2 else ("number 2", "effect 3"):
                play(match, seat, move)
            play(match, seat, min(move for move in legal(match, seat) if move.startswith("write")), "done")
        assert seat_facts(match, holder)["hand"][0] == card
        for viewer in range(4):
            held = viewer >= holder
            assert (match.view(viewer).facts()["table"]["seats"][holder]["hand"][0] == card) is held
        assert match.view(None).facts()["table"]["seats"][holder]["hand"][0] is None


def test_positions_without_the_past_of_the_cards_can_still_be_read() -> None:
    match = Match(WELCOME.set_up(3, {"draft": True}), SeededDeal(3))
    table = match.to_json()["table"]
    old = {name: value for name, value in table.items() if name != "unseen"}
    past = {"hand_ages", "passed_before", "passed_not", "fitted"}
    old["seats"] = [{name: value for name, value in seat.items() if name not in past} for seat in table["seats"]]
    again = kvartal.position({**match.to_json(), "table": old}, seed=1)
    assert again.state == match.state


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hand_ages": [1, 0, 0]}, "seats[0].hand_ages: the deck was rebuilt 0 times"),
        ({"passed_before": 1}, "no card has been passed on before the second round"),
        ({"passed_not": 1 << 8}, "passed_not: the first card of the hand has the number 8"),
        ({"fitted": 1 << 3}, "there was none in this turn"),
        ({"fitted": 1 << 7, "refused": 1, "refusals": 1, "stage": "giving"}, "a number of the hand is among them"),
    ],
)
def test_a_past_that_cannot_be_is_a_problem(change: dict[str, Any], problem: str) -> None:
    position = at_table(3, hands=HANDS, draft=True).to_json()
    position["table"]["seats"][0] |= change
    with pytest.raises(kvartal.BadPosition, match=re.escape(problem)):
        kvartal.position(position)


def test_only_a_view_lists_unseen_cards() -> None:
    position = at_table(3, hands=HANDS, draft=True).to_json()
    position["table"]["unseen"][0] = "8 park"
    with pytest.raises(kvartal.BadPosition, match="unseen: only a view has it"):
        kvartal.position(position)
