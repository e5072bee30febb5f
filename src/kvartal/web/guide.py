"""The first game: what you see, what you do in a turn, what you can do now, how you win.

Made of the chapters that tell the rules, of the moves of this moment and of a log; without chapters, of the rules.
"""

import re
from functools import lru_cache

from kvartal.bots import has_greedy
from kvartal.engine.coach import lesson_for
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.log import LogLine, in_full
from kvartal.engine.match import Match
from kvartal.engine.rule import Chapter
from kvartal.engine.words import Words
from kvartal.web.coach import lesson_button
from kvartal.web.html import Html, el

ENDS = re.compile(r"^\w+\.(win|end|loss)\.")  # ids of rules that say how a game ends
POINTS = re.compile(r"^\w+\.score\.")  # and how points are counted
TURN, END = {"phase", "turn"}, {"score"}  # topics of the chapters about a turn and about the end
MOST = 6  # rules of each kind: the rest is in the rules
MOST_TOLD = 2, 3, 4  # paragraphs about the idea of the game, a turn, the end
MOST_SAID, MOST_MOVES = 7, 20  # lines of the log, and the moves that they may take


@lru_cache(256)
def example(game: Game, lang: str) -> tuple[str, ...]:
    """How a game may begin, in the words of the log, as told to whoever begins; nothing where nobody plays sensibly."""
    if not has_greedy(game):
        return ()
    match = Match(game.set_up(), SeededDeal(5))
    if not match.waiting:
        return ()
    seat = match.waiting[0]
    before = match.readable(seat)
    lines: list[LogLine] = []
    for _ in range(MOST_MOVES):
        if match.over or len(lines) >= MOST_SAID:
            break
        now = seat if seat in match.waiting else match.waiting[0]
        match.play(now, game.greedy(match.view(now)))
        lines = match.log(seat, lang, before)
    return tuple(each for _, each in in_full(lines, match.view(seat).words(lang)))[:MOST_SAID]


def chapter(game: Game, topics: set[str], own: Words, most: int) -> list[Html]:
    """The beginning of the first chapter that is about one of these."""
    found = next((each for each in game.chapters if topics & set(each.about)), Chapter(""))
    return [el("p", own(each)) for each in found.text[:most]]


def guide(setup: Setup, own: Words, words: Words) -> Html:
    game, lesson = setup.game, lesson_for(setup)
    idea, turn, end = MOST_TOLD
    first = [el("li", line) for line in example(game, words.lang)]
    steps: list[tuple[str, list[Html | None]]] = [
        (
            words("What you see"),
            [
                *(el("p", own(each)) for each in (game.chapters[0].text[:idea] if game.chapters else (game.tagline,))),
                el("p", words("The board shows what you may know. What can be done now has a coloured edge.")),
                el("p", words("Point at anything that cannot be done now, or tap it, and the rule says why.")),
            ],
        ),
        (words("What you do"), [*chapter(game, TURN, own, turn)]),
        (
            words("Your first moves"),
            [
                el("p", words("Choose on the board or press the button with the same words. Now you can:")),
                el("ul", id="nowmoves"),
                el("p", words("A game may begin like this:")) if first else None,
                el("ol", *first) if first else None,
                el("p", words("Undo takes a step back where nothing has followed from it; Hint asks a bot.")),
            ],
        ),
        (
            words("How you win"),
            [
                *(chapter(game, END, own, end) or ends(game, own, words)),
                el("p", words("The button Rules, or the key R, opens the rules.")),
            ],
        ),
    ]
    steps = [(title, inside) for title, inside in steps if inside]
    pages = [
        el("div", el("h2", f"{n} / {len(steps)} · {title}"), *inside, hidden=n > 1, data_page=n)
        for n, (title, inside) in enumerate(steps, 1)
    ]
    buttons = el(
        "p",
        el("button", words("Skip"), id="skipguide", class_="quiet"),
        " ",
        *([lesson_button(game, lesson, own, words), " "] if lesson else []),
        el("button", words("Next"), id="nextguide", class_="go", autofocus=True, data_last=words("Play now")),
        class_="send",
    )
    told = el("div", *pages, aria_live="polite")  # whoever listens hears the next page; the focus stays on the button
    return el("dialog", told, buttons, id="guide", aria_label=words("First game"))


def ends(game: Game, own: Words, words: Words) -> list[Html | None]:
    """A game that is not told in chapters: its rules about the end and the points."""
    found: list[Html | None] = []
    for title, ids in ((words("The game ends when"), ENDS), (words("Points"), POINTS)):
        lines = [el("li", rule.said(own)) for rule in game.rules if ids.search(rule.id)][:MOST]
        found += [el("h3", title), el("ul", *lines)] if lines else []
    return found
