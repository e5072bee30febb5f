"""What one player of the second Mr House has: a store, papers, crews and a house of columns."""

from dataclasses import dataclass, field
from typing import Any

START = {"wood": 1, "metal": 1, "brick": 1, "cement": 1, "window": 0, "door": 0}


@dataclass
class Column:
    walls: list[list[Any]] = field(default_factory=list)  # material, and None, windows or "door"
    roof: str = ""
    chimney: bool = False

    def uncover(self) -> list[str]:
        gone = ["chimney"] * self.chimney + [f"{self.roof} roof"] * bool(self.roof)
        self.roof, self.chimney = "", False
        return gone


@dataclass
class Home:
    store: dict[str, int] = field(default_factory=lambda: START.copy())
    groups: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)  # elements whose materials are locked
    asked: list[str] = field(default_factory=list)
    coins: int = 0
    permit: bool = False
    quality: int = -3
    money: int = 0
    loans: int = 0
    slots: list[int | None] = field(default_factory=lambda: [None] * 4)
    tired: list[bool] = field(default_factory=lambda: [False] * 5)
    cards: set[str] = field(default_factory=set)
    columns: list[Column] = field(default_factory=list)
    garage: Column = field(default_factory=Column)  # its doors stand on its one wall, counted

    def pay(self, cost: int) -> None:
        self.money -= cost
        while cost and self.money <= 0:
            self.money, self.loans = self.money + 20, self.loans + 1

    def free(self, good: str, table: Any) -> int:
        bound = sum(table.recipes[kind][good] for kind in [*self.groups, *self.locked])
        return self.store[good] + self.asked.count(good) - bound

    def walls(self) -> dict[str, list[Any]]:
        return {f"{c}.{w}": wall for c, column in enumerate(self.columns, 1) for w, wall in enumerate(column.walls, 1)}

    def spots(self, kind: str, expert: bool) -> set[str]:
        tops, garage = {str(n): column for n, column in enumerate(self.columns, 1)}, self.garage
        if garage.walls:
            tops["garage"] = garage
        if kind.endswith("wall"):
            found = {n for n, column in tops.items() if n != "garage" and not column.roof and len(column.walls) < 6}
            return (
                found
                | ({"left", "right"} if len(self.columns) < 6 else set())
                | ({"garage"} if expert and not garage.walls else set())
            )
        if kind.endswith("roof"):
            return {n for n, column in tops.items() if not column.roof}
        if kind == "chimney":
            return {n for n, column in tops.items() if column.roof and not column.chimney}
        if kind == "window":
            return {spot for spot, wall in self.walls().items() if wall[1] in (None, 1)}
        found = {spot for spot, wall in self.walls().items() if wall[1] is None}
        if any(wall[1] == "door" for wall in self.walls().values()):
            found = set()
        return found | ({"garage"} if garage.walls and garage.walls[0][1] < 2 else set())

    def put(self, kind: str, spot: str) -> None:
        column = self.garage if spot == "garage" else self.columns[int(spot) - 1] if spot.isdigit() else Column()
        if kind.endswith("wall"):
            column.walls.append([kind.split()[0], 0 if spot == "garage" else None])
            if spot in ("left", "right"):
                self.columns.insert(0 if spot == "left" else len(self.columns), column)
        elif kind.endswith("roof"):
            column.roof = kind.split()[0]
        elif kind == "chimney":
            column.chimney = True
        elif spot == "garage":
            self.garage.walls[0][1] += 1
        else:
            wall = self.walls()[spot]
            wall[1] = "door" if kind == "door" else (wall[1] or 0) + 1

    def parts(self) -> set[str]:
        """What can be demolished."""
        found = {f"demolish wall {spot}" for spot in self.walls()}
        found |= {f"demolish opening {spot}" for spot, wall in self.walls().items() if wall[1]}
        found |= {f"demolish roof {n}" for n, column in enumerate(self.columns, 1) if column.roof}
        found |= {f"demolish chimney {n}" for n, column in enumerate(self.columns, 1) if column.chimney}
        if self.garage.walls:
            there = {"": True, " door": self.garage.walls[0][1], " roof": self.garage.roof}
            found |= {
                f"demolish garage{part}" for part, is_ in (there | {" chimney": self.garage.chimney}).items() if is_
            }
        return found

    def demolish(self, what: str) -> list[str]:
        """Pulls a part down with everything it carries, and says what came off."""
        word, _, part = what.partition(" ")
        if word == "garage":
            column, doors = self.garage, self.garage.walls[0][1]
            if part == "door":
                column.walls[0][1] -= 1
                return ["door"]
            if part:
                word = part
            else:
                self.garage = Column()
                return [*column.uncover(), *["door"] * doors, f"{column.walls[0][0]} wall"]
        else:
            column = self.columns[int(part.split(".")[0]) - 1]
        if word == "chimney":
            column.chimney = False
            return ["chimney"]
        if word == "roof":
            return column.uncover()
        if word == "opening":
            wall = self.walls()[part]
            gone = "door" if wall[1] == "door" else "window"
            wall[1] = None if wall[1] in ("door", 1) else 1
            return [gone]
        first, came = int(part.split(".")[1]) - 1, column.uncover()
        for material, has in column.walls[first:]:
            came += [f"{material} wall", *(["door"] if has == "door" else ["window"] * (has or 0))]
        del column.walls[first:]
        self.columns = [each for each in self.columns if each.walls]
        return came
