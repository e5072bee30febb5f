"""The first round of Mr House, with somebody who points: marks for the basic and for the expert game."""

from collections.abc import Callable
from dataclasses import replace

from kvartal.engine.coach import HINT, SEAT, Lesson, Mark, first_of
from kvartal.engine.view import View
from kvartal.engine.words import N_
from kvartal.games.house.rules import cells as at

# Where the chips of the lessons go: enough for a wall, and somebody who builds it
CHIPS = first_of(
    "place 3 at bricks", "place 1 at exchange", "place 2 at wood", "place 1 at bank", "place 0 at ", "place "
)
EXPERT_CHIPS = first_of(
    "place 3 at bricks", "place 2 at exchange", "place 0 at fair", "place 1 at office", "place 1 at wood", "place "
)
WALLS = ("brick wall", "wood wall")


def to_do(*phases: int) -> Callable[[View], bool]:
    """When whoever learns is to act in one of these phases of the first round."""
    return lambda view: (
        view.known.cells[at.ROUND] == 1 and SEAT in view.waiting and view.known.cells[at.PHASE] in phases
    )


def most(view: View) -> str | None:
    """As many as can be had."""
    return first_of(*(f"take {n}" for n in (3, 2, 1, 0)))(view)


WORK = first_of(*(f"build {wall}" for wall in WALLS), "crew 1", "crew 2", "crew ", "at left", "at right")


def work_spot(move: str) -> str:
    """Where a step of building is drawn; crews that are joined have a button."""
    first, _, rest = move.partition(" ")
    if first == "crew":
        return f"house-crew-{rest}" if rest.isdigit() else ""
    return f"house-spot-{SEAT}-{rest}" if first == "at" else f"house-element-{rest.replace(' ', '-')}"


def later(view: View) -> bool:
    return view.known.cells[at.ROUND] > 1 and SEAT in view.waiting


PLOT = Mark(
    N_(
        "Here your house will stand: walls, roofs, a chimney, a door and windows, in six rounds. What stands brings "
        "points, a complete house four more."
    ),
    "house-site",
    to_do(at.MOVING),
)
CHIP = Mark(
    N_(
        "Take a chip, then a building. Chips lie face down; the value says how much you may take there. Each further "
        "one goes beside a building where you have one."
    ),
    "house-place-{3}",
    to_do(at.MOVING),
    CHIPS,
)
TAKE = Mark(
    N_(
        "Now the buildings are served one after the other, and in each the chips from the bottom up. Take all that "
        "you may."
    ),
    when=to_do(at.BUYING),
    move=most,
)
GROUP = Mark(
    N_("Lay out goods for what you want to try. What each part of a house takes stands beside it."),
    "house-element-{1}-{2}",
    to_do(at.ARRANGING),
    first_of(*(f"group {wall}" for wall in WALLS)),
)
DONE = Mark(N_("That is all for now: done."), when=to_do(at.BUYING, at.ARRANGING, at.BUILDING), move="done")
BUILD = Mark(
    N_(
        "Try it: the die is rolled, and with your quality or less it gets built. Each builder whom you hire at the "
        "Exchange raises your quality by one."
    ),
    "house-element-{1}-{2}",
    to_do(at.BUILDING),
    first_of(*(f"build {wall}" for wall in WALLS)),
)
SPOT = Mark(
    N_("It is built! A wall stands beside the others or upon one of them: choose where."),
    f"house-spot-{SEAT}-{{1}}",
    to_do(at.BUILDING),
    first_of("at left", "at right"),
)
END = Mark(
    N_(
        "The next round begins. A complete house also needs a permit from the Office. From here on you decide: Hint "
        "shows a good move and says why."
    ),
    HINT,
    later,
)

MONEY = Mark(
    N_("Everything costs money here. When yours runs out, a loan comes by itself, and loans cost points in the end."),
    "house-facts",
    to_do(at.MOVING),
)
PRICE = Mark(
    N_("Buy what your chip allows, at the price of the shop. What becomes scarce becomes dearer."),
    when=to_do(at.BUYING),
    move=most,
)
OFFICE = Mark(
    N_(
        "The Office gives a permit, a step of quality, or money. Without a permit no house is complete, and who has "
        "no complete house loses."
    ),
    when=to_do(at.BUYING),
    move=first_of("office permit", "office quality", "office "),
)
HIRE = Mark(
    N_("Hire a crew: its card shows the price, the workers and the stars. Without workers nothing gets built."),
    "house-builder-{1}",
    to_do(at.BUYING),
    first_of("hire "),
)
RAISE = Mark(
    N_(
        "You build with goods and workers, without a die. Choose what, who works on it (a crew is never split), and "
        "where it stands."
    ),
    lambda view: work_spot(WORK(view) or ""),
    to_do(at.BUILDING),
    WORK,
)

BASIC = (PLOT, CHIP, TAKE, GROUP, BUILD, SPOT, DONE, END)
EXPERT = (MONEY, replace(CHIP, move=EXPERT_CHIPS), PRICE, OFFICE, HIRE, RAISE, DONE, END)

LESSONS = (
    Lesson("basic", N_("Basic game"), BASIC, preset="basic", deal=4),
    Lesson("expert", N_("Expert game"), EXPERT, preset="expert", deal=1),
)
