"""Rules in pictures: a rule shown on a part of the board, right and wrong beside each other.

A game lists its pictures as data and draws each from a View with what its board is drawn with. Nothing in them is
claimed: what is shown as right is played, what is shown as wrong is refused by the very rule that it belongs to.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.position import read_position
from kvartal.engine.score import figure
from kvartal.engine.svg import FONT, number, tag
from kvartal.engine.words import N_, Words

if TYPE_CHECKING:
    from kvartal.engine.game import Game

HALF, WHOLE = 140, 292  # how wide a picture is: two stand side by side on a phone, or one takes the whole row
REMEMBERED = 512
RIGHT, WRONG = N_("Allowed: {what}"), N_("Not allowed: {what}")
# What makes a thing of a board a place to press, or the one thing of its name on the page: a picture is only looked at.
ALIVE = re.compile(r' (?:id|data-[a-z]+|role|tabindex|aria-label)="[^"]*"')


@dataclass(frozen=True, eq=False)
class RulePicture:
    """One case of a rule: a position, what somebody does in it, and what of the board is to be seen."""

    rule: str  # its id
    said: str  # what is seen, in a few words; {points}: what the lines of this rule bring or cost
    position: str | Mapping[str, Any]  # a score sheet's text from which a match can go on, or a position as an object
    parts: tuple[str, ...]  # what is drawn, row by row, in the words of the game's own drawing
    moves: tuple[str, ...] = ()  # made before, by the seat if it is waited for; `* store`: what chance brings
    move: str = ""  # what it is about: made if it is right, only tried if it is wrong; empty: something just lies there
    wrong: bool = False
    seat: int = 0


class Drawn(NamedTuple):
    """What a game draws for a picture."""

    width: float
    height: float
    inside: str


class Shown(NamedTuple):
    """A picture as a page shows it: with its words, and as SVG that says the same to those who do not see it."""

    said: str
    svg: str
    wide: bool  # it takes the whole row


def before(game: "Game", picture: RulePicture) -> Match:
    """The match at the moment that a picture is about; a position that cannot be is a BadPosition."""
    return _moment(game, picture).copy()


@lru_cache(REMEMBERED)
def _moment(game: "Game", picture: RulePicture) -> Match:
    """The same in every language."""
    value = picture.position
    if isinstance(value, str):
        value = game.sheet_position(value, game.words("en"))
    setup = game.set_up(value["players"], value.get("options", {}), stored=True)
    match = Match(setup, ToldDeal(), position=read_position(setup, value["table"]))  # nobody has a name
    for move in picture.moves:
        if move.startswith("* "):
            match.happen(move.removeprefix("* "))
        else:
            match.play(picture.seat if picture.seat in match.waiting else match.waiting[0], move)
    return match


def show(game: "Game", picture: RulePicture, words: Words) -> Shown:
    """A picture in one language. A right move is made, and its result is seen; a wrong one leaves all as it was."""
    match = before(game, picture)
    if picture.move and not picture.wrong:
        match.play(picture.seat, picture.move)
    lines = match.scores(words.lang)[picture.seat].lines
    points = figure(sum(line.points for line in lines if line.rule.id == picture.rule))
    said = words(picture.said, points=points)
    drawn = game.draw_picture(match.view(picture.seat), picture, words)
    label = words(WRONG if picture.wrong else RIGHT, what=said) if picture.move else said
    svg = tag(
        "svg",
        ALIVE.sub("", drawn.inside),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(drawn.width)} {number(drawn.height)}",
        class_=f"kv-board kv-{game.key}",
        role="img",
        aria_label=label,
        lang=words.lang,
        font_family=FONT,
    )
    return Shown(said, svg, drawn.width > HALF)
