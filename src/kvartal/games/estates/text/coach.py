"""The first auctions of The Estates, with somebody who points."""

from collections.abc import Callable

from kvartal.engine.coach import HINT, SEAT, Lesson, Mark, first_of
from kvartal.engine.view import View
from kvartal.engine.words import N_
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.tables import ROOF_PIECE

COLOURS = ("blue", "yellow", "green", "red", "purple", "grey")
LARGEST = first_of(*(f"offer {colour} {value}" for value in (6, 5, 4, 3) for colour in COLOURS), "offer ")
SECOND = first_of("offer mayor", "offer barrier", "offer ")  # something that others want as well
CHEAP = 4  # cheques that a piece may cost here
TURNS = range(4)  # of both together, that are led


def to_do(phase: int, turns: range = TURNS) -> Callable[[View], bool]:
    """When whoever learns is to act in a phase, after so many finished turns of all."""

    def when(view: View) -> bool:
        cells = view.known.cells
        return SEAT in view.waiting and cells[at.PHASE] == phase and int(cells[at.TURNS]) in turns

    return when


def offer(view: View) -> str | None:
    return (SECOND if view.known.cells[at.TURNS] else LARGEST)(view)


def decide(view: View) -> str | None:
    return first_of("keep" if view.known.cells[at.HIGH] <= CHEAP else "sell", "sell")(view)


def bid(view: View) -> str | None:
    """One cheque for a floor or a roof; what is of use only to some is left to the other."""
    return first_of("bid ", "pass")(view) if view.known.cells[at.PIECE] <= ROOF_PIECE else "pass"


def on_lots(view: View) -> bool:
    """A cube or a roof is to be placed."""
    return to_do(at.PLACING)(view) and view.known.cells[at.PIECE] <= ROOF_PIECE


def in_row(view: View) -> bool:
    return to_do(at.PLACING)(view) and view.known.cells[at.PIECE] > ROOF_PIECE


def row_spot(view: View) -> str:
    """Where a barrier, the mayor or the cancel cube goes is drawn; what is removed has a button."""
    _, *where = (IN_ROW(view) or "").split()
    if len(where) == 2:  # A longer
        return f"estates-{where[1]}-{where[0]}"
    return f"estates-street-{where[0]}" if len(where) == 1 else f"estates-barrier-{where[2]}" if where else ""


IN_ROW = first_of("place B", "place ", "discard")

MARKS = (
    Mark(
        N_(
            "A city of three rows, built by all together. In a completed row buildings bring points; in any other "
            "they cost as many."
        ),
        "estates-row-A",
        to_do(at.CHOOSING, range(1)),
    ),
    Mark(
        N_(
            "Once a turn a cheque may go into your cash box: it is worth a point in the end, but cannot be spent any "
            "more."
        ),
        when=to_do(at.CHOOSING, range(1, 4)),
        move="box",
    ),
    Mark(
        N_(
            "You are the auctioneer: put up a piece. Cubes are floors, taken from the ends of the offer only; roofs, "
            "barriers and the mayor lie beside them."
        ),
        lambda view: "estates-offer-" + "-".join((offer(view) or "").split()[1:]),
        to_do(at.CHOOSING),
        offer,
    ),
    Mark(
        N_("There is a bid. Sell, and the cheques are yours; or pay just as many to the bidder and keep the piece."),
        when=to_do(at.DECIDING),
        move=decide,
    ),
    Mark(
        N_(
            "A floor goes onto the next empty lot of a row, or upon a higher number; a roof closes a building. Who "
            "lays the first floor of a colour owns whatever has it on top."
        ),
        "estates-lot-{1}",
        on_lots,
        first_of("place B", "place A", "place C"),
    ),
    Mark(
        N_(
            "The mayor doubles all that his row brings or costs; a barrier makes a row longer or shorter. Here is a "
            "place for it."
        ),
        row_spot,
        in_row,
        IN_ROW,
    ),
    Mark(
        N_(
            "Now the other one sells. You bid once, more than was bid before, or pass; with − and + you choose how "
            "much."
        ),
        when=to_do(at.BIDDING),
        move=bid,
    ),
    Mark(
        N_(
            "When two rows are complete, every building in them under a roof, the round is over. From here on you "
            "decide: Hint shows a good move and says why."
        ),
        HINT,
        to_do(at.CHOOSING, range(4, 1000)),
    ),
)

LESSONS = (Lesson("two", N_("Two players"), MARKS, deal=7),)
