"""The end of a real round, tapped together: for people with the box on the table.

The text of the sheet (see sheet.py) stays the truth: a tap changes the text, and the picture is drawn from it. A tap
is a few words, e.g. `cube 1 0 17`: in row B, on the first lot, cube number 17.
"""

from dataclasses import dataclass, field

from kvartal.engine.board import WIDTH
from kvartal.engine.game import Game
from kvartal.engine.option import BadSetup
from kvartal.engine.score import TappedSheet
from kvartal.engine.words import Words
from kvartal.games.estates.paper import picture
from kvartal.games.estates.paper.reading import score_sheet
from kvartal.games.estates.paper.sheet import Holder, Sheet, read_building, read_sheet
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.keys import COLOUR_KEYS, ROW_KEYS

MOST, FEWEST = 5, 2
PLACES = ("-", *(f"{row} {way}" for row in ROW_KEYS for way in ("longer", "shorter")))  # of a barrier


@dataclass
class Building:
    cubes: list[int]
    roof: int = 0

    def text(self) -> str:
        floors = ", ".join(f"{COLOUR_KEYS[cube // kit.VALUES]} {cube % kit.VALUES + 1}" for cube in self.cubes)
        return floors + (f" + roof {self.roof}" if self.roof else "")


@dataclass
class City:
    """What a sheet says, piece by piece."""

    players: list[Holder] = field(default_factory=list)
    rows: list[list[Building]] = field(default_factory=lambda: [[], [], []])
    barriers: list[str] = field(default_factory=lambda: ["-"] * kit.BARRIERS)
    lengths: dict[str, int] = field(default_factory=dict)
    mayor: str = ""
    options: dict[str, object] = field(default_factory=dict)
    untapped: list[str] = field(default_factory=list)  # lines that the picture does not show

    def text(self) -> str:
        lines = []
        for holder in self.players:
            said = [f"certificates {' '.join(holder.certificates)}"] if holder.certificates else []
            said += [f"{key} {number}" for key, number in holder.numbers.items()]
            lines.append(f"player {holder.name}: {', '.join(said)}".rstrip())
        for key, row in zip(ROW_KEYS, self.rows, strict=True):
            if row:
                lines.append(f"row {key}: {' | '.join(building.text() for building in row)}")
        lines += [f"barrier {n}: {place}" for n, place in enumerate(self.barriers, 1) if place != "-"]
        lines += [f"length {key}: {length}" for key, length in self.lengths.items()]
        lines += [f"mayor: {self.mayor}"] if self.mayor else []
        tapped = {line.partition(":")[0] for line in lines}
        lines += [line for line in self.untapped if line.partition(":")[0] not in tapped]
        return "\n".join([*lines, *(f"option {name}: {value}" for name, value in self.options.items())]) + "\n"

    def standing(self) -> dict[int, tuple[int, int]]:
        """Where each cube of the city stands: row and place."""
        found: dict[int, tuple[int, int]] = {}
        for row, buildings in enumerate(self.rows):
            for place, building in enumerate(buildings):
                found |= dict.fromkeys(building.cubes, (row, place))
        return found

    def holder(self, colour: int) -> int:
        """Who has the certificate of a colour; −1: nobody."""
        held = [seat for seat, each in enumerate(self.players) if COLOUR_KEYS[colour] in each.certificates]
        return held[0] if held else -1


def tap_sheet(game: Game, text: str, tap: str, words: Words, *, width: int = WIDTH) -> TappedSheet:
    """The text after a tap, and the city as it looks then. What cannot be read counts as not there."""
    city = _city(read_sheet(text, [], words), words)
    kind, *numbers = tap.split() or [""]
    n = [int(each) for each in numbers if each.isascii() and each.isdigit()]
    _change(city, kind, numbers[0] if numbers else "", n, words)
    written = city.text()
    try:
        setup = game.set_up(len(city.players), city.options, stored=True)
    except BadSetup:
        setup = game.set_up(len(city.players))
    chosen = (n[0], n[1]) if kind in ("lot", "cube", "roof") and len(n) >= 2 and n[0] < kit.ROWS else None
    if chosen is not None and chosen[1] > len(city.rows[chosen[0]]):
        chosen = None
    found = score_sheet(game, written, words)
    points = [sheet.score.total for sheet in found.sheets]
    return TappedSheet(written, picture.draw(setup, city, chosen, points, words, width))


def _city(sheet: Sheet, words: Words) -> City:
    city = City(sheet.players[:MOST], lengths=dict(sheet.lengths), options=dict(sheet.options))
    for key, buildings in sheet.rows.items():
        row = city.rows[ROW_KEYS.index(key)]
        for written in buildings[: kit.LOTS]:
            cubes, roof = read_building(written)
            if cubes:
                row.append(Building(cubes, roof))
    for name, place in sheet.barriers.items():
        said = " ".join(place.lower().split()).capitalize()
        if name in ("1", "2", "3") and said in PLACES:
            city.barriers[int(name) - 1] = said
        elif name in ("1", "2", "3") and said == "Removed":
            city.untapped.append(f"barrier {name}: removed")
    mayor = sheet.mayor.strip().upper()
    city.untapped += ["mayor: removed"] if mayor == "REMOVED" else []
    city.untapped += [f"offer {row}: {', '.join(cubes)}" for row, cubes in sheet.offer.items()]
    city.untapped += [f"turn: {sheet.turn}"] if sheet.turn else []
    city.untapped += [f"cancel: {sheet.cancel}"] if sheet.cancel else []
    city.mayor = mayor if mayor in ROW_KEYS else ""
    while len(city.players) < FEWEST:
        _join(city, words)
    return city


def _join(city: City, words: Words) -> None:
    """One more player, with a name that nobody has yet."""
    taken = {holder.name for holder in city.players}
    names = (words.player(seat) for seat in range(2 * MOST))
    city.players.append(Holder(next(name for name in names if name not in taken)))


def _change(city: City, kind: str, what: str, n: list[int], words: Words) -> None:
    if kind == "join" and len(city.players) < MOST:
        _join(city, words)
    elif kind == "leave" and n and n[0] < len(city.players) > FEWEST:
        del city.players[n[0]]
    elif kind in ("cube", "roof", "clear") and len(n) >= 2 and n[0] < kit.ROWS and n[1] < kit.LOTS:
        _build(city, kind, n)
    elif kind == "barrier" and len(n) == 2 and 1 <= n[0] <= kit.BARRIERS and n[1] < len(PLACES):
        city.barriers[n[0] - 1] = PLACES[n[1]]
        city.lengths = {}  # they follow from the barriers now
    elif kind == "mayor" and n and n[0] <= kit.ROWS:
        city.mayor = ("", *ROW_KEYS)[n[0]]
    elif kind == "certificate" and len(n) == 2 and n[0] < len(city.players) and n[1] < kit.COLOURS:
        _hand_over(city, n[0], n[1])
    elif kind in ("less", "more") and what in ("box", "hand", "earlier") and n and n[0] < len(city.players):
        _count(city.players[n[0]], what, (n[1] if len(n) > 1 else 1) * (1 if kind == "more" else -1))


def _build(city: City, kind: str, n: list[int]) -> None:
    """A cube comes to a lot, or leaves it; floors stand in the order of their numbers, one of each."""
    row, place = city.rows[n[0]], n[1]
    if kind == "clear" and place < len(row):
        del row[place]
    elif kind == "roof" and place < len(row) and len(n) == 3 and n[2] <= kit.VALUES:
        row[place].roof = n[2]
    elif kind == "cube" and len(n) == 3 and n[2] < kit.CUBES and place <= len(row):
        cube = n[2]
        if place < len(row) and cube in row[place].cubes:
            _remove(city, cube)
            return
        if place == len(row):
            row.append(Building([]))
        building = row[place]
        _remove(city, cube, building)
        kept = [each for each in building.cubes if each % kit.VALUES != cube % kit.VALUES]
        building.cubes = sorted([*kept, cube], key=lambda each: -(each % kit.VALUES))


def _remove(city: City, cube: int, spared: Building | None = None) -> None:
    """Take a cube from where it stands; an empty lot closes up, because a row has no gaps."""
    for row in city.rows:
        for building in row:
            if cube in building.cubes:
                building.cubes.remove(cube)
        row[:] = [building for building in row if building.cubes or building is spared]


def _hand_over(city: City, seat: int, colour: int) -> None:
    """The certificate goes to this player, or, from them, back beside the board."""
    key, had = COLOUR_KEYS[colour], city.holder(colour)
    for holder in city.players:
        holder.certificates = [each for each in holder.certificates if each != key]
    if had != seat:
        mine = {*city.players[seat].certificates, key}
        city.players[seat].certificates = [each for each in COLOUR_KEYS if each in mine]


def _count(holder: Holder, what: str, by: int) -> None:
    """Hands need not be known: below nothing there is no number."""
    now = holder.numbers.get(what)
    if what == "hand" and (now is None or now + by < 0):
        holder.numbers.pop("hand", None)
        if by > 0:
            holder.numbers["hand"] = 0 if by == 1 else by
        return
    number = (now or 0) + by
    if what == "box":
        number = max(0, number)
    holder.numbers[what] = number
    if not number and what != "hand":
        del holder.numbers[what]
