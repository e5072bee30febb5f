# compiled
"""What the cells of a state mean: names, bounds and owners. Positions as JSON follow from it, both ways."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kvartal.engine.option import listing, shown
from kvartal.engine.state import UNKNOWN

MOST_NAMED = 5  # unknown names that one message repeats, cells of one field that are told to disagree
OPEN: Final = -(1 << 62)  # as a cell that was read: its field is derived, and was not given


@dataclasses.dataclass(frozen=True)
class Field:
    """One named group of cells.

    `size` 1 is written as one value, more as a list, or with `labels` as {label: value} without the zeros: what is
    not named is 0, and {} is a pool with nothing in it.
    `values` gives the numbers names (low, low + 1, …), e.g. ("none", "store", …) for low = −1.
    `confirms` marks the one thing that others see of an unrevealed turn: that a seat has confirmed it. A View shows
    it, and an imagined state, in which that turn has not begun, clears it.
    `derived` fields follow from the others (`Game.derive`): they need not be typed in, and must agree when they are.
    `absent` is what the cells of a field are where a position leaves it out, such as "none" in a turn that has not
    begun; None: it must be given.
    `hidden` fields may hold UNKNOWN in a view; none of their own values is equal to it.
    `seats`: from this value on a cell holds a seat (0: the cell is the seat; 4: seat 0 is written as 4).
    `usual` is the size of its ordinary values, for those who learn: bounds are for checking, and may be far too wide.
    """

    name: str
    at: int
    size: int = 1
    low: int = 0
    high: int = 1
    labels: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    deducible: bool = False  # not shown to everybody, but it follows from what is: imagine() must give the truth
    confirms: bool = False
    derived: bool = False
    absent: int | None = None
    hidden: bool = False
    seats: int | None = None
    usual: int = 0  # 0: the larger of its bounds
    _said: dict[int, str | None] = dataclasses.field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """The numbers that are not written as themselves."""
        if self.low > UNKNOWN:
            self._said[UNKNOWN] = None
        self._said.update({self.low + i: value for i, value in enumerate(self.values)})

    def write(self, cells: Sequence[int], base: int) -> Any:
        said, start = self._said, base + self.at
        if self.size == 1 and not self.labels:
            return said.get(cells[start], cells[start])
        raw = cells[start : start + self.size]
        if self.labels:
            return {label: said.get(cell, cell) for label, cell in zip(self.labels, raw, strict=True) if cell != 0}
        return [said.get(cell, cell) for cell in raw]

    def read(self, value: Any, where: str, problems: list[str]) -> list[int]:
        """The cells for a value typed in; what is wrong goes into `problems`."""
        zero = [self.zero()] * self.size
        if self.labels:
            if not isinstance(value, dict):
                problems.append(f"{where}: expected an object with any of {', '.join(self.labels)}")
                return zero
            problems += _unknown(f"{where}: ", value, self.labels)
            items = [value.get(label, 0) for label in self.labels]
        elif self.size == 1:
            items = [value]
        elif isinstance(value, list) and len(value) == self.size:
            items = value
        else:
            problems.append(f"{where}: expected a list of {self.size} values")
            return zero
        return [self._in(item, where, problems) for item in items]

    def _in(self, item: Any, where: str, problems: list[str]) -> int:
        if self.values and isinstance(item, str):
            if item in self.values:
                return self.low + self.values.index(item)
            problems.append(f"{where}: {shown(item)} is none of {', '.join(self.values)}")
        elif isinstance(item, bool) or not isinstance(item, int):
            problems.append(f"{where}: {shown(item)} is not a whole number")
        elif not self.low <= item <= self.high:
            problems.append(f"{where}: {shown(item)} is not between {self.low} and {self.high}")
        else:
            return int(item)
        return self.zero()

    def said(self, cell: int) -> object:
        """A cell as it is written."""
        return self._said.get(cell, cell)

    def zero(self) -> int:
        """What stands for nothing: 0, or what comes nearest to it inside the bounds."""
        return max(self.low, min(0, self.high))

    def named(self, number: int) -> str:
        """One of its cells: `[3]`, `.store`, or nothing where there is only one."""
        if self.labels:
            return f".{self.labels[number]}"
        return f"[{number}]" if self.size > 1 else ""


def _unknown(where: str, given: Mapping[Any, Any], names: Sequence[str]) -> list[str]:
    """One problem for all the names that mean nothing here."""
    wrong = [shown(name) for name in given if name not in names]
    if len(wrong) > MOST_NAMED:
        wrong[MOST_NAMED:] = [f"{len(wrong) - MOST_NAMED} more"]
    return [f"{where}unknown {listing(wrong)}; there are: {listing(names)}"] if wrong else []


class Layout:
    """The fields of the table, then one block of fields per seat."""

    def __init__(
        self, table: Sequence[Field], seat: Sequence[Field] = (), *, seats_at: int = 0, stride: int = 0, seats: int = 0
    ) -> None:
        self.table = tuple(table)
        self.seat = tuple(seat)
        self.seats_at = seats_at
        self.stride = stride
        self.seats = seats
        self.size = seats_at + stride * seats if seats else sum(field.size for field in table)
        self._by_cell: list[tuple[str, Field, int]] = []

    def placed(self) -> list[tuple[str, Field, int]]:
        """Every field with its full name and the cell its block begins at."""
        rows = [(field.name, field, 0) for field in self.table]
        for seat in range(self.seats):
            base = self.seats_at + seat * self.stride
            rows += [(f"seats[{seat}].{field.name}", field, base) for field in self.seat]
        return rows

    def flaws(self) -> list[str]:
        """Cells that no field names, or that two do: an error in the layout itself."""
        owner: dict[int, str] = {}
        found = []
        for name, field, base in self.placed():
            for cell in range(base + field.at, base + field.at + field.size):
                if cell in owner:
                    found.append(f"cell {cell} belongs to {owner[cell]} and to {name}")
                owner[cell] = name
        found += [f"cell {cell} has no name" for cell in range(self.size) if cell not in owner]
        found += [
            f"cell {cell} of {owner[cell]} lies beyond the {self.size} cells" for cell in owner if cell >= self.size
        ]
        return found

    def out_of_bounds(self, cells: Sequence[int], known: bool = False) -> list[str]:
        """`known`: they are those of a view, and what is hidden may be UNKNOWN."""
        found = []
        for name, field, base in self.placed():
            for cell in cells[base + field.at : base + field.at + field.size]:
                if not field.low <= cell <= field.high and not (known and field.hidden and cell == UNKNOWN):
                    found.append(f"{name}: {cell} is not between {field.low} and {field.high}")
        return found

    def blank(self, cells: Sequence[int]) -> list[int]:
        """The same cells with nothing in the derived fields: all that Game.derive may look at."""
        blank = list(cells)
        for _, field, base in self.placed():
            if field.derived:
                blank[base + field.at : base + field.at + field.size] = [field.zero()] * field.size
        return blank

    def disagreements(self, given: Sequence[int], derived: Sequence[int]) -> list[str]:
        """Derived cells that were given, but do not follow from the rest."""
        found = []
        for name, field, base in self.placed():
            cells = range(base + field.at, base + field.at + field.size)
            wrong = [cell for cell in cells if given[cell] not in (OPEN, derived[cell])] if field.derived else []
            found += [
                f"{name}{field.named(cell - cells[0])}: {field.said(given[cell])} was given, "
                f"but it follows from the rest that it is {field.said(derived[cell])}"
                for cell in wrong[:MOST_NAMED]
            ]
            if len(wrong) > MOST_NAMED:
                found.append(f"{name}: {len(wrong) - MOST_NAMED} more that do not follow from the rest")
        return found

    def write(self, cells: Sequence[int]) -> dict[str, Any]:
        """Cells → a readable object."""
        top = {field.name: field.write(cells, 0) for field in self.table}
        if self.seats:
            blocks = [self.seats_at + seat * self.stride for seat in range(self.seats)]
            top["seats"] = [{field.name: field.write(cells, base) for field in self.seat} for base in blocks]
        return top

    def changes(self, cells: Iterable[int], new: Sequence[int]) -> dict[str, Any]:
        """The fields that hold these cells, by their full names: `active`, `seats[1].top`."""
        if not self._by_cell:
            self._by_cell = self._fields()
        found: dict[str, Any] = {}
        for cell in cells:
            name, field, base = self._by_cell[cell]
            if name not in found:
                found[name] = field.write(new, base)
        return found

    def _fields(self) -> list[tuple[str, Field, int]]:
        """For every cell, the field it belongs to."""
        found: dict[int, tuple[str, Field, int]] = {}
        for placed in self.placed():
            start = placed[2] + placed[1].at
            found.update(dict.fromkeys(range(start, start + placed[1].size), placed))
        return [found[cell] for cell in range(self.size)]

    def read(self, value: object, problems: list[str]) -> list[int]:
        """A readable object → cells, OPEN where a derived field is not given; what is wrong goes into `problems`."""
        cells = [0] * self.size
        if not isinstance(value, dict):
            problems.append("the table: expected an object")
            return cells
        expected = [field.name for field in self.table] + (["seats"] if self.seats else [])
        self._read_block(value, self.table, 0, "", expected, cells, problems)
        if self.seats:
            seats = value.get("seats")
            if not isinstance(seats, list) or len(seats) != self.seats:
                problems.append(f"seats: expected a list of {self.seats} objects")
                return cells
            for number, block in enumerate(seats):
                base, where = self.seats_at + number * self.stride, f"seats[{number}]."
                if isinstance(block, dict):
                    names = [field.name for field in self.seat]
                    self._read_block(block, self.seat, base, where, names, cells, problems)
                else:
                    problems.append(f"seats[{number}]: expected an object")
        return cells

    @staticmethod
    def _read_block(
        value: Mapping[str, Any],
        fields: Sequence[Field],
        base: int,
        where: str,
        expected: Sequence[str],
        cells: list[int],
        problems: list[str],
    ) -> None:
        problems += _unknown(where and where[:-1] + ": ", value, expected)
        for field in fields:
            if field.name not in value:
                if field.derived:
                    cells[base + field.at : base + field.at + field.size] = [OPEN] * field.size
                elif field.absent is not None:
                    cells[base + field.at : base + field.at + field.size] = [field.absent] * field.size
                else:
                    problems.append(f"{where}{field.name}: missing")
                continue
            read = field.read(value[field.name], where + field.name, problems)
            cells[base + field.at : base + field.at + field.size] = read
