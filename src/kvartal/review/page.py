"""The review as one page that needs nothing else: the curve, luck and skill, every moment with its board."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from kvartal.arena.plots import COLOURS, picture
from kvartal.arena.report import STYLE, both, said, section, table
from kvartal.engine.board import PHONE
from kvartal.engine.svg import STYLE as BOARD
from kvartal.engine.svg import disc, number, path, tag
from kvartal.engine.svg import text as written
from kvartal.engine.view import View
from kvartal.engine.words import N_
from kvartal.review import moments
from kvartal.review.marks import FIRST, OTHER
from kvartal.review.moments import Moment
from kvartal.review.review import Review
from kvartal.review.told import (
    between,
    change,
    figure,
    happened,
    luck_and_skill,
    moves,
    verdict,
    who,
    words,
)

HIGH, LEFT, EDGE, TOP = 220, 44, 14, 30
DASHES = (None, "9 4", "3 4", "12 4 3 4", "2 6", "16 5")  # colour never carries meaning alone
WIDTH = 900  # of a board at a desk
METHOD = N_("Every judgement is made from what the player knew at that moment; the curves use what is known now.")


Plot = Callable[[int], str]  # how wide it is to be
OWN = (
    ".turns{list-style:none;padding:0}.sign{display:inline-block;min-width:22px;text-align:center;border-radius:22px;"
    f"border:2px dashed {OTHER};background:#fff;color:{OTHER}}}.sign.first{{border:2px solid #fff;background:{FIRST};"
    "color:#fff}details{margin:8px 0}"
)


def page_of(review: Review, lang: str) -> str:
    name = title_of(review, lang)

    def moment(each: Moment) -> str:
        if not each.main:
            return tag("p", escape(each.text))
        inside = moments.shown(
            review, each, lang, wide=lambda view: drawn(view, lang, WIDTH), narrow=lambda view: drawn(view, lang, PHONE)
        )
        return tag("details", tag("summary", escape(each.text)), inside)

    head = [
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
        tag("title", escape(name)),
        tag("style", STYLE + OWN),
    ]
    body = tag("body", tag("main", tag("h1", escape(name)), *sections(review, lang, both, moment)))
    return f"<!doctype html>\n{tag('html', tag('head', *head), body, lang=lang)}\n"


def drawn(view: View, lang: str, wide: int) -> str:
    """The board in the light of the page."""
    try:
        return view.draw(lang, wide).replace(f"<style>{BOARD}</style>", "", 1)
    except NotImplementedError:
        return tag("pre", escape(view.text(lang)))


def title_of(review: Review, lang: str) -> str:
    game = review.match.setup.game
    return f"{game.words(lang)(game.title)}: {who(review, review.seat, lang)}"


def sections(review: Review, lang: str, plotted: Callable[[Plot], str], moment: Callable[[Moment], str]) -> list[str]:
    """What a page tells of a review; how its plots and boards are shown is the page's own."""
    return [
        _decisive(review, lang, moment),
        _curves(review, lang, plotted),
        _luck(review, lang),
        _decisions(review, lang, moment),
        said(words(lang)(METHOD)),
    ]


def _curves(review: Review, lang: str, plotted: Callable[[Plot], str]) -> str:
    """What could be expected and what was there, drawn and as a table."""
    say, worths, steps = words(lang), review.course.worths(), [0, *(each.until for each in review.course.stretches)]
    seats = range(review.match.setup.players)
    names = [who(review, seat, lang) for seat in seats]
    decided = [review.course.stretches[n].until for n in review.decisive()]
    kinds: list[tuple[str, Sequence[Sequence[float]], bool]] = []  # the last one: in per cent?
    if not review.alone:
        kinds.append((say("Chance of winning, step by step"), [worth.shares for worth in worths], True))
    expected = [worth.points for worth in worths]
    kinds.append((say("Points that one can expect at the end, step by step"), expected, False))
    if not review.match.setup.game.per_turn:
        states = [review.match.state_at(step) for step in steps]
        so_far = [[float(state.score(seat)) for seat in seats] for state in states]
        kinds.append((say("Points so far, step by step"), so_far, False))

    def plot(label: str, values: Sequence[Sequence[float]], percent: bool) -> str:
        return plotted(lambda wide: curve(steps, values, names, wide, label, percent, decided))

    shown = [plot(*kind) for kind in kinds]
    tables = []
    for label, values, percent in kinds:
        rows = [
            (str(step), *(figure(value, not percent) for value in row)) for step, row in zip(steps, values, strict=True)
        ]
        tables.append(tag("h3", escape(label)) + table((say("step"), *names), rows))
    listed = tag("details", tag("summary", escape(say("The figures"))), *tables)
    return section(say("The course of the match"), *shown, listed)


def curve(
    steps: Sequence[int], values: Sequence[Sequence[float]], names: Sequence[str], wide: int, label: str,
    percent: bool = False, decided: Sequence[int] = (),
) -> str:  # fmt: skip
    """A line for every seat along the steps; numbers stand above the moments that decided it."""
    low = 0.0 if percent else min(0.0, *(min(row) for row in values))
    high = 1.0 if percent else max(1.0, *(max(row) for row in values))
    last = max(1, steps[-1])

    def x(step: int) -> float:
        return LEFT + (wide - LEFT - EDGE) * step / last

    def y(value: float) -> float:
        return TOP + HIGH * (high - value) / (high - low)

    parts = [written(LEFT, EDGE - 2, label, 12, "muted", room=wide - LEFT - EDGE)]
    for order, step in enumerate(decided, 1):
        parts.append(path(f"M{number(x(step))} {TOP}V{TOP + HIGH}", None, "muted", stroke_dasharray="2 3"))
        parts.append(disc(x(step), TOP, 8, "panel", "muted"))
        parts.append(written(x(step), TOP + 4, str(order), 11, "ink", bold=True, anchor="middle"))
    for mark in (low, (low + high) / 2, high):
        shown = f"{mark:.0%}" if percent else f"{mark:.0f}"
        parts.append(path(f"M{LEFT} {number(y(mark))}H{wide - EDGE}", None, "edge"))
        parts.append(written(LEFT - 6, y(mark) + 4, shown, 12, "muted", anchor="end"))
    for seat in range(len(names)):
        points = "L".join(f"{number(x(step))} {number(y(row[seat]))}" for step, row in zip(steps, values, strict=True))
        colour, dashes = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
        parts.append(tag("path", d=f"M{points}", fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
    down = TOP + HIGH + 20.0
    for seat, name in enumerate(names):
        colour, dashes = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
        line = f"M{LEFT} {number(down - 4)}h30"
        parts.append(tag("path", d=line, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
        parts.append(written(LEFT + 38, down, name, 13, room=wide - LEFT - 50))
        down += 20
    return picture(wide, down, label, *parts)


def _luck(review: Review, lang: str) -> str:
    say, alone = words(lang), review.alone
    rows = luck_and_skill(review, lang)
    ends = (0, len(rows) - 1)
    told = [(name, figure(value, alone) if n in ends else change(value, alone)) for n, (name, value) in enumerate(rows)]
    head = say("points") if alone else say("chance of winning")
    return section(say("Luck and skill"), table((say("where it came from"), head), told))


def _decisive(review: Review, lang: str, moment: Callable[[Moment], str]) -> str:
    say, changes, shown = words(lang), review.course.changes(review.seat), []
    for order, n in enumerate(review.decisive(), 1):
        stretch = review.course.stretches[n]
        mine = moments.decided_at(review, stretch.since, stretch.until) if stretch.mover == review.seat else None
        what = happened(review, n, lang) if mine is None else moves(review, review.decisions[mine].turn.codes, lang)
        told = f"{order}. {change(changes[n], review.alone)} · {what}"
        shown.append(moment(Moment(told, stretch.until, mine)))
    return section(say("What decided it"), *shown) if shown else ""


def _decisions(review: Review, lang: str, moment: Callable[[Moment], str]) -> str:
    say = words(lang)
    order = sorted(range(len(review.decisions)), key=lambda n: -review.decisions[n].lost.mean)
    graded = [_judged(review, n, lang) for n in order if review.decisions[n].grade]
    shown = [moment(each) for each in graded] or [said(say("Nothing was given away for certain."))]
    rows = [
        moment(Moment(f"{each.turn.steps[0]} · {moves(review, each.turn.codes, lang)}: {verdict(review, each, lang)}",
                      each.turn.steps[0], n, main=False))
        for n, each in enumerate(review.decisions)
    ]  # fmt: skip
    every = tag("details", tag("summary", escape(say("Every decision"))), *rows)
    return section(say("My decisions"), *shown, every)


def _judged(review: Review, n: int, lang: str) -> Moment:
    each = review.decisions[n]
    lost = between(each.lost, each.by_points)
    told = f"{lost} · {moves(review, each.turn.codes, lang)}: {verdict(review, each, lang)}"
    return Moment(told, each.turn.steps[0], n)
