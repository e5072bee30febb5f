"""What the game is, and what is said in it. locale/ has the same words in other languages."""

from kvartal.engine.bar import Bar, Tab
from kvartal.engine.game import Game, Stream
from kvartal.engine.layout import Field, Layout
from kvartal.engine.rule import Rule, rulebook
from kvartal.engine.score import Line
from kvartal.engine.words import N_

from . import drawing
from .rules import ALL_BUILT, APART, DIE, PLOTS, SIDE, SUN, TAKEN, TALLEST, TOWN, TownState, TownTables

NAMES = [f"{column}{row + 1}" for row in range(SIDE) for column in "abcd"]  # of the plots: a1 … d4
RULES = {
    TAKEN: Rule("sunny.plot.taken", N_("A house stands on this plot."), source="house"),
    APART: Rule("sunny.plot.apart", N_("A house is built beside another one."), source="house"),
    ALL_BUILT: Rule("sunny.end.built", N_("There is no room for another round of houses."), source="house"),
    SUN: Rule("sunny.score.sun", N_("A house scores its floors if none beside it is higher."), source="house"),
}


class Town(Game):
    key = "sunny"
    title = "Sunny Hill"
    tagline = N_("Build where the sun shines, and leave the shade to the others.")
    seats = range(2, 5)
    minutes = "5"
    rules = rulebook("sunny", RULES)
    version = 1

    def tables(self, players, options, data):
        return TownTables(players)

    def start(self, tables):
        return TownState([0] * (TOWN + PLOTS), tables)

    def layout(self, tables):
        houses = [f"{floors + 1} of {seat}" for seat in range(tables.players) for floors in range(TALLEST)]
        plots = Field("plots", TOWN, PLOTS, high=len(houses), values=("none", *houses))
        return Layout([Field("die", DIE, high=TALLEST), plots])

    def notation(self, tables):
        return [f"build {name}" for name in NAMES]

    def streams(self, tables):
        return [Stream("die", ("1", "2", "3"))]

    def score_lines(self, setup, state, seat, words):
        plots = [plot for plot in range(PLOTS) if state.house(plot)[1] == seat and state.points(plot)]
        return [Line(RULES[SUN], state.points(plot), words("Plot {plot}", plot=NAMES[plot])) for plot in plots]

    def label(self, setup, code, words):
        return words("Build on {plot}", plot=NAMES[code])

    def narrate(self, said, before, after, words):
        if said.stream:
            return [(None, words("Floors of the next house: {n}", n=said.text))]
        return [(None, f"{words.player(said.seat)}: {self.label(after.setup, said.code, words)}")]

    def headline(self, view, words):
        if not view.waiting:
            return words("The game is over.") if view.over else words("The die is rolled.")
        return words("{name} builds. Floors: {n}", name=words.player(view.waiting[0]), n=view.known.cells[DIE])

    def text(self, view, words):
        houses = [view.known.house(plot) for plot in range(PLOTS)]
        shown = [f"{floors}{'ABCD'[seat]}" if floors else "· " for floors, seat in houses]
        rows = [f"{row + 1}  " + " ".join(shown[row * SIDE : row * SIDE + SIDE]) for row in range(SIDE)]
        scores = [f"{'ABCD'[each.seat]}  {words.player(each.seat)}: {each.total}" for each in view.scores()]
        return "\n".join([self.headline(view, words), "   a  b  c  d", *rows, *scores])

    def draw(self, view, words, *, width=1280, height=800):
        return drawing.draw(view, words, self.headline(view, words), width, height)

    def bar(self, view, words):
        return Bar(self.headline(view, words), tabs=(Tab("sunny-builders", words("Builders")),))

    def greedy(self, view):
        """The plot after which one is furthest before the best of the others; of equal plots the first."""

        def lead(code):
            state = view.known.copy()
            state.play(view.seat, code)
            return state.score(view.seat) - max(state.score(n) for n in range(view.setup.players) if n != view.seat)

        return max(view.codes(), key=lead)
