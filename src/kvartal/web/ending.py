"""The end of a game: who won and why, the score sheet, and what can be done now."""

from collections.abc import Mapping, Sequence
from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.rule import Rule
from kvartal.engine.score import Score, SheetScore, figure, signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games import shelf
from kvartal.server.live.frame import Result, TableShown
from kvartal.web import coach, faults
from kvartal.web.html import Html, el, join

RULES = "../rules"  # where they are, from the page of a table


def end(
    frame: TableShown, words: Words, sheets: Html, scores: Sequence[Score], rivals: Sequence[SheetScore],
    sees: bool, how: str = "",
) -> str:  # fmt: skip
    """`sheets` is what everybody has: their score sheets or, where nobody has a line, the `ranking`. `how` it ended,
    where that says more than the rule."""
    table = frame.id
    head = _ended(frame, words)
    if frame.result:
        head = won(shelf()[frame.game], frame.options, frame.result, words, scores, rivals, how=how)
    if not sees:
        return el("section", head, el("p", el("a", words("Back to the shelf"), class_="button", href="../")))
    alone = len(frame.seats) == 1
    said = words("Play again") if alone else words("Rematch")
    again = el("button", said, data_do="rematch", data_for="seated", class_="go")
    if frame.rematch:
        said = words("To the next game") if alone else words("To the rematch")
        again = el("a", said, class_="button go", href=frame.rematch)
    next_ = [
        again,
        el("a", words("Replay"), class_="button", href=f"{table}/replay"),
        el("a", words("Review"), class_="button", href=f"{table}/review") if frame.status == "finished" else None,
        el("a", words("Back to the shelf"), class_="button", href="../"),
    ]
    share = el("button", words("Share the result"), id="share", title=words("Copies a link that anybody can open"))
    same = words("Everybody's results with this deal") if frame.daily else words("The same cards again")
    tools = [
        share if frame.watchable else None,
        el(
            "a",
            words("Download the record"),
            class_="button",
            href=f"../api/tables/{table}/record",
            download=f"kvartal-{frame.game}-{table}.txt",
        ),
        el("button", words("Verify the deal"), data_verify=table),
        el("a", same, class_="button", href=f"{table}/deal")
        if frame.status == "finished" and not frame.lesson
        else None,
    ]
    private = None if frame.watchable else words("Nobody else may watch this table, so its link shows others nothing.")
    return join(
        el(
            "section",
            head,
            el("div", *next_, class_="tools"),
            sheets,
            el("div", *tools, class_="tools"),
            el("p", coach.label(words), class_="muted") if frame.lesson else _helped(frame, words),
            el("p", private, class_="muted") if private else None,
            el("div", id="verdict", role="status"),
            el("div", id="plot", data_part="plot"),
            el("div", id="mine", data_part="mine"),
        )
    )


def _helped(frame: TableShown, words: Words) -> Html | None:
    """Who asked for hints, or let a bot play: such a result has no rank among those of the deal."""
    names = [words.player(number) for number, seat in enumerate(frame.seats) if seat.helped]
    if not names or frame.status != "finished":
        return None
    text = words("With help, so without a rank among the results of this deal: {names}.", names=", ".join(names))
    return el("p", text, class_="muted")


def resigned(frame: TableShown) -> int:
    """The seat that gave up, or -1."""
    return frame.ended_by if frame.why == "resigned" and isinstance(frame.ended_by, int) else -1


def broken_off_by(frame: TableShown, words: Words) -> list[str]:
    """Why a game ended before its end, in sentences: who has won by it first, if anybody has."""
    seat = resigned(frame)
    if seat >= 0:
        others = [words.player(number) for number in range(len(frame.seats)) if number != seat]
        won = words("{name} has won!", name=others[0]) if len(others) == 1 else ""
        if len(others) > 1:
            won = words("{names} share the victory.", names=", ".join(others))
        return [*filter(None, [won]), words("{name} gave up.", name=words.player(seat))]
    reasons = {
        "resigned": words("Somebody gave up."),
        "agreed": words("Everybody agreed to end it."),
        "closed": words("The table was closed."),
        "expired": words("Nobody played on."),
    }
    return [reasons[frame.why]] if frame.why in reasons else []


def _ended(frame: TableShown, words: Words) -> Html:
    said = broken_off_by(frame, words)
    lines = [el("p", line, class_="won" if len(said) > 1 and not n else None) for n, line in enumerate(said)]
    return join(el("h2", words("The game was ended"), tabindex="-1"), *lines)


def told_by(view: View | None, words: Words) -> str:
    """How it ended, in the game's own sentence."""
    if view is None or not view.over:
        return ""
    game = view.setup.game
    try:
        return game.ended(view, view.words(words.lang))
    except Exception as error:
        faults.log(game, "ended", error)
        return ""


def won(
    game: Game, options: Mapping[str, Any], result: Result, words: Words, scores: Sequence[Score],
    rivals: Sequence[SheetScore], rules: str = RULES, how: str = "",
) -> Html:  # fmt: skip
    """`how` it ended, where that says more than the rule."""
    players = len(result.points)
    points = [*result.points, *(rival.score.total for rival in rivals)]
    winners = result.winners or range(players, len(points))  # who has no seat wins if nobody else does
    named = [words.player(seat) for seat in range(players)] + [rival.name for rival in rivals]
    first = [named[seat] for seat in winners]
    said = words("Nobody has won.") if players > 1 else words("The game is lost.")
    if players == 1 and not rivals and any(points):
        said = words("Your score: {points}", points=figure(words.count("{n} point", "{n} points", points[0])))
        if not first:
            said = f"{words('The game is lost.')} {said}"
    elif players == 1 and first and not rivals:
        said = words("You have won!")
    elif len(first) == 1:
        said = words("{name} has won!", name=first[0])
    elif len(first) == players > 1:
        said = words("A draw: all are level.")
    elif first:
        said = words("{names} share the victory.", names=", ".join(first))
    reasons = [game.rule(result.rule)]
    count = not scores or rivals or any(score.lines for score in scores if score.seat not in winners)
    # Of others who have no line nobody is next
    lead = _lead(points, winners, words) if len(first) == 1 and count else ""
    if lead and points[winners[0]] <= _next(points, winners):
        reasons += [game.rule(each) for each in game.ties(options, result.rule)]
    return join(
        el("h2", words("The game is over"), tabindex="-1"),
        el("p", said, class_="won"),
        el("p", lead) if lead else None,
        *(_reason(game, why, words, rules, "" if number else how) for number, why in enumerate(reasons)),
    )


def _reason(game: Game, why: Rule, words: Words, rules: str, how: str) -> Html:
    link = el(
        "a", "§", href=f"{rules}/{game.key}#{why.id}", class_="rule", data_rule=why.id,
        aria_label=words("The rule"),
    )  # fmt: skip
    return el("p", how or why.said(game.words(words.lang)), " ", link)


def _next(points: Sequence[int], winners: Sequence[int]) -> int:
    """The most points of those who have not won."""
    return max(each for seat, each in enumerate(points) if seat not in winners)


def _lead(points: Sequence[int], winners: Sequence[int], words: Words) -> str:
    """How far ahead of the others the winner is, if at all."""
    if len(points) == 1 or not any(points):  # alone, or a game without points
        return ""
    mine, next_ = points[winners[0]], _next(points, winners)
    said = figure(words.count("{n} point", "{n} points", mine))
    if mine > next_:
        return words("{points}; the next has {n}.", points=said, n=figure(next_))
    if mine == next_:
        return words("{points}, as many as the next.", points=said)
    return words("{points}; somebody else has {n}.", points=said, n=figure(next_))


def ranking(words: Words, places: Sequence[int], notes: Sequence[str]) -> Html:
    """Everybody from first to last, with what became of them."""
    seats = sorted(range(len(places)), key=lambda seat: (not places[seat], places[seat]))
    level = len(places) > 1 and set(places) == {1}
    return _became(words, {seat: words("a draw") if level else standing(places[seat], words) for seat in seats}, notes)


def broken_off(frame: TableShown, words: Words, notes: Sequence[str]) -> Html:
    """The same where nobody has a place."""
    seats, gone = range(len(frame.seats)), resigned(frame)
    left = words("no result") if gone < 0 else words("won")
    return _became(words, {seat: words("gave up") if seat == gone else left for seat in seats}, notes)


def _became(words: Words, said: Mapping[int, str], notes: Sequence[str]) -> Html:
    rows = [
        el("tr", el("th", words.player(seat), scope="row", class_="name"), el("td", told))
        for seat, told in said.items()
    ]
    table = el("table", el("caption", words("What became of everybody")), el("tbody", *rows), class_="sheet")
    return el("div", table, el("ul", *(el("li", note) for note in notes)) if notes else None)


def standing(place: int, words: Words) -> str:
    """One place in words; 0 is lost without a place, and below it nobody has won."""
    if place < 0:
        return words("a draw")
    return words("won") if place == 1 else words("place {n}", n=place) if place else words("lost")


def score_table(score: Score, caption: str, words: Words, kind: str = "sheet", name: str | None = None) -> str:
    rows = [el("tr", el("td", line.text), el("td", signed(line.points), class_="n")) for line in score.lines]
    total = el("tr", el("th", words("Total"), scope="row"), el("td", figure(score.total), class_="n"), class_="total")
    return el("table", el("caption", caption), el("tbody", *rows, total), class_=kind, id=name)
