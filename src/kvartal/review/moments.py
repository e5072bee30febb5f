"""One moment of a review: the board as the player knew it, what was played and what was better marked on it, and the
reasons of both in words."""

from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape

from kvartal.engine.reasons import told as in_a_line
from kvartal.engine.svg import tag
from kvartal.engine.view import View
from kvartal.review.decisions import Judged
from kvartal.review.marks import Mark, marked
from kvartal.review.review import Review
from kvartal.review.told import verdict, words

BETTER, PLAYED = "★", "●"  # their signs on a board and beside the words
Draw = Callable[[View], str]


@dataclass(frozen=True)
class Moment:
    """What is told of it, after how many steps it was, and the number of my decision there, if it was one. `main`: it
    is worth a look at its board."""

    text: str
    step: int
    decision: int | None = None
    main: bool = True


def decided_at(review: Review, since: int, until: int) -> int | None:
    """The number of my decision within these steps: of several, the one that gave away most."""
    within = [n for n, each in enumerate(review.decisions) if since <= each.turn.steps[0] < until]
    return max(within, key=lambda n: review.decisions[n].lost.mean, default=None)


def parting(each: Judged) -> int:
    """How many moves both turns have in common: the board is shown where they part."""
    mine, best = each.turn.codes, each.best
    if each.same:
        return 0
    return next(n for n, (one, two) in enumerate(zip(mine, best, strict=False)) if one != two)


def step_of(review: Review, moment: Moment) -> int:
    """After how many steps its board is shown."""
    if moment.decision is None:
        return moment.step
    each = review.decisions[moment.decision]
    return each.turn.steps[parting(each)]


def shown(review: Review, moment: Moment, lang: str, **draw: Draw) -> str:
    """The board of a moment, drawn in each of these ways, and both turns in words. The name of a way is the class of
    what is drawn so."""
    view = review.match.at(step_of(review, moment)).view(review.seat)
    if moment.decision is None:
        return _boards({name: each(view) for name, each in draw.items()})
    each, say = review.decisions[moment.decision], words(lang)
    begun = parting(each)
    mine, best = each.turn.codes[begun:], each.best[begun:]
    marks = [Mark(PLAYED, mine)] if each.same else [Mark(BETTER, best, True), Mark(PLAYED, mine)]
    rows = [_row(PLAYED, say("played"), view, mine, lang)]
    if not each.same:
        rows.append(_row(BETTER, say("the strongest mind"), view, best, lang))
    judged = tag("p", escape(verdict(review, each, lang)))
    boards = _boards({name: marked(view, marks, way) for name, way in draw.items()})
    return tag("ul", *rows, class_="turns") + judged + boards


def _boards(drawn: dict[str, str]) -> str:
    return "".join(tag("div", each, class_=f"scroll {name}", tabindex=0) for name, each in drawn.items())


def _row(sign: str, name: str, view: View, codes: tuple[int, ...], lang: str) -> str:
    setup, own = view.setup, view.words(lang)
    moves = ", ".join(
        setup.game.offered(view, code, own) if n == 0 else setup.game.label(setup, code, own)
        for n, code in enumerate(codes)
    )
    because = in_a_line(view.reasons(codes, lang))
    first = tag("b", sign, class_="sign first" if sign == BETTER else "sign", aria_hidden="true")
    said = f" {escape(name)}: {tag('strong', escape(moves))}"
    return tag("li", first, said, tag("p", escape(because)) if because else "")
