"""A review in words: what changed a match, what a turn gave away, luck and skill in one line each."""

from pathlib import Path
from typing import Any

from kvartal.engine.state import NOBODY
from kvartal.engine.words import N_, Words
from kvartal.engine.words import words as words_of
from kvartal.review.decisions import Difference, Judged
from kvartal.review.review import Review, edition

REVIEW = Path(__file__).resolve().parent
GRADES = {"slip": N_("slip"), "mistake": N_("mistake"), "blunder": N_("blunder")}
WIDE = 1.96  # standard errors to each side: 95 %


def words(lang: str) -> Words:
    return words_of(lang, REVIEW)


def figure(value: float, alone: bool) -> str:
    """A share of a win in per cent, or points."""
    return f"{value:.1f}" if alone else f"{100 * value:.0f} %"


def change(value: float, alone: bool) -> str:
    shown = f"{value:+.1f}" if alone else f"{100 * value:+.0f} %"
    return shown.replace("-", "−")


def between(found: Difference, alone: bool) -> str:
    """What was given away, with what it may be as well."""
    half = WIDE * found.error
    if alone:
        return f"{found.mean:.1f} ± {half:.1f}".replace("-", "−")
    return f"{100 * found.mean:.0f} ± {100 * half:.0f} %".replace("-", "−")


def moves(review: Review, codes: tuple[int, ...], lang: str) -> str:
    setup = review.match.setup
    own = setup.game.words(lang)
    return ", ".join(setup.game.label(setup, code, own) for code in codes)


def who(review: Review, seat: int, lang: str) -> str:
    if seat == NOBODY:
        return words(lang)("chance")
    return words(lang).at_table(review.match.names).player(seat)


def happened(review: Review, number: int, lang: str) -> str:
    """What a stretch of the match consisted of, in the words of its log."""
    stretch = review.course.stretches[number]
    lines = [
        line.text
        for line in review.match.log(review.seat, lang)
        if stretch.since <= line.number < stretch.until and line.text
    ]
    return " ".join(lines[:3]) or who(review, stretch.mover, lang)


def luck_and_skill(review: Review, lang: str) -> list[tuple[str, float]]:
    """The parts of the result; they add up to the last one."""
    say, parts = words(lang), review.course.parts(review.seat)
    return [
        (say("at the start"), parts.start),
        (say("what chance brought"), parts.chance),
        (say("what I decided"), parts.mine),
        *([] if review.alone else [(say("what the others decided"), parts.others)]),
        (say("in the end"), parts.result),
    ]


def verdict(review: Review, each: Judged, lang: str) -> str:
    """One decision in a sentence."""
    say = words(lang)
    if each.same:
        return say("as the strongest mind would have played")
    other = moves(review, each.best, lang)
    if each.lost.mean <= 0:
        return say("no worse than {moves}, as the strongest mind would have played", moves=other)
    better = say("better: {moves}", moves=other)
    if not each.grade:
        return say("{better}; too close to call", better=better)
    points, grade = between(each.points, True), say(GRADES[each.grade])
    if each.by_points:
        return say("{grade}: gave away {lost} points; {better}", grade=grade, lost=points, better=better)
    return say(
        "{grade}: gave away {lost} of winning, {points} points; {better}",
        grade=grade, lost=between(each.share, False), points=points, better=better,
    )  # fmt: skip


def text(review: Review, lang: str) -> str:
    """The whole of it for a terminal."""
    say, alone = words(lang), review.alone
    lines = [
        f"{review.match.setup.game.words(lang)(review.match.setup.game.title)}: {who(review, review.seat, lang)}",
        "",
    ]
    lines.append(say("Points that one can expect:") if alone else say("Chance of winning:"))
    for number, (name, value) in enumerate(luck_and_skill(review, lang)):
        lines.append(
            f"  {name:32} {figure(value, alone) if number in (0, 3 + (not alone)) else change(value, alone):>8}"
        )
    lines += ["", say("What decided it")]
    changes = review.course.changes(review.seat)
    for number in review.decisive():
        stretch = review.course.stretches[number]
        lines.append(f"  {stretch.until:5}  {change(changes[number], alone):>7}  {happened(review, number, lang)}")
    lines += ["", say("My decisions")]
    for each in review.decisions:
        if not each.same:
            mine = moves(review, each.turn.codes, lang)
            lines.append(f"  {each.turn.steps[0]:5}  {mine}: {verdict(review, each, lang)}")
    same = sum(each.same for each in review.decisions)
    lines.append(say("{n} of {all} as the strongest mind would have played.", n=same, all=len(review.decisions)))
    return "\n".join(lines)


def as_json(review: Review) -> dict[str, Any]:
    """Everything, in plain figures: shares of a win (alone: points) and points, with standard errors."""
    notation, parts = review.match.setup.notation, review.course.parts(review.seat)
    return {
        "game": review.match.setup.game.key,
        "seat": review.seat,
        "edition": edition(review.match.setup, review.depth),
        "seed": review.seed,
        "depth": {"games": review.depth.games, "worlds": review.depth.worlds, "thoughts": review.depth.thoughts},
        "parts": {
            "start": parts.start, "chance": parts.chance, "mine": parts.mine, "others": parts.others,
            "result": parts.result,
        },
        "course": [
            {
                "step": stretch.until, "mover": None if stretch.mover == NOBODY else stretch.mover,
                "shares": list(stretch.worth.shares), "points": list(stretch.worth.points),
            }
            for stretch in review.course.stretches
        ],
        "decisive": [review.course.stretches[number].until for number in review.decisive()],
        "decisions": [
            {
                "steps": list(each.turn.steps), "played": [notation[code] for code in each.turn.codes],
                "best": [notation[code] for code in each.best], "grade": each.grade or None,
                "by": "points" if each.by_points else "share",
                "share": {"lost": each.share.mean, "error": each.share.error},
                "points": {"lost": each.points.mean, "error": each.points.error},
            }
            for each in review.decisions
        ],
    }  # fmt: skip
