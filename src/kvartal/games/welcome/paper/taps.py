"""A sheet of paper to tap: houses, fences and boxes, for people who want their own paper scored.

The text of the sheets (see reading.py) stays the truth: a tap changes the text, and the picture is drawn from it. A tap
is a few words, e.g. `number 0 1 4 12`: first sheet, second street, fifth house, a 12.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kvartal.engine.board import WIDTH
from kvartal.engine.option import BadSetup
from kvartal.engine.score import TappedSheet
from kvartal.engine.svg import box, group, text
from kvartal.engine.tappable import DOES, KEY, LEFT, Picture
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.paper.reading import (
    CARDS,
    EMPTY_HOUSES,
    HOUSE,
    TABLE_KEYS,
    Sheet,
    _numbers,
    _read,
    score_sheet,
)
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.positions.approved import plan_values

if TYPE_CHECKING:
    from kvartal.engine.game import Game

EMPTY = "."
EDITIONS = {"2018": ("2018", "classic"), "2023": ("2023", "classic"), "blueprint": ("2023", "blueprint")}
MOST_PAPERS, MOST_OTHERS = 12, 12
STREET_HIGH, BOX, GAP = 104, 30, 4


@dataclass
class Paper:
    """One sheet, house by house."""

    name: str = ""
    houses: list[list[str]] = field(default_factory=list)  # of each street: ".", "o", "7", "7b", "7p", "7bp"
    fences: list[set[int]] = field(default_factory=lambda: [set(), set(), set()])  # right of which house
    parks: list[int] = field(default_factory=lambda: [0, 0, 0])
    values: list[int] = field(default_factory=lambda: [0] * 6)
    temps: int = 0
    refusals: int = 0
    plans: list[int] = field(default_factory=lambda: [-1, -1, -1])
    spent: str = ""

    def text(self) -> str:
        lines = [f"name: {self.name}"] if self.name else []
        for street, houses in enumerate(self.houses):
            written = [house + (" |" if n in self.fences[street] else "") for n, house in enumerate(houses)]
            lines.append(f"street {street + 1}: {' '.join(written)}")
        plans = " ".join("-" if points < 0 else str(points) for points in self.plans)
        lines += [f"parks: {' '.join(map(str, self.parks))}", f"values: {' '.join(map(str, self.values))}"]
        lines += [f"temps: {self.temps}", f"refusals: {self.refusals}", f"plans: {plans}"]
        return "\n".join([*lines, *([f"spent: {self.spent}"] if self.spent else [])])


def tap_sheet(game: "Game", text: str, tap: str, words: Words, *, width: int = WIDTH) -> TappedSheet:
    """The text after a tap, and the paper as it looks then. What cannot be read counts as empty."""
    about, blocks = _read(text, [], words)
    kind, *numbers = tap.split() or ["look"]
    at_ = [int(n) for n in numbers if n.isascii() and n.isdigit()]
    if kind == "edition" and numbers and numbers[0] in EDITIONS:
        about["edition"], about["board"] = EDITIONS[numbers[0]]
    try:
        setup = game.set_up(
            2, {"edition": str(about.get("edition", "2018")), "board": str(about.get("board", "classic"))}
        )
    except BadSetup:
        about = {}
        setup = game.set_up(2)
    tables: Any = setup.tables
    papers = [_paper(block, tables, words) for block in blocks] or [_paper({}, tables, words)]
    about = {
        key: (", " if key in CARDS else " ").join(map(str, value)) if isinstance(value, list) else value
        for key, value in about.items()
    }
    others = [max(0, temps) for temps in _numbers(about.get("others", ""), None, 0, 40, "", [], words)]
    if "others" in numbers:
        _change_others(others, kind, at_, tables.temp_boxes)
        about["others"] = " ".join(map(str, others))
    elif kind == "add" and len(papers) < MOST_PAPERS:
        papers.append(_paper({}, tables, words))
    elif kind == "drop" and at_ and at_[0] < len(papers) and len(papers) > 1:
        del papers[at_[0]]
    elif at_ and at_[0] < len(papers):
        _change(papers[at_[0]], kind, at_[1:], tables)
    if about.get("board") == "classic":
        del about["board"]
    head = "\n".join(f"{key}: {about[key]}" for key in TABLE_KEYS if about.get(key))
    written = head + "\n\n" + "\n---\n".join(paper.text() for paper in papers) + "\n"
    chosen = _chosen(kind, at_, papers)
    desk = _Desk(tables, words, width, about, papers, chosen, others)
    desk.points = [sheet.score.total for sheet in score_sheet(game, written, words).sheets]
    return TappedSheet(written, desk.drawn())


def _change_others(others: list[int], kind: str, n: list[int], most: int) -> None:
    """Players whose paper is not here: only their temps count. One with less than none goes."""
    if kind == "join" and len(others) < MOST_OTHERS:
        others.append(0)
    elif kind == "more" and n and n[0] < len(others):
        others[n[0]] = min(others[n[0]] + 1, most)
    elif kind == "less" and n and n[0] < len(others):
        others[n[0]] -= 1
        if others[n[0]] < 0:
            del others[n[0]]


def _paper(block: dict[str, Any], tables: Any, words: Words) -> Paper:
    read = Sheet(str(block.get("name", ""))[:60])
    paper = Paper(read.name)
    for street in range(3):
        size = tables.past[street] - tables.first[street]
        houses: list[str] = []
        for written in str(block.get(f"street {street + 1}", "")).replace("|", " | ").lower().split():
            if written == "|":
                if 0 < len(houses) < size:
                    paper.fences[street].add(len(houses) - 1)
            elif len(houses) < size:
                known = written == "o" or HOUSE.fullmatch(written) or written in EMPTY_HOUSES
                houses.append(written if known and written not in EMPTY_HOUSES else EMPTY)
        paper.houses.append(houses + [EMPTY] * (size - len(houses)))
    paper.parks = _bounded(block.get("parks", ""), list(tables.park_boxes), words)
    paper.values = _bounded(block.get("values", ""), list(tables.value_boxes), words)
    paper.temps = _bounded(block.get("temps", ""), [tables.temp_boxes], words)[0]
    paper.refusals = _bounded(block.get("refusals", ""), [tables.refusal_boxes], words)[0]
    plans = _numbers(block.get("plans", "- - -"), 3, 0, 99, "", [], words, none=-1)
    paper.plans = [points if points in plan_values(tables, place) else -1 for place, points in enumerate(plans)]
    spent = block.get("spent", "")
    paper.spent = " ".join(map(str, spent)) if isinstance(spent, list) else str(spent)
    return paper


def _bounded(value: Any, most: list[int], words: Words) -> list[int]:
    problems: list[str] = []
    found = _numbers(value, len(most), 0, 40, "", problems, words)
    return [max(0, min(n, high)) for n, high in zip(found, most, strict=True)]


def _change(paper: Paper, kind: str, n: list[int], tables: Any) -> None:
    """Write one thing on the paper; tapping a crossed box again takes its cross away."""
    if kind in ("number", "bis", "pool", "clear", "round", "fence") and len(n) >= 2 and n[0] < 3:
        _change_house(paper, kind, n, tables)
    elif kind == "parks" and len(n) == 2 and n[0] < 3:
        paper.parks[n[0]] = _crossed(paper.parks[n[0]], min(n[1], tables.park_boxes[n[0]]))
    elif kind == "values" and len(n) == 2 and n[0] < 6:
        paper.values[n[0]] = _crossed(paper.values[n[0]], min(n[1], tables.value_boxes[n[0]]))
    elif kind == "temps" and len(n) == 1:
        paper.temps = _crossed(paper.temps, min(n[0], tables.temp_boxes))
    elif kind == "refusals" and len(n) == 1:
        paper.refusals = _crossed(paper.refusals, min(n[0], tables.refusal_boxes))
    elif kind == "plan" and len(n) == 2 and n[0] < 3:
        paper.plans[n[0]] = -1 if paper.plans[n[0]] == n[1] else n[1]


def _crossed(now: int, box_: int) -> int:
    return box_ - 1 if now == box_ else box_


def _change_house(paper: Paper, kind: str, n: list[int], tables: Any) -> None:
    street, house = n[0], n[1]
    houses = paper.houses[street]
    if house >= len(houses):
        return
    now = houses[house]
    match = HOUSE.fullmatch(now)
    if kind == "number" and len(n) == 3 and n[2] <= at.HIGHEST:
        houses[house] = f"{n[2]}{match[2] + match[3] if match else ''}"
    elif kind == "bis" and match:
        houses[house] = f"{match[1]}{'' if match[2] else 'b'}{match[3]}"
    elif kind == "pool" and match and tables.pool_of[tables.first[street] + house] != 255:
        houses[house] = f"{match[1]}{match[2]}{'' if match[3] else 'p'}"
    elif kind == "round":
        houses[house] = EMPTY if now == "o" else "o"
    elif kind == "clear":
        houses[house] = EMPTY
    elif kind == "fence" and house < len(houses) - 1:
        paper.fences[street] ^= {house}


def _chosen(kind: str, n: list[int], papers: list[Paper]) -> tuple[int, int, int] | None:
    """The house whose numbers are shown now: after a number, the next one to the right."""
    if (
        kind not in ("house", "number", "bis", "pool", "round", "clear")
        or len(n) < 3
        or n[0] >= len(papers)
        or n[1] > 2
    ):
        return None
    sheet, street, house = n[0], n[1], n[2] + (kind == "number")
    return (sheet, street, house) if house < len(papers[sheet].houses[street]) else None


class _Desk(Picture):
    """Draws the papers one below the other."""

    def __init__(
        self, tables: Any, words: Words, width: int, about: dict[str, Any], papers: list[Paper],
        chosen: tuple[int, int, int] | None, others: list[int],
    ) -> None:  # fmt: skip
        super().__init__(words, width)
        self.tables, self.about, self.papers, self.chosen = tables, about, papers, chosen
        self.others = others
        self.room = self.across - 16
        self.points: list[int] = []  # of each paper; none while something does not fit yet

    def drawn(self) -> str:
        words = self.words
        now = str(self.about.get("edition", "2018")), str(self.about.get("board", "classic"))
        for n, (each, meant) in enumerate(EDITIONS.items()):
            shown = words("2023 blueprint") if each == "blueprint" else each
            self.on_paper(f"edition {each}", 8 + n * 88, self.y, 80 + 84 * (n == 2), shown, meant == now)
        self.y += KEY + 8
        for number, paper in enumerate(self.papers):
            self.paper(number, paper)
        self.on_paper("add", 8, self.y, 200, words("One more sheet"))
        self.y += KEY + 14
        self.rest()
        return self.document("paper", words("Sheets to tap"))

    def rest(self) -> None:
        """Who has no sheet here: how many temps they have decides what mine are worth."""
        words = self.words
        self.say(words("Players without a sheet here: only their temps"))
        across = 2 if self.narrow else 4
        wide = self.room / across
        for n, temps in enumerate(self.others):
            name = words("Other player {n}", n=n + 1)
            self.stepper(f"others {n}", LEFT + n % across * wide, wide - 10, name, str(temps))
            if n % across == across - 1:
                self.y += KEY + 26
        if len(self.others) % across:
            self.y += KEY + 26
        if len(self.others) < MOST_OTHERS:
            self.on_paper("join others", 8, self.y, 200, words("One more player"))
            self.y += KEY

    def paper(self, number: int, paper: Paper) -> None:
        words, top = self.words, self.y
        inside, self.parts = self.parts, []
        self.y += 14
        name = paper.name or words("Sheet {n}", n=number + 1)
        self.whose = name if len(self.papers) > 1 else ""
        self.head(f"{name}: {self.points[number]}" if self.points else name, 15, bold=True)
        if len(self.papers) > 1:
            spoken = f"{words('Take away')}: {name}"
            self.on_paper(f"drop {number}", self.across - 128, self.y - 34, 112, words("Take away"), None, spoken)
            self.y += 12
        for street in range(3):
            self.street(number, paper, street)
        pools = sum("p" in house for houses in paper.houses for house in houses)
        bis = sum("b" in house for houses in paper.houses for house in houses)
        self.head(f"{words('Pools')}: {pools} · {words('Bis')}: {bis}", 12)
        tables = self.tables
        self.track(f"temps {number}", words("Temps"), ["·"] * tables.temp_boxes, paper.temps)
        self.track(f"refusals {number}", words("Refusals"), list(map(str, tables.refusal_points[1:])), paper.refusals)
        self.head(words("Value of estates"), 12)
        for size in range(6):
            count = tables.value_boxes[size]
            points = [str(p) for p in tables.value_points[size * 16 + 1 : size * 16 + count + 1]]
            spoken = words("values of size {n}", n=size + 1)
            self.track(f"values {number} {size}", str(size + 1), points, paper.values[size], True, spoken)
        self.head(words("City plans"), 12)
        for place in range(3):
            values = plan_values(tables, place)
            shown = [str(points) for points in values]
            self.choice(f"plan {number} {place}", str(place + 1), values, shown, paper.plans[place])
        self.y += 8
        sheet = box(4, top, self.across - 8, self.y - top, "paper", "edge", 12)
        self.parts = [*inside, sheet, *self.parts]
        self.y += 12
        self.whose = ""

    def street(self, number: int, paper: Paper, street: int) -> None:
        words, houses = self.words, paper.houses[street]
        self.head(words("Street {n}", n=street + 1), 12)
        step = (self.room - 8) / len(houses)
        top = self.y
        for house, written in enumerate(houses):
            x = 12 + house * step
            match = HOUSE.fullmatch(written)
            digit = match[1] if match else ""
            cell = (int(digit) + (at.BIS_BASE if match and match[2] else 0)) if match else -1
            body = [box(0, 0, step - 2, 62, "lawn", None, 4)]
            high = 40.0
            if written == "o":
                body.append(art.roundabout(step - 2, high + 8))
            else:
                body.append(art.house(street, step - 4, high, cell, digit))
            if self.tables.pool_of[self.tables.first[street] + house] != 255:
                body.append(group(2, 44, art.pool(min(step - 6, 30), "p" in written)))
            if self.chosen == (number, street, house):
                body.append(box(-1, -1, step, 64, None, "action", 5, stroke_width=3))
            said = words("House {house} of street {street}", house=house + 1, street=street + 1)
            self.target(f"house {number} {street} {house}", x, top, body, f"{said}: {self.spoken(written)}")
            if house < len(houses) - 1:
                there = house in paper.fences[street]
                mark = art.fence(0, 2, 26) if there else box(-4, 8, 8, 16, "blank", "edge", 3)
                spot = [box(-11, 0, 22, 32, "#ffffff", None, 0, fill_opacity=0), mark]
                label = words("Fence right of house {house}, street {street}", house=house + 1, street=street + 1)
                self.target(f"fence {number} {street} {house}", x + step - 1, top + 66, spot, label, pressed=there)
        self.y = top + STREET_HIGH
        if self.chosen is not None and self.chosen[:2] == (number, street):
            self.pad(number, street, self.chosen[2], houses[self.chosen[2]])
        count = self.tables.park_boxes[street]
        points = [str(p) for p in self.tables.park_points[street * 16 + 1 : street * 16 + count + 1]]
        spoken = words("parks of street {n}", n=street + 1)
        self.track(f"parks {number} {street}", words("Parks"), points, paper.parks[street], spoken=spoken)

    def spoken(self, written: str) -> str:
        """What is written into a house: 8, bis, pool."""
        match = HOUSE.fullmatch(written)
        if match is None:
            return self.words("roundabout") if written == "o" else self.words("empty")
        said = [match[1], *([self.words("bis")] if match[2] else []), *([self.words("pool")] if match[3] else [])]
        return ", ".join(said)

    def pad(self, sheet: int, street: int, house: int, written: str) -> None:
        """All that can be written into one house."""
        where, words = f"{sheet} {street} {house}", self.words
        match = HOUSE.fullmatch(written)

        def into(what: str) -> str:
            return words("{what} into house {house} of street {street}", what=what, house=house + 1, street=street + 1)

        for n in range(at.HIGHEST + 1):
            column, row = n % 9, n // 9
            x, y = 12 + column * (self.room - 8) / 9, self.y + row * (KEY + 4)
            self.on_paper(
                f"number {where} {n}", x, y, (self.room - 8) / 9 - 4, str(n), bool(match and int(match[1]) == n),
                into(str(n)),
            )  # fmt: skip
        self.y += 2 * (KEY + 4)
        extras = [("bis", "bis", bool(match and match[2])), ("round", words("roundabout"), written == "o")]
        if self.tables.pool_of[self.tables.first[street] + house] != 255:
            extras.insert(1, ("pool", words("pool"), bool(match and match[3])))
        extras.append(("clear", words("empty"), written == EMPTY))
        wide = (self.room - 8) / len(extras)
        for n, (kind, shown, on) in enumerate(extras):
            self.on_paper(f"{kind} {where}", 12 + n * wide, self.y, wide - 4, shown, on, into(shown))
        self.y += KEY + 10

    # Small things -----------------------------------------------------------------------------------------------------

    def head(self, said: str, size: float, bold: bool = False) -> None:
        self.parts.append(
            text(14, self.y + 12, said, size, art.INK if bold else "#6b6455", bold=bold, room=self.room - 16)
        )
        self.y += 20 if not bold else 26

    def on_paper(
        self, tap: str, x: float, y: float, wide: float, shown: str, on: bool | None = None, label: str = ""
    ) -> None:
        """A key as bright as the paper it lies on, by night as well."""
        fill, ink = ("action", "on-action") if on else ("blank", art.INK)
        body = [box(0, 0, wide, KEY, fill, "edge", 6)]
        body.append(text(wide / 2, KEY / 2 + 5, shown, 14, ink, bold=True, anchor="middle", room=wide - 4))
        self.target(tap, x, y, body, label or shown, on, DOES if on is None else "tap")

    def track(
        self, tap: str, name: str, shown: list[str], crossed: int, narrow: bool = False, spoken: str = ""
    ) -> None:
        """A row of boxes that are crossed from the left."""
        left = 40 if narrow else 104
        self.parts.append(text(14, self.y + 20, name, 13, art.INK, bold=True, room=left - 18))
        side = min(BOX, (self.room - left) / max(1, len(shown)) - GAP)
        for n, label in enumerate(shown, 1):
            body = [art.slot(0, 0, side, BOX, "" if label == "·" else label, n <= crossed, n == crossed)]
            x = left + (n - 1) * (side + GAP)
            self.target(f"{tap} {n}", x, self.y, body, f"{spoken or name}: {n}", pressed=n <= crossed)
        self.y += BOX + 6

    def choice(self, tap: str, name: str, values: list[int], shown: list[str], now: int) -> None:
        """A row of boxes of which one is circled."""
        self.parts.append(text(14, self.y + 20, name, 13, art.INK, bold=True))
        side = min(36.0, (self.room - 44) / len(values) - GAP)
        for n, value in enumerate(values):
            on = value == now
            body = [box(0, 0, side, BOX, "mark" if on else "blank", art.INK if on else "edge", 5)]
            body.append(text(side / 2, 20, shown[n], 12, art.INK, bold=on, anchor="middle", room=side - 2))
            label = f"{self.words('Plan {plan}', plan=name)}: {value}"
            self.target(f"{tap} {value}", 40 + n * (side + GAP), self.y, body, label, pressed=on)
        self.y += BOX + 6
