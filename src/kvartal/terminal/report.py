"""Logs, score sheets and endings in words."""

from collections.abc import Sequence

from kvartal.engine.log import in_full
from kvartal.engine.match import Match
from kvartal.engine.score import Score
from kvartal.terminal import names_of, terminal_words


def score_sheet(match: Match, scores: Sequence[Score], lang: str) -> str:
    """Every seat with its lines, the best first once the match is over; then those who have no seat."""
    words, names = terminal_words(lang), names_of(match, lang)
    seats = [seat for places in match.ranking() for seat in places] or range(match.setup.players)
    page = []
    for score in [*(scores[seat] for seat in seats), *scores[len(seats) :]]:
        total = words.count("{n} point", "{n} points", score.total)
        page.append(f"{score.name or names[score.seat]}: {total}")
        page += [f"  {line.points:+4d}  {line.text} [{line.rule.id}]" for line in score.lines]
    return "\n".join(page)


def ending(match: Match, lang: str) -> str:
    """Who won, and why."""
    outcome, words, names = match.outcome(lang), terminal_words(lang), names_of(match, lang)
    if outcome is None:
        return words("Not finished.")
    winners = ", ".join(names[seat] for seat in outcome.winners)
    if not outcome.winners:
        who = words("Nobody has won.")
    elif len(outcome.winners) == 1:
        who = words("The winner: {name}.", name=winners)
    else:
        who = words("The win is shared: {names}.", names=winners)
    return f"{who}\n{outcome.text} [{outcome.rule.id}]"


def log(match: Match, seat: int | None, lang: str) -> str:
    """The whole log as a seat may read it, with the number of each step."""
    lines, words = [], match.setup.game.words(lang).at_table(match.names)
    for line, said in in_full(match.log(seat, lang), words):
        lines.append(f"{line.number + 1:4d}  {'· ' if line.seat is None else ''}{said}")
    return "\n".join(lines)


def moment(match: Match, steps: int, seat: int | None, lang: str) -> str:
    """A match at some step of many: its log, its board, and how it ended if it did."""
    words = terminal_words(lang)
    page = [match.setup.game.title, log(match, seat, lang), ""]
    page.append(words("After step {step} of {steps}:", step=len(match), steps=steps))
    page.append(match.view(seat).text(lang).rstrip())
    if match.over:
        page += ["", score_sheet(match, match.scores(lang), lang), "", ending(match, lang)]
    return "\n".join(page)
