"""Rules of The Estates in pictures: cities, the move that is made or tried there, and what of them is to be seen.

Parts, from top to bottom: `row B` (`row B 5`: five lots of it), `whole row B` with its head, `offer 1`, `person 0`.
"""

from kvartal.engine.picture import RulePicture
from kvartal.engine.words import N_
from kvartal.games.estates.text.catalogue import COLOUR_NAMES

IN_ROUND, PER_ROW = 24, 8  # cubes, and how many lie in a row of the offer


def city(*rows: str, up: str = "blue 3", people: tuple[str, ...] = ("hand 12", "hand 12"), more: str = "") -> str:
    """Rows of buildings. `up` are the first cubes of the offer; the rest of it is what comes next, whatever it is. The
    first player holds the certificates of all colours that stand in the city, and is on turn."""
    standing = [word for row in rows for word in row.partition(":")[2].replace("+ roof", "roof").split(",")]
    built = [" ".join(part.split()[:2]) for each in standing for part in each.split("|") if part.strip()]
    held = " ".join(colour for colour in COLOUR_NAMES if any(cube.startswith(colour) for cube in built))
    first = [cube.strip() for cube in up.split(",")]
    every = [f"{colour} {value}" for value in (6, 5, 4, 3, 2, 1) for colour in COLOUR_NAMES]
    offer = [*first, *(cube for cube in every if cube not in built and cube not in first)][: IN_ROUND - len(built)]
    lines = [f"player {n}: {has}" for n, has in enumerate(people)]
    lines[0] += f", certificates {held}" if held else ""
    lines += rows
    for n in range(0, len(offer), PER_ROW):
        lines.append(f"offer {n // PER_ROW + 1}: {', '.join(offer[n : n + PER_ROW])}")
    return "\n".join([*lines, more, "turn: 0"])


FREE = ("offer blue 3", "pass")  # nobody bids: the auctioneer gets the cube for nothing
STEPS = city("row B: red 5 | green 2")
EQUAL = city("row B: red 3 | green 2")
ROOFED = city("row B: red 5 + roof 4 | green 6")
WHITE = city("row A: red 5")
ROOM = city("row B: red 5", more="barrier 2: B shorter")
SHORT = city("row B: red 5 | green 6", more="barrier 2: B shorter")
TWO, THREE = city("row C: red 5 | green 6"), city("row C: red 5 | green 6 | grey 4")
OFFERED = city(up="blue 3, red 5, green 2, yellow 6, grey 1")
AUCTION = city(people=("hand 12", "hand 12", "hand 12"))
SAVED = city("row B: red 5 | green 6, red 2", "row C: grey 4", people=("hand 19", "hand 3, box 2"))
DONE = city("row B: red 5 + roof 4 | green 6, red 2 + roof 3", more="barrier 2: B shorter")
OPEN = city("row B: red 5 + roof 4 | green 6, red 2")
NEARLY = city(
    "row B: red 5 + roof 4 | green 6, red 2 + roof 3",
    "row C: grey 4",
    more="barrier 2: B shorter\nbarrier 3: C shorter",
)

PICTURES = (
    RulePicture("estates.cube.lower", N_("3 goes onto 5."), STEPS, ("row B",), FREE, "place B1"),
    RulePicture("estates.cube.lower", N_("3 does not go onto 2."), STEPS, ("row B",), FREE, "place B2", wrong=True),
    RulePicture("estates.cube.lower", N_("3 does not go onto 3."), EQUAL, ("row B",), FREE, "place B1", wrong=True),
    RulePicture(
        "estates.cube.gap", N_("A new building stands on the next free lot."), STEPS, ("row B",), FREE, "place B3"
    ),
    RulePicture("estates.cube.gap", N_("No lot is left out."), STEPS, ("row B",), FREE, "place B4", wrong=True),
    RulePicture("estates.cube.roofed", N_("Where no roof is, there is room."), ROOFED, ("row B",), FREE, "place B2"),
    RulePicture(
        "estates.cube.roofed", N_("A roof is the end of a building."), ROOFED, ("row B",), FREE, "place B1", wrong=True
    ),
    RulePicture("estates.cube.white", N_("On brown dirt: a second floor."), TWO, ("row C",), FREE, "place C1"),
    RulePicture(
        "estates.cube.white", N_("On white dirt one floor is all."), WHITE, ("row A",), FREE, "place A1", wrong=True
    ),
    RulePicture(
        "estates.cube.length", N_("In front of the barrier there is room."), ROOM, ("row B",), FREE, "place B2"
    ),
    RulePicture(
        "estates.cube.length",
        N_("Behind the barrier nothing is built: this row has two lots now."),
        SHORT,
        ("row B",),
        FREE,
        "place B4",
        wrong=True,
    ),
    RulePicture(
        "estates.offer.end",
        N_("The first or the last cube of a row is put up."),
        OFFERED,
        ("offer 1",),
        (),
        "offer blue 3",
    ),
    RulePicture(
        "estates.offer.end",
        N_("A cube from the middle is not."),
        OFFERED,
        ("offer 1",),
        (),
        "offer yellow 6",
        wrong=True,
    ),
    RulePicture(
        "estates.bid.higher",
        N_("After a bid of 3 the next one is 4 or more."),
        AUCTION,
        ("person 1", "person 2"),
        ("offer blue 3", "bid 3"),
        "bid 4",
        seat=2,
    ),
    RulePicture(
        "estates.bid.higher",
        N_("The same bid again is none."),
        AUCTION,
        ("person 1", "person 2"),
        ("offer blue 3", "bid 3"),
        "bid 3",
        wrong=True,
        seat=2,
    ),
    RulePicture(
        "estates.bid.hand",
        N_("With 3 in hand, 3 can be bid."),
        SAVED,
        ("person 1",),
        ("offer blue 3",),
        "bid 3",
        seat=1,
    ),
    RulePicture(
        "estates.bid.hand",
        N_("5 cannot: the 2 in the cash box are locked away."),
        SAVED,
        ("person 1",),
        ("offer blue 3",),
        "bid 5",
        wrong=True,
        seat=1,
    ),
    RulePicture(
        "estates.sell",
        N_("Sold for 4: the bidder pays you, and places the cube."),
        AUCTION,
        ("person 0", "person 1"),
        ("offer blue 3", "bid 4", "pass"),
        "sell",
    ),
    RulePicture(
        "estates.keep",
        N_("Kept for 4: you pay the bidder, and place the cube."),
        AUCTION,
        ("person 0", "person 1"),
        ("offer blue 3", "bid 4", "pass"),
        "keep",
    ),
    RulePicture("estates.box.once", N_("One cheque a turn goes into the cash box."), AUCTION, ("person 0",), (), "box"),
    RulePicture("estates.box.once", N_("A second one does not."), AUCTION, ("person 0",), ("box",), "box", wrong=True),
    RulePicture(
        "estates.certificate",
        N_("The first blue cube in the city: you hold the blue certificate."),
        STEPS,
        ("row B", "person 0"),
        FREE,
        "place B3",
    ),
    RulePicture(
        "estates.barrier.built",
        N_("Two lots shorter: two buildings stand, so it fits."),
        TWO,
        ("row C",),
        ("offer barrier 2", "pass"),
        "place C shorter",
    ),
    RulePicture(
        "estates.barrier.built",
        N_("With three buildings the barrier would stand on one of them."),
        THREE,
        ("row C",),
        ("offer barrier 2", "pass"),
        "place C shorter",
        wrong=True,
    ),
    RulePicture(
        "estates.mayor",
        N_("Where the mayor stands, every building counts twice."),
        DONE,
        ("whole row B",),
        ("offer mayor", "pass"),
        "place B",
    ),
    RulePicture(
        "estates.score.complete",
        N_("Both required buildings have a roof: {points} points."),
        DONE,
        ("whole row B",),
    ),
    RulePicture(
        "estates.score.incomplete",
        N_("Of four required buildings two are missing: {points} points."),
        OPEN,
        ("whole row B",),
    ),
    RulePicture(
        "estates.end.rows",
        N_("This roof completes the second row: the round is over."),
        NEARLY,
        ("whole row B", "whole row C"),
        ("offer roof", "* 3", "pass"),
        "place C1",
    ),
)
