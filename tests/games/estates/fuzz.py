"""What the fuzz of positions knows of The Estates: pieces and cheques that move, and a naive score."""

import random

from games.estates.test_naive import Naive
from games.fuzz_positions import Kit, Table
from kvartal.engine.game import Setup

COLOURS = ("blue", "green", "yellow", "red", "purple", "grey")
CUBES = [f"{colour} {value}" for colour in COLOURS for value in range(1, 7)]
LOTS = [f"{row}{lot}" for row in "ABC" for lot in range(1, 11)]
BARRIERS = ["beside", *(f"{row} {way}" for row in "ABC" for way in ("longer", "shorter")), "removed"]


def paid(_: Setup, table: Table, rng: random.Random) -> None:
    """Cheques go from one hand to another."""
    one, other = rng.sample(table["seats"], 2)
    amount = min(one["hand"], rng.randint(1, 4))
    one["hand"] -= amount
    other["hand"] += amount


def boxed(_: Setup, table: Table, rng: random.Random) -> None:
    seat = rng.choice(table["seats"])
    source, target = rng.sample(("hand", "box"), 2)
    if seat[source]:
        seat[source] -= 1
        seat[target] += 1


def certificate(_: Setup, table: Table, rng: random.Random) -> None:
    """Somebody else holds a certificate."""
    held = [colour for colour, seat in enumerate(table["certificates"]) if seat >= 0]
    if held:
        table["certificates"][rng.choice(held)] = rng.randrange(len(table["seats"]))


def offer_swapped(_: Setup, table: Table, rng: random.Random) -> None:
    lying = [place for place, cube in enumerate(table["offer"]) if cube != "none"]
    if len(lying) > 1:
        one, other = rng.sample(lying, 2)
        table["offer"][one], table["offer"][other] = table["offer"][other], table["offer"][one]


def cube_exchanged(_: Setup, table: Table, rng: random.Random) -> None:
    """A cube that is not in the round lies in the offer instead of another one."""
    lying = [place for place, cube in enumerate(table["offer"]) if cube != "none"]
    out = [cube for cube, where in zip(CUBES, table["cubes"], strict=True) if where == "out"]
    if lying and out:
        place, cube = rng.choice(lying), rng.choice(out)
        table["cubes"][CUBES.index(table["offer"][place])] = "out"
        table["cubes"][CUBES.index(cube)] = "offer"
        table["offer"][place] = cube


def cube_moved(_: Setup, table: Table, rng: random.Random) -> None:
    """A cube of the city stands on another lot, mostly the one behind the last building of a row."""
    standing = [number for number, where in enumerate(table["cubes"]) if where in LOTS]
    if standing:
        ends = [f"{row}{1 + len({where for where in table['cubes'] if where[0] == row})}" for row in "ABC"]
        lot = rng.choice([lot for lot in ends if lot in LOTS] if rng.random() < 0.7 else LOTS)
        table["cubes"][rng.choice(standing)] = lot


def cube_taken_back(_: Setup, table: Table, rng: random.Random) -> None:
    """A cube of the city lies at an end of the offer again."""
    standing = [number for number, where in enumerate(table["cubes"]) if where in LOTS]
    row = rng.randrange(3)
    places = [place for place in range(row * 8, row * 8 + 8) if table["offer"][place] == "none"]
    if standing and places:
        cube, place = rng.choice(standing), rng.choice((places[0], places[-1]))
        table["cubes"][cube], table["offer"][place] = "offer", CUBES[cube]


def roof_moved(_: Setup, table: Table, rng: random.Random) -> None:
    """A roof lies on another lot, or shows another value."""
    roofed = [lot for lot in range(30) if table["roofs_on"][lot]]
    if not roofed:
        return
    lot = rng.choice(roofed)
    if rng.random() < 0.5:
        table["roofs_on"][lot] = rng.randint(0, 6)
    else:
        other = rng.choice([LOTS.index(where) for where in table["cubes"] if where in LOTS])
        table["roofs_on"][lot], table["roofs_on"][other] = table["roofs_on"][other], table["roofs_on"][lot]


def special_moved(_: Setup, table: Table, rng: random.Random) -> None:
    """A barrier, the mayor or the cancel cube lies elsewhere."""
    what = rng.randrange(3)
    if what == 0:
        table["barriers"][rng.randrange(3)] = rng.choice(BARRIERS)
    elif what == 1:
        table["mayor"] = rng.choice(("beside", "A", "B", "C", "removed"))
    else:
        table["cancel"] = rng.choice(("beside", "removed"))


def bid(_: Setup, table: Table, rng: random.Random) -> None:
    """Another bid, by another one, or somebody else is asked."""
    what, seats = rng.randrange(3), len(table["seats"])
    if what == 0 and table["high_bid"]:
        table["high_bid"] = max(1, table["high_bid"] + rng.choice((-2, -1, 1, 2)))
    elif what == 1 and table["high_bid"]:
        table["high_bidder"] = rng.randrange(seats)
    elif table["phase"] == "bidding":
        table["actor"] = rng.randrange(seats)


def won(_: Setup, table: Table, rng: random.Random) -> None:
    """Something else was won in earlier rounds."""
    seat = rng.choice(table["seats"])
    what = rng.randrange(4)
    if what == 0 and table.get("round"):
        seat["total"] += rng.choice((-3, -1, 1, 3))
    elif what == 1:
        seat["wins"] = max(0, seat["wins"] + rng.choice((-1, 1)))
    elif what == 2:
        table["last_winner"] = rng.randint(-1, len(table["seats"]) - 1)
    else:
        table["winner"] = rng.randint(-1, len(table["seats"]) - 1)


def points(_: Setup, table: Table) -> list[int]:
    """Earlier rounds, the box, and every building for the holder of its lowest cube."""
    found = [seat["total"] + seat["box"] for seat in table["seats"]]
    lengths = dict.fromkeys("ABC", 4)
    for value, place in enumerate(table["barriers"], 1):
        if place not in ("beside", "removed"):
            lengths[place[0]] += value if place.endswith("longer") else -value
    for number, lot in enumerate(LOTS):
        floors = [cube for cube, where in zip(CUBES, table["cubes"], strict=True) if where == lot]
        if not floors:
            continue
        lowest = min(floors, key=lambda cube: int(cube[-1]))
        value = sum(int(cube[-1]) for cube in floors) + table["roofs_on"][number]
        begin = "ABC".index(lot[0]) * 10
        complete = all(table["roofs_on"][begin : begin + lengths[lot[0]]])
        value *= (1 if complete else -1) * (2 if table["mayor"] == lot[0] else 1)
        found[table["certificates"][COLOURS.index(lowest.split()[0])]] += value
    return found


def moves(setup: Setup, table: Table, _: int) -> set[str]:
    """Of the naive game, put where this one is."""
    naive = Naive(setup.players, dict(setup.options))
    naive.offer = [[cube for cube in table["offer"][row : row + 8] if cube != "none"] for row in (0, 8, 16)]
    naive.roofs_gone = 12 - table["roofs_left"]
    for number, lot in enumerate(LOTS):
        floors = [cube for cube, where in zip(CUBES, table["cubes"], strict=True) if where == lot]
        if floors:
            naive.buildings[lot] = sorted(floors, key=lambda cube: -int(cube[-1]))
            naive.buildings[lot] += [f"roof {table['roofs_on'][number]}"] if table["roofs_on"][number] else []
    places = {f"barrier {value}": place for value, place in enumerate(table["barriers"], 1)}
    places |= {"mayor": table["mayor"], "cancel": table["cancel"]}
    naive.beside = [piece for piece, place in places.items() if place == "beside"]
    for value, place in enumerate(table["barriers"], 1):
        if place not in ("beside", "removed"):
            naive.barriers[value] = (place[0], 1 if place.endswith("longer") else -1)
    naive.hand = [seat["hand"] for seat in table["seats"]]
    naive.auctioneer, naive.boxed = table["active"], bool(table["boxed_this_turn"])
    if table["phase"] != "choosing":
        naive.piece = f"roof {table['roof_turned']}" if table["piece"] == "roof" else table["piece"]
        asked = setup.players - 1 if table["phase"] != "bidding" else (table["actor"] - table["active"] - 1)
        bidders = [(table["active"] + 1 + n) % setup.players for n in range(asked % setup.players)]
        naive.bids = [(seat, table["high_bid"] if seat == table["high_bidder"] else 0) for seat in bidders]
        naive.owner = table["actor"] if table["phase"] == "placing" else None
    assert naive.to_move() == table["actor"], f"the naive game waits for seat {naive.to_move()}"
    return set(naive.moves())


KIT = Kit(
    (
        paid,
        boxed,
        certificate,
        offer_swapped,
        cube_exchanged,
        cube_moved,
        cube_taken_back,
        roof_moved,
        special_moved,
        bid,
        won,
    ),
    points=points,
    moves=moves,
)
