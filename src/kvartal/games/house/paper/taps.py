"""The houses of a real table, tapped together: for people with the box on the table.

The text of the sheet (see reading.py) stays the truth: a tap changes the text, and the picture is drawn from it. A tap
is a few words, e.g. `put 0 1 2 6`: first player, second column, third storey, a brick wall with a window.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kvartal.engine.board import WIDTH
from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.score import TappedSheet
from kvartal.engine.words import Words
from kvartal.games.house.paper import picture
from kvartal.games.house.paper.reading import NUMBERS, put, read_sheet, score_sheet
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.numbers import PRIVILEGE_KEYS

if TYPE_CHECKING:
    from kvartal.engine.game import Game

MOST, FEWEST = at.SEAT_LIMIT, 2
WALLS = ("wood", "brick")
HAS = ("", " window", " 2 windows", " door")
ROOFS = ("", "metal roof", "tile roof")
COUNTED = {False: ("coins", "left"), True: ("quality", "loans", "money")}  # by variant: is it the expert one?
FIRST_WALL = 1  # a wooden wall, with nothing in it
SHOWING = {
    "wall": "wall",
    "put": "wall",
    "raise": "wall",
    "column": "wall",
    "top": "top",
    "roof": "top",
    "stack": "top",
}
SHOWING |= {"garage": "garage", "gwall": "garage", "gdoors": "garage", "groof": "garage", "gstack": "garage"}
SHOWING |= {"cards": "cards", "card": "cards"}


@dataclass
class Column:
    walls: list[int]
    roof: int = 0
    chimney: bool = False


@dataclass
class Home:
    """One player's plot, piece by piece."""

    name: str
    columns: list[Column] = field(default_factory=list)
    garage: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    permit: bool = False
    numbers: dict[str, int] = field(default_factory=dict)
    cards: list[int] = field(default_factory=list)

    def text(self, expert: bool) -> str:
        lines = [f"player: {self.name}"]
        for column in self.columns:
            parts = [WALLS[(wall - 1) // 4] + HAS[geometry.opening(wall)] for wall in column.walls]
            parts += [ROOFS[column.roof] if expert else "roof"] if column.roof else []
            lines.append(f"column: {', '.join([*parts, *(['chimney'] if column.chimney else [])])}")
        wall, doors, roof, chimney = self.garage
        if wall and expert:
            parts = [WALLS[wall - 1]] + ["door", "2 doors"][doors - 1 : doors] + ([ROOFS[roof]] if roof else [])
            lines.append(f"garage: {', '.join([*parts, *(['chimney'] if chimney else [])])}")
        lines.append(f"permit: {'yes' if self.permit else 'no'}")
        lines += [f"{key}: {self.numbers.get(key, 0)}" for key in COUNTED[expert]]
        if self.cards and expert:
            lines.append(f"privileges: {', '.join(PRIVILEGE_KEYS[card] for card in self.cards)}")
        return "\n".join(lines)


def tap_sheet(game: "Game", text: str, tap: str, words: Words, *, width: int = WIDTH) -> TappedSheet:
    """The text after a tap, and the plots as they look then. What cannot be read counts as not there."""
    table, players = read_sheet(text, [], words)
    kind, *numbers = tap.split() or [""]
    n = [int(each) for each in numbers if each.isascii() and each.isdigit()]
    if kind == "variant" and numbers:
        table["variant"] = numbers[0]
    names = [name for name, _ in players][:MOST]
    for seat in range(FEWEST - len(names)):
        names.append(words.player(seat + len(players)))
    try:
        setup = game.set_up(len(names), table, stored=True)
    except BadSetup:
        setup = game.set_up(len(names))
    tables: Any = setup.tables
    expert = bool(tables.expert)
    state: Any = setup.start()
    homes = []
    for seat, name in enumerate(names):
        put(state, seat, players[seat][1] if seat < len(players) else [], {}, name, words)
        homes.append(_home(name, state.cells, seat))
    _change(homes, kind, numbers[0] if numbers else "", n, setup, words)
    written = f"variant: {setup.options['variant']}\n\n" + "\n\n".join(home.text(expert) for home in homes) + "\n"
    found = score_sheet(game, written, words)
    points = [(sheet.score.total, sheet.place) for sheet in found.sheets]
    if len(homes) != setup.players:
        setup = game.set_up(len(homes), setup.options, stored=True)
    state = setup.start()
    for seat, (name, said) in enumerate(read_sheet(written, [], words)[1]):
        put(state, seat, said, {}, name, words)
    return TappedSheet(written, picture.draw(state, homes, _chosen(kind, n, homes), points, words, width))


def _home(name: str, cells: Any, seat: int) -> Home:
    base = at.SEATS + seat * at.STRIDE
    home = Home(name, permit=bool(cells[base + at.PERMIT]))
    for c in range(at.COLUMNS):
        walls = [cells[base + at.WALL + c * at.STOREYS + s] for s in range(at.STOREYS)]
        if any(walls):
            roof, chimney = cells[base + at.COVER + c], bool(cells[base + at.STACK + c])
            home.columns.append(Column([wall for wall in walls if wall], roof, chimney and bool(roof)))
    home.garage = [cells[base + at.GARAGE + n] for n in range(4)]
    home.numbers = {key: cells[base + cell] for key, cell in NUMBERS.items()}
    home.cards = [card for card in range(at.PRIVILEGES) if cells[at.WHERE + card] == at.KEPT + seat]
    return home


def _chosen(kind: str, n: list[int], homes: list[Home]) -> tuple[str, list[int]] | None:
    """What is being built at, so that its keys are shown: a wall, the top of a column, the garage, the cards."""
    what = SHOWING.get(kind)
    if what is None or not n or n[0] >= len(homes):
        return None
    columns = homes[n[0]].columns
    if kind == "column":
        n = [n[0], len(columns) - 1, 0]
    elif kind == "raise" and len(n) >= 2 and n[1] < len(columns):
        n = [n[0], n[1], len(columns[n[1]].walls) - 1]
    if what in ("garage", "cards"):
        return what, n[:1]
    if len(n) < 2 or n[1] >= len(columns):
        return None
    if what == "wall" and (len(n) < 3 or n[2] >= len(columns[n[1]].walls)):
        return ("top", n[:2])
    return what, n[: 3 if what == "wall" else 2]


def _change(homes: list[Home], kind: str, what: str, n: list[int], setup: Setup, words: Words) -> None:
    if kind == "join" and len(homes) < MOST:
        taken = {home.name for home in homes}
        homes.append(Home(next(name for name in map(words.player, range(2 * MOST)) if name not in taken)))
        homes[-1].numbers["quality"] = int(setup.tables.first_quality)  # type: ignore[attr-defined]
    elif kind == "leave" and n and n[0] < len(homes) > FEWEST:
        del homes[n[0]]
    elif kind in ("less", "more") and what in NUMBERS and n and n[0] < len(homes):
        by = (n[1] if len(n) > 1 else 1) * (1 if kind == "more" else -1)
        low, high = _bounds(what, setup.tables)
        homes[n[0]].numbers[what] = max(low, min(high, homes[n[0]].numbers.get(what, 0) + by))
    elif n and n[0] < len(homes):
        home = homes[n[0]]
        if kind == "permit":
            home.permit = not home.permit
        elif kind == "card" and len(n) == 2 and n[1] < at.PRIVILEGES:
            kept = n[1] in home.cards
            for each in homes:
                each.cards = [card for card in each.cards if card != n[1]]
            home.cards = home.cards if kept else sorted([*home.cards, n[1]])
        elif kind.startswith("g"):
            _change_garage(home.garage, kind, n[1:])
        else:
            _change_column(home, kind, n[1:], setup.tables)


def _bounds(what: str, tables: Any) -> tuple[int, int]:
    bounds = {"quality": (tables.first_quality, tables.last_quality), "coins": (0, tables.coins)}
    return bounds.get(what, (0, sum(tables.pool) if what == "left" else 999))


def _change_garage(garage: list[int], kind: str, n: list[int]) -> None:
    if kind == "gwall" and n and n[0] <= 2:
        garage[:] = [n[0], *garage[1:]] if n[0] else [0, 0, 0, 0]
    elif kind == "gdoors" and n and n[0] <= 2 and garage[0]:
        garage[1] = n[0]
    elif kind == "groof" and n and n[0] <= 2 and garage[0]:
        garage[2], garage[3] = n[0], garage[3] if n[0] else 0
    elif kind == "gstack" and garage[2]:
        garage[3] = 1 - garage[3]


def _change_column(home: Home, kind: str, n: list[int], tables: Any) -> None:
    """Walls stand one upon the other and columns side by side: whatever is taken away, the rest closes up."""
    columns = home.columns
    if kind == "column" and len(columns) < tables.columns:
        columns.append(Column([FIRST_WALL]))
    if not n or n[0] >= len(columns):
        return
    column = columns[n[0]]
    if kind == "raise" and len(column.walls) < tables.storeys:
        column.walls.append(FIRST_WALL)
    elif kind == "put" and len(n) == 3 and n[1] < len(column.walls) and n[2] <= 8:
        if n[2]:
            column.walls[n[1]] = n[2]
        else:
            del column.walls[n[1]]
        if not column.walls:
            del columns[n[0]]
    elif kind == "roof" and len(n) == 2 and n[1] <= 2:
        column.roof = n[1]
        column.chimney = column.chimney and bool(n[1])
    elif kind == "stack" and column.roof:
        column.chimney = not column.chimney
