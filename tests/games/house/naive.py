"""A second scorer of Mr House, slow and plain: it reads the position as JSON and shares no code with the game."""

from typing import Any

COLOURS = {
    "blue": ("insulation", "eco_windows", "solar", "windmill", "boiler"),
    "green": ("fence", "gazebo", "driveway", "lawn", "plants"),
    "pink": ("fireplace", "grill", "pond", "sauna", "gym"),
}


class House:
    def __init__(self, block: dict[str, Any]) -> None:
        self.columns: dict[int, list[str]] = {}
        for spot, wall in block["walls"].items():
            self.columns.setdefault(int(spot.split(".")[0]), []).append(wall)
        self.walls = [wall for column in self.columns.values() for wall in column]
        self.roofed = [n + 1 for n, roof in enumerate(block["roofs"]) if roof != "none"]
        self.chimneys = sum(block["chimneys"])
        self.doors = sum("door" in wall for wall in self.walls)
        self.windows = sum(2 if "2 windows" in wall else 1 if "window" in wall else 0 for wall in self.walls)
        self.bare = sum("," not in wall for wall in self.walls)

    def points(self) -> int:
        return len(self.walls) + 2 * len(self.roofed) + self.chimneys + self.doors + self.windows

    def complete(self, roofs: int, permit: bool) -> bool:
        return (
            len(self.walls) >= 2
            and set(self.columns) == set(self.roofed)
            and len(self.roofed) >= roofs
            and self.chimneys >= 1
            and self.doors == 1
            and self.bare == 0
            and permit
        )


def score(table: dict[str, Any], expert: bool, seat: int) -> int:
    me = table["seats"][seat]
    house = House(me)
    total = house.points()
    if not expert:
        total += 4 if house.complete(1, me["permit"] == 1) else 0
        coins = sorted((block["coins"] for block in table["seats"]), reverse=True)
        mine = me["coins"]
        if mine and mine == coins[0]:
            total += 2
        elif mine and mine == coins[1]:
            total += 1
        return total
    if me["garage_wall"] != "none":
        total += 5 if me["garage_doors"] == 2 else 1
    total += 2 * (me["garage_roof"] != "none") + me["garage_chimney"] + me["quality"]
    for cards in COLOURS.values():
        kept = [
            sum(table["privileges"].get(card) == f"seat {other}" for card in cards)
            for other in range(len(table["seats"]))
        ]
        total += kept[seat] > 0 and kept[seat] == max(kept)
    loans = me["loans"]
    if loans == 0:
        return total + 1
    return total - sum((1, 1, 2, 2, 3, 3)[:loans])


def places(table: dict[str, Any], expert: bool) -> list[int]:
    keys: list[tuple[int, ...] | None] = []
    for seat, block in enumerate(table["seats"]):
        house = House(block)
        size = len(house.walls) + len(house.roofed)
        points = score(table, expert, seat)
        if expert:
            finished = house.complete(2, block["permit"] == 1)
            keys.append((points, -block["loans"], block["money"], block["quality"], size) if finished else None)
        else:
            keys.append((points, size, -sum(block["store"].values())))
    ranked = [key for key in keys if key is not None]
    return [0 if key is None else 1 + sum(other > key for other in ranked) for key in keys]
