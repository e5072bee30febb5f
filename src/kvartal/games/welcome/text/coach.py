"""The first rounds of Welcome To…, with somebody who points: marks for both editions, the expert game, the draft, and
one alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kvartal.engine.coach import HINT, SEAT, Lesson, Mark, first_of
from kvartal.engine.view import View
from kvartal.engine.words import N_
from kvartal.games.welcome.rules import cells as at

STREET = 2  # the one in the middle
HIGHEST_CARD = 15


def stage(rounds: range, *stages: int) -> Callable[[View], bool]:
    """In one of these rounds, when whoever learns is at one of these stages of the turn."""

    def when(view: View) -> bool:
        return int(view.known.cells[at.ROUND]) in rounds and SEAT in view.waiting and mine(view, at.STAGE) in stages

    return when


def mine(view: View, cell: int) -> int:
    tables: Any = view.setup.tables
    return int(view.known.cells[tables.seats + SEAT * tables.stride + cell])


def with_effect(effect: int) -> Callable[[View], str | None]:
    """The pair, or alone the second card, that has this effect; else the first there is."""

    def move(view: View) -> str | None:
        tables: Any = view.setup.tables
        cells: Any = view.known.cells
        start = tables.seats + SEAT * tables.stride + tables.hand_at if tables.hand else at.TURNED
        cards = [cells[start + slot] for slot in range(3)]
        having = [slot + 1 for slot, card in enumerate(cards) if card >= 0 and tables.effect[card] == effect]
        word = "effect" if tables.hand else "take"
        return first_of(*(f"{word} {slot}" for slot in having), f"{word} ")(view)

    return move


def other_card(view: View) -> str | None:
    """Alone: the number of a card whose effect is not the one that is wanted."""
    tables: Any = view.setup.tables
    first = tables.seats + SEAT * tables.stride + tables.hand_at
    cards = [view.known.cells[first + slot] for slot in range(3)]
    free = [slot + 1 for slot, card in enumerate(cards) if card >= 0 and tables.effect[card] != at.PARK]
    return first_of(*(f"number {slot}" for slot in free), "number ")(view)


def fitting(view: View) -> str | None:
    """A small number goes to the left, a large one to the right, in the street in the middle if there is room."""
    tables: Any = view.setup.tables
    houses = tables.past[STREET - 1] - tables.first[STREET - 1]
    wanted = 1 + round((mine(view, at.NUMBER_NOW) - 1) * (houses - 1) / (HIGHEST_CARD - 1))
    near = sorted(range(1, houses + 1), key=lambda house: (abs(house - wanted), house))
    return next(filter(None, (exactly(f"write {STREET}.{house}", view) for house in near)), first_of("write ")(view))


def exactly(move: str, view: View) -> str | None:
    return move if view.setup.code(move) in view.codes() else None


def beside(view: View) -> str | None:
    """A fence right of the house that has just been numbered, or anywhere."""
    tables: Any = view.setup.tables
    house = mine(view, at.WROTE)
    street = next(n for n in range(3) if house < tables.past[n])
    name = f"{street + 1}.{house - tables.first[street] + 1}"
    return first_of(f"fence {name}", f"fence {STREET}.", "fence ")(view)


PARK_PAIR = Mark(
    N_(
        "Three pairs lie open, each a number and an effect. All use the same ones, at the same time. Take this pair: "
        "its effect is a park."
    ),
    "welcome-card-{1}",
    stage(range(1, 2), at.CHOOSING),
    with_effect(at.PARK),
)
WRITE = Mark(
    N_(
        "Write the number into a house. In every street numbers grow from left to right, and gaps are fine: small "
        "ones go left, large ones right."
    ),
    "welcome-house-{1}",
    stage(range(1, 3), at.WRITING),
    fitting,
)
PARK = Mark(
    N_(
        "Then you may use the effect: plant a park in the street where you wrote. The more parks a street has, the "
        "more points they bring."
    ),
    "welcome-park",
    stage(range(1, 3), at.OPEN),
    "park",
)
CONFIRM = Mark(
    N_(
        "Until you confirm, Undo takes your turn back step by step, and nobody sees it. When all have confirmed, new "
        "cards come."
    ),
    when=stage(range(1, 3), at.OPEN),
    move="done",
)
PLANS = Mark(
    N_(
        "City plans ask for estates: houses from fence to fence, all of them numbered. Who completes a plan first "
        "gets its higher value."
    ),
    "welcome-plans",
    stage(range(2, 3), at.CHOOSING),
)
FENCE_PAIR = Mark(
    N_("A second turn. Estates need fences: take this pair, its effect is a fence."),
    "welcome-card-{1}",
    stage(range(2, 3), at.CHOOSING),
    with_effect(at.FENCE),
)
FENCE = Mark(
    N_("Put the fence between two houses, here for example: one estate ends there, and the next begins."),
    "welcome-fence-{1}",
    stage(range(2, 3), at.OPEN),
    beside,
)
END = Mark(
    N_(
        "The end comes when somebody has all three plans, a number in every house, or a third refusal (no number "
        "fits). From here on you decide: Hint shows a good move and says why."
    ),
    HINT,
    stage(range(3, 1000), at.CHOOSING, at.PAIRING, at.WRITING, at.OPEN),
)

END_2023 = Mark(
    N_(
        "The end comes with three plans, a number in every house, or a third refusal. When the piles run out, each "
        "is shuffled on its own. From here on you decide: Hint shows a good move and says why."
    ),
    HINT,
    END.when,
)

STARS = Mark(
    N_("Plans with a star ask for other things than estates: parks, pools, whole streets. Read them before you write."),
    "welcome-plans",
    stage(range(1, 2), at.CHOOSING),
)
ROUNDABOUT = Mark(
    N_(
        "Once a turn an empty house may become a roundabout: with fences on both sides, and behind it numbers begin "
        "anew. Two a game at most, and they cost points."
    ),
    "welcome-track-roundabouts",
    stage(range(1, 2), at.CHOOSING),
)

NUMBER = Mark(
    N_("Alone you have three cards a round: the number of one and the effect of another. First the number."),
    "welcome-card-{1}",
    stage(range(1, 3), at.CHOOSING),
    other_card,
)
EFFECT = Mark(
    N_("Now another card for the effect. The third is not used."),
    "welcome-card-{1}",
    stage(range(1, 3), at.PAIRING),
    with_effect(at.PARK),
)
ALONE = Mark(
    N_("Until you confirm, Undo takes your turn back step by step. Then three new cards come."),
    when=stage(range(1, 3), at.OPEN),
    move="done",
)
DECK = Mark(
    N_(
        "In the lower half of the deck lies the solo card: from then on plans have only their lower value. With the "
        "last card the game is over."
    ),
    "welcome-deck",
    stage(range(2, 3), at.CHOOSING),
)
OWN_END = Mark(
    N_(
        "You play for your own best score; three plans, a full sheet or a third refusal end the game as well. From "
        "here on you decide: Hint shows a good move and says why."
    ),
    HINT,
    END.when,
)

AFTER_ONE = stage(range(2, 1000), at.CHOOSING, at.PAIRING, at.WRITING, at.OPEN)

# Alone in the 2023 edition: what is left goes to a rival
RIVAL_PLANS = Mark(
    N_(
        "City plans ask for estates: numbered houses from fence to fence. An approval card from the deck may let the "
        "rival be first: then only the lower value is left for you."
    ),
    "welcome-plans",
    PLANS.when,
)
RIVAL = Mark(
    N_(
        "Your third card lies here now, on the rival's pile. Cards there bring it points, and fences divide them into "
        "estates: mind what you leave to it."
    ),
    "welcome-rival",
    stage(range(2, 3), at.CHOOSING),
)
LEFT_TO_RIVAL = replace(EFFECT, text=N_("Now another card for the effect. The third goes to your rival."))
RIVAL_END = Mark(
    N_(
        "Only you can end the game: with three plans, a full sheet or a third refusal. Then you need more points than "
        "the rival. From here on you decide: Hint shows a good move and says why."
    ),
    HINT,
    END.when,
)

# The draft: a hand, of which one card goes on
HAND = replace(
    NUMBER,
    text=N_("Here everybody has a hand of three cards: the number of one and the effect of another. First the number."),
)
PASSED_ON = replace(
    EFFECT,
    text=N_(
        "Now another card for the effect. The third goes to your neighbour on the right; you get one from the left, "
        "and two new ones."
    ),
)

TWO_TURNS = (PARK_PAIR, WRITE, PARK, FENCE, CONFIRM, PLANS, FENCE_PAIR)
EXPERT = (ROUNDABOUT, STARS, PARK_PAIR, WRITE, PARK, CONFIRM)
SOLO = (PLANS, DECK, NUMBER, EFFECT, WRITE, PARK, ALONE, OWN_END)
AGAINST_RIVAL = (RIVAL, RIVAL_PLANS, NUMBER, LEFT_TO_RIVAL, WRITE, PARK, ALONE, RIVAL_END)
DRAFT = (STARS, replace(ROUNDABOUT, when=PLANS.when), HAND, PASSED_ON, WRITE, PARK, CONFIRM, END)
LESSONS = (
    Lesson("2018", N_("2018 edition"), (*TWO_TURNS, END), preset="2018", deal=14),
    Lesson("2023", N_("2023 edition"), (*TWO_TURNS, END_2023), preset="2023", also=("blueprint",), deal=8),
    Lesson("expert", N_("2018 expert"), (*EXPERT, replace(END, when=AFTER_ONE)), preset="expert", deal=15),
    Lesson(
        "expert-2023", N_("2023 expert"), (*EXPERT, replace(END_2023, when=AFTER_ONE)), preset="expert 2023", deal=6
    ),
    Lesson("draft", N_("2018 draft"), DRAFT, preset="draft", deal=3),
    Lesson("solo", N_("Alone, 2018"), SOLO, players=1, preset="2018", also=("expert",), deal=4),
    Lesson(
        "rival", N_("Alone, 2023"), AGAINST_RIVAL, players=1, preset="2023", also=("expert 2023", "blueprint"), deal=1
    ),
)
