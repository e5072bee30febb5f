"""The first game: what you see, what you do in a turn, how you win; made of the game's own moves, log and rules."""

import re
from functools import cache

from kvartal.bots import has_greedy
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.words import Words
from kvartal.web.html import Html, el

ENDS = re.compile(r"^\w+\.(win|end|loss)\.")  # ids of rules that say how a game ends
POINTS = re.compile(r"^\w+\.score\.")  # and how points are counted
MOST = 6  # of each: the rest is in the rules
MOST_IDEA = 2  # paragraphs about the idea of the game, if it tells its rules in chapters
LONGEST_TURN = 12


@cache
def example(game: Game, lang: str) -> tuple[str, ...]:
    """A sensible first turn of a game nobody plays, in the words of the log; nothing where nobody plays sensibly."""
    if not has_greedy(game):
        return ()
    match = Match(game.set_up(), SeededDeal(5))
    if not match.waiting:
        return ()
    seat = match.waiting[0]
    before = match.readable(seat)
    for _ in range(LONGEST_TURN):
        if seat not in match.waiting:
            break
        match.play(seat, game.greedy(match.view(seat)))
    said = [line.text for line in match.log(seat, lang, before) if line.seat in (seat, None)]
    return tuple(said[:MOST])


def guide(game: Game, own: Words, words: Words) -> Html:
    ends = [el("li", rule.said(own)) for rule in game.rules if ENDS.search(rule.id)][:MOST]
    points = [el("li", rule.said(own)) for rule in game.rules if POINTS.search(rule.id)][:MOST]
    turn = [el("li", line) for line in example(game, words.lang)]
    idea = game.chapters[0].text[:MOST_IDEA] if game.chapters else (game.tagline,)
    see = words("The board shows what you may know. What can be done now has a coloured edge.")
    point = words("Point at anything that cannot be done now, or tap it, and the rule says why.")
    do = words("Choose on the board or press the button with the same words. Now you can:")
    steps: list[tuple[str, list[Html | None]]] = [
        (words("What you see"), [*(el("p", own(each)) for each in idea), el("p", see), el("p", point)]),
        (
            words("What you do"),
            [
                el("p", do),
                el("ul", id="nowmoves"),
                el("p", words("A first turn may go like this:")) if turn else None,
                el("ol", *turn) if turn else None,
                el("p", words("Undo takes a step back where nothing has followed from it; Hint asks a bot.")),
            ],
        ),
        (
            words("How you win"),
            [
                el("h3", words("The game ends when")) if ends else None,
                el("ul", *ends) if ends else None,
                el("h3", words("Points")) if points else None,
                el("ul", *points) if points else None,
                el("p", words("The button Rules, or the key R, opens the rules.")),
            ],
        ),
    ]
    pages = [
        el("div", el("h2", f"{n} / {len(steps)} · {title}"), *inside, hidden=n > 1, data_page=n)
        for n, (title, inside) in enumerate(steps, 1)
    ]
    buttons = el(
        "p",
        el("button", words("Skip"), id="skipguide", class_="quiet"),
        " ",
        el("button", words("Next"), id="nextguide", class_="go", autofocus=True, data_last=words("Play now")),
        class_="send",
    )
    return el("dialog", *pages, buttons, id="guide", aria_label=words("First game"))
