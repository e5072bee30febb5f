"""The score of a match from its first step to its last, one line per player."""

from collections.abc import Sequence

from kvartal.engine.match import Match
from kvartal.engine.score import figure
from kvartal.engine.svg import breadth, number, paint, tag, text
from kvartal.engine.words import Words
from kvartal.web.html import Html, el

WIDE, NARROW, HIGH, LEFT, EDGE = 880, 340, 220, 34, 18
LINE = 15  # from one name to the next
MOST_POINTS = 160  # along a line; more cannot be told apart
# Lines differ in colour and in dashes: colour never carries meaning alone.
LINES = (
    ("#d0562f", None), ("#3d94a0", "9 4"), ("#9a78c4", "3 4"), ("#6fa24d", "12 4 3 4"), ("#cf9a34", "2 6"),
    ("#7f92b8", "16 5"),
)  # fmt: skip


def totals(match: Match) -> list[list[int]]:
    """Everybody's points after some steps, evenly spread, the last one included."""
    last = len(match)
    wanted = {round(i * last / MOST_POINTS) for i in range(MOST_POINTS + 1)}
    then = match.at(0)
    found = []
    for step in range(last + 1):
        if step in wanted:
            found.append([then.state.score(seat) for seat in range(then.setup.players)])
        if step < last:
            then.append(match.entries[step])
    return found


def best_turns(match: Match, words: Words) -> Html:
    """Where points are gone with their turn: the most that everybody had at once, the highest first."""
    then, seats = match.at(0), range(match.setup.players)
    best = [0] * len(seats)
    for entry in match.entries:
        then.append(entry)
        best = [max(best[seat], then.state.score(seat)) for seat in seats]
    rows = [
        el("tr", el("th", words.player(seat), scope="row", class_="name"), el("td", figure(best[seat]), class_="n"))
        for seat in sorted(seats, key=lambda seat: -best[seat])
    ]
    if not any(best):
        return Html()
    return el("table", el("caption", words("Points of the best turn")), el("tbody", *rows), class_="sheet best")


def plot(points: Sequence[Sequence[int]], names: Sequence[str], label: str, wide: int = WIDE) -> Html:
    right = 130 if wide == WIDE else 104  # room for the names
    low = min(0, *(min(row) for row in points))
    high = max(1, *(max(row) for row in points))
    tall = max(HIGH, LINE * len(names) + 2 * EDGE)
    across, down = wide - LEFT - right, tall - 2 * EDGE

    def x(i: int) -> float:
        return LEFT + across * i / max(1, len(points) - 1)

    def y(value: float) -> float:
        return EDGE + down * (high - value) / (high - low)

    parts = []
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(each)) >= LINE for each in marks):
            marks.append(value)
    for value in marks:
        parts.append(tag("path", d=f"M{LEFT} {number(y(value))}H{wide - right}", **paint("none", "edge")))
        parts.append(text(LEFT - 6, y(value) + 4, figure(value), 12, "muted", anchor="end"))
    ends = sorted(range(len(names)), key=lambda seat: -points[-1][seat])
    heights = spread([y(points[-1][seat]) + 4 for seat in ends], tall - 6)
    for seat, height in zip(ends, heights, strict=True):
        colour, dashes = LINES[seat % len(LINES)]
        line = "L".join(f"{number(x(i))} {number(y(row[seat]))}" for i, row in enumerate(points))
        parts.append(tag("path", d=f"M{line}", fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
        said = f"{names[seat]}: {figure(points[-1][seat])}"
        size = 13 if breadth(said, 13) < right - 10 else 11
        parts.append(text(wide - right + 8, height, said, size, room=right - 10))
    svg = tag("svg", *parts, viewBox=f"0 0 {wide} {tall}", class_="kv-board plot", role="img", aria_label=label)
    return Html(svg)


def spread(heights: Sequence[float], lowest: float) -> list[float]:
    """From top to bottom, so that names do not stand on each other, and none below the picture."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + LINE) if found else height)
    for n in range(len(found) - 1, -1, -1):
        found[n] = min(found[n], lowest)
        lowest = found[n] - LINE
    return found
