"""The review as one page that needs nothing else: the curve, luck and skill, every moment with its board."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from kvartal.arena.plots import COLOURS, picture
from kvartal.arena.report import STYLE, both, said, section, table
from kvartal.engine.svg import number, path, tag
from kvartal.engine.svg import text as written
from kvartal.engine.words import N_
from kvartal.review.decisions import Judged
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

HIGH, LEFT, EDGE = 220, 44, 14
DASHES = (None, "9 4", "3 4", "12 4 3 4", "2 6", "16 5")  # colour never carries meaning alone
WIDTH = 900  # of a board
METHOD = N_("Every judgement is made from what the player knew at that moment; the curves use what is known now.")


Plot = Callable[[int], str]  # how wide it is to be
Moment = Callable[[str, int], str]  # what is told of it, and its step: the board there as the seat knew it


def page_of(review: Review, lang: str) -> str:
    name = title_of(review, lang)

    def moment(told: str, step: int) -> str:
        view = review.match.at(step).view(review.seat)
        try:
            board = view.draw(lang, WIDTH)
        except NotImplementedError:
            board = tag("pre", escape(view.text(lang)))
        return tag("details", tag("summary", escape(told)), tag("div", board, class_="scroll"))

    head = [
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
        tag("title", escape(name)),
        tag("style", STYLE),
    ]
    body = tag("body", tag("main", tag("h1", escape(name)), *sections(review, lang, both, moment)))
    return f"<!doctype html>\n{tag('html', tag('head', *head), body, lang=lang)}\n"


def title_of(review: Review, lang: str) -> str:
    game = review.match.setup.game
    return f"{game.words(lang)(game.title)}: {who(review, review.seat, lang)}"


def sections(review: Review, lang: str, plotted: Callable[[Plot], str], moment: Moment) -> list[str]:
    """What a page tells of a review; how its plots and boards are shown is the page's own."""
    return [
        _curves(review, lang, plotted),
        _luck(review, lang),
        _decisive(review, lang, moment),
        _decisions(review, lang, moment),
        said(words(lang)(METHOD)),
    ]


def _curves(review: Review, lang: str, plotted: Callable[[Plot], str]) -> str:
    say, worths, steps = words(lang), review.course.worths(), [0, *(each.until for each in review.course.stretches)]
    names = [who(review, seat, lang) for seat in range(review.match.setup.players)]
    points = [worth.points for worth in worths]
    shown = []
    if not review.alone:
        shares = [worth.shares for worth in worths]
        chances = say("Chance of winning, step by step")
        shown.append(plotted(lambda wide: curve(steps, shares, names, wide, chances, percent=True)))
    label = say("Points that one can expect at the end, step by step")
    shown.append(plotted(lambda wide: curve(steps, points, names, wide, label)))
    rows = [
        (str(step), *(figure(value, review.alone) for value in worth.shares))
        for step, worth in zip(steps, worths, strict=True)
    ]
    listed = tag("details", tag("summary", escape(say("The figures"))), table((say("step"), *names), rows))
    return section(say("The course of the match"), *shown, listed)


def curve(
    steps: Sequence[int], values: Sequence[Sequence[float]], names: Sequence[str], wide: int, label: str,
    percent: bool = False,
) -> str:  # fmt: skip
    """A line for every seat along the steps."""
    low = 0.0 if percent else min(0.0, *(min(row) for row in values))
    high = 1.0 if percent else max(1.0, *(max(row) for row in values))
    last = max(1, steps[-1])

    def x(step: int) -> float:
        return LEFT + (wide - LEFT - EDGE) * step / last

    def y(value: float) -> float:
        return EDGE + HIGH * (high - value) / (high - low)

    parts = [written(LEFT, EDGE - 2, label, 12, "muted")]
    for mark in (low, (low + high) / 2, high):
        shown = f"{mark:.0%}" if percent else f"{mark:.0f}"
        parts.append(path(f"M{LEFT} {number(y(mark))}H{wide - EDGE}", None, "edge"))
        parts.append(written(LEFT - 6, y(mark) + 4, shown, 12, "muted", anchor="end"))
    for seat in range(len(names)):
        points = "L".join(f"{number(x(step))} {number(y(row[seat]))}" for step, row in zip(steps, values, strict=True))
        colour, dashes = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
        parts.append(tag("path", d=f"M{points}", fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
    down = EDGE + HIGH + 20.0
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


def _decisive(review: Review, lang: str, moment: Moment) -> str:
    say, changes, shown = words(lang), review.course.changes(review.seat), []
    for n in review.decisive():
        told = f"{change(changes[n], review.alone)} · {happened(review, n, lang)}"
        shown.append(moment(told, review.course.stretches[n].until))
    return section(say("What decided it"), *shown) if shown else ""


def _decisions(review: Review, lang: str, moment: Moment) -> str:
    say = words(lang)
    order = sorted(review.decisions, key=lambda each: -each.lost.mean)
    graded = [each for each in order if each.grade]
    rows = [
        (str(each.turn.steps[0]), moves(review, each.turn.codes, lang), verdict(review, each, lang))
        for each in review.decisions
    ]
    shown = [_judged(review, each, lang, moment) for each in graded]
    shown = shown or [said(say("Nothing was given away for certain."))]
    every = table((say("step"), say("played"), say("judged")), rows)
    return section(say("My decisions"), *shown, tag("details", tag("summary", escape(say("Every decision"))), every))


def _judged(review: Review, each: Judged, lang: str, moment: Moment) -> str:
    lost = between(each.lost, each.by_points)
    told = f"{lost} · {moves(review, each.turn.codes, lang)}: {verdict(review, each, lang)}"
    return moment(told, each.turn.steps[0])
