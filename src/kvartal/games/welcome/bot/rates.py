# compiled
"""What comes with time: parks with open houses, pools with open planned ones, temps with rounds. Worked out once.

Each comes with a chance that is the same every time (a weight), so what is there in the end can be looked up.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules.tables import WelcomeTables

WHOLE: Final = 1000
MOST_OPEN: Final = 21  # houses of a street, and one
MOST_ROUNDS: Final = 41
MOST_TEMPS: Final = 32


@final
class Rates:
    """Chances are in thousandths, points as well."""

    def __init__(self, tables: WelcomeTables, park: i64, pool: i64, temp: i64) -> None:
        self.tables = tables
        self.parks = vec[i64]([0] * (3 * 16 * MOST_OPEN))  # street, boxes crossed, houses open: points in the end
        self.pools = vec[i64]([0] * ((tables.pools + 1) * (tables.pools + 1)))  # built, still open: points in the end
        self.temps = vec[i64]([0] * (MOST_TEMPS * MOST_ROUNDS))  # so many more, rounds: how likely
        street: i64 = 0
        while street < 3:
            self.fill_parks(street, park)
            street += 1
        self.fill_pools(pool)
        self.fill_temps(temp)

    def fill_parks(self, street: i64, rate: i64) -> None:
        tables = self.tables
        boxes: i64 = tables.park_boxes[street]
        room: i64 = 0
        while room < MOST_OPEN:
            crossed: i64 = 0
            while crossed <= boxes:
                here: i64 = (street * 16 + crossed) * MOST_OPEN + room
                if room == 0:
                    self.parks[here] = tables.park_points[street * 16 + crossed] * WHOLE
                else:
                    more: i64 = crossed + 1 if crossed < boxes else boxes
                    then: i64 = self.parks[(street * 16 + more) * MOST_OPEN + room - 1]
                    self.parks[here] = (self.parks[here - 1] * (WHOLE - rate) + then * rate) // WHOLE
                crossed += 1
            room += 1

    def fill_pools(self, rate: i64) -> None:
        tables = self.tables
        wide: i64 = tables.pools + 1
        room: i64 = 0
        while room < wide:
            built: i64 = 0
            while built < wide:
                here: i64 = built * wide + room
                if room == 0 or built == tables.pools:
                    self.pools[here] = tables.pool_points[built] * WHOLE
                else:
                    then: i64 = self.pools[here + wide - 1]
                    self.pools[here] = (self.pools[here - 1] * (WHOLE - rate) + then * rate) // WHOLE
                built += 1
            room += 1

    def fill_temps(self, rate: i64) -> None:
        rounds: i64 = 0
        while rounds < MOST_ROUNDS:
            need: i64 = 0
            while need < MOST_TEMPS:
                here: i64 = need * MOST_ROUNDS + rounds
                if need == 0:
                    self.temps[here] = WHOLE
                elif rounds > 0:
                    then: i64 = self.temps[here - MOST_ROUNDS - 1]
                    self.temps[here] = (self.temps[here - 1] * (WHOLE - rate) + then * rate) // WHOLE
                need += 1
            rounds += 1
