"""The city on the table: three rows with their heads, lots in columns, a river through all of them."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, disc, group, number, path, stars
from kvartal.games.estates.drawing import skyline
from kvartal.games.estates.drawing.heads import head
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import BARRIER_PIECE, LOTS, MAYOR_PIECE, ROWS

AIR = 6.0  # above the highest building
STOREY = 24.0  # how high a floor is at most
FEW = 6  # columns at least
CLOUDS = ((0.1, 0.09), (0.45, 0.13), (0.72, 0.09), (0.26, 0.44), (0.62, 0.4), (0.14, 0.77), (0.52, 0.74))  # where


class Plan(NamedTuple):
    """How the city is laid out: its size, and within it heads, rows, columns. `right` is kept free."""

    x: float
    y: float
    width: float
    head: float
    row: float  # how high each is
    gap: float  # above and below each
    water: float  # how wide the river is
    right: float = 0

    @property
    def high(self) -> float:
        return ROWS * (self.row + self.gap) + self.gap

    @property
    def end(self) -> float:
        """Where the last column ends."""
        return self.width - self.gap - self.right

    def top(self, row: int) -> float:
        return self.gap + row * (self.row + self.gap)

    def lot(self, columns: int) -> float:
        return (self.end - 2 * self.gap - self.head - self.water) / columns

    def lots(self, columns: int) -> tuple[float, ...]:
        """Where each column begins; one more than there are lots, for barriers beyond the last."""
        return tuple(skyline.places(2 * self.gap + self.head, self.lot(columns), self.water))


def columns(scene: Scene) -> int:
    """As many as matter now: each row with its barriers, or one lot more; farther if a barrier may go there."""
    rows, piece = scene.board.rows, scene.board.piece
    longest = max(row.length + max(1, len(row.barriers)) for row in rows)
    if scene.placing and BARRIER_PIECE <= piece < MAYOR_PIECE:
        longest = max(longest, *(row.length + piece - BARRIER_PIECE + 2 for row in rows))
    return min(max(FEW, longest), LOTS + 1)


def city(scene: Scene, plan: Plan, many: int, data_play: str | None = None) -> str:
    """With so `many` columns."""
    storeys = max(3, *(skyline.tallest(scene, row) for row in range(ROWS)))
    storey = min(STOREY, (plan.row - skyline.ROAD - skyline.SOIL - AIR) / storeys)
    lot, x_of, parts = plan.lot(many), plan.lots(many), []
    for row, name in enumerate(ROW_KEYS):
        sign = group(plan.gap, 0, head(scene, row, plan.head, plan.row))
        lots = skyline.street(scene, row, x_of, lot, plan.row, storey, min(many, LOTS), plan.end)
        parts.append(group(0, plan.top(row), sign, lots, id=f"estates-row-{name}"))
    spoken = scene.words("The city")
    return group(
        plan.x, plan.y, scenery(plan._replace(x=0, y=0), many), *parts,
        id="estates-city", role="group", aria_label=spoken, data_play=data_play,
    )  # fmt: skip


@lru_cache(64)
def scenery(plan: Plan, many: int) -> str:
    """What is the same from the first move to the last: sky, clouds, the town far away, the river, the roads."""
    lot, x_of = plan.lot(many), plan.lots(many)
    first, last = x_of[0], x_of[many - 1] + lot
    tops = [plan.top(row) for row in range(ROWS)]
    parts = [box(0, 0, plan.width, plan.high, "sky", "edge", 10)]
    parts += [stars(first, top + 4, last - first, plan.row * 0.5) for top in tops]
    parts += [disc(plan.end - (plan.end - first) * 0.3, plan.row * 0.26, plan.row * 0.11, "sun"), _clouds(plan)]
    parts += [group(0, top, skyline.far_roofs(row, first, last, plan.row)) for row, top in enumerate(tops)]
    parts.append(group(x_of[RIVER] - plan.water + 1, 1, skyline.river(0, plan.water - 2, plan.high - 2)))
    parts += [group(0, top, skyline.road(first, last, plan.row)) for top in tops]
    return group(0, 0, *parts, id="estates-scenery")


def _clouds(plan: Plan) -> str:
    puffs = "a9 9 0 0 0 -8 -14a13 13 0 0 0 -23 -4a10 10 0 0 0 -15 7"
    left, shapes = plan.head + 3 * plan.gap, []
    for i, (across, down) in enumerate(CLOUDS):
        wide, x, y = 40 + 9 * (i % 3), left + (plan.end - left) * across, plan.high * down
        shapes.append(f"M{number(x)} {number(y)}h{wide}{puffs}a8 8 0 0 0 {46 - wide} 11z")
    return path("".join(shapes), "cloud", opacity=0.75)
