"""The rules: where everything lies, whose turn it is, what may be done and what it is worth. No words, no pictures."""

from kvartal.engine.state import CHANCE, LEGAL, OVER, State, Tables

SIDE, TALLEST = 4, 3
PLOTS = SIDE * SIDE
DIE, TOWN = 0, 1  # cells: the floors rolled, 0 before that; then every plot, 0 or TALLEST × seat + floors
TAKEN, APART, ALL_BUILT, SUN = range(4)  # the rules by number; game.py says them in words


def beside(plot):
    row, column = divmod(plot, SIDE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


class TownTables(Tables):
    def __init__(self, players):
        super().__init__(players, PLOTS, 1, TALLEST)  # a move is a plot; there is one die, with so many outcomes
        self.houses = PLOTS - PLOTS % players  # everybody builds as many


class TownState(State):
    def __init__(self, cells, tables):
        super().__init__(cells)
        self.tables = tables

    def copy(self):
        return TownState(list(self.cells), self.tables)

    def turn(self):
        built = sum(house > 0 for house in self.cells[TOWN:])
        if built >= self.tables.houses:
            return OVER
        return built % self.tables.players if self.cells[DIE] else CHANCE

    def refusal(self, seat, move):
        if self.cells[TOWN + move]:
            return TAKEN
        first = not any(self.cells[TOWN:])
        return LEGAL if first or any(self.cells[TOWN + plot] for plot in beside(move)) else APART

    def fill_moves(self, seat, buffer):
        legal = [plot for plot in range(PLOTS) if self.refusal(seat, plot) == LEGAL]
        for n, plot in enumerate(legal):
            buffer[n] = plot
        return len(legal)

    def play(self, seat, move):
        self.cells[TOWN + move] = TALLEST * seat + self.cells[DIE]
        self.cells[DIE] = 0

    def stream(self):
        return 0

    def fill_chances(self, outcomes, weights):
        for n in range(TALLEST):
            outcomes[n], weights[n] = n, 1
        return TALLEST

    def happen(self, outcome):
        self.cells[DIE] = outcome + 1

    def house(self, plot):
        """Its floors and whose it is; 0 floors: none."""
        seat, floors = divmod(self.cells[TOWN + plot] - 1, TALLEST)
        return (floors + 1, seat) if seat >= 0 else (0, seat)

    def points(self, plot):
        floors, _ = self.house(plot)
        return floors if all(self.house(each)[0] <= floors for each in beside(plot)) else 0

    def score(self, seat):
        return sum(self.points(plot) for plot in range(PLOTS) if self.house(plot)[1] == seat)

    def place(self, seat):
        return 1 + sum(self.score(other) > self.score(seat) for other in range(self.tables.players))

    def ending(self):
        return ALL_BUILT
