"""The law about lessons: whoever follows the marks comes to their end, and what they point at is there."""

import re

from kvartal.engine.board import PLACES
from kvartal.engine.coach import HINT, SEAT, Lesson, Told
from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES

MOST_STEPS = 300  # moves of everybody, and marks that are read


@under("lessons")
def set_up(findings: Findings, setup: Setup) -> None:
    """They belong to the game: once, with the usual set-up."""
    game = setup.game
    if setup.digest == game.set_up().digest:
        for lesson in game.lessons:
            findings.attempt("lessons", f"lesson {lesson.name}", follow, findings, setup, lesson)


def follow(findings: Findings, setup: Setup, lesson: Lesson) -> None:
    """As a newcomer does: press what is ringed, read the rest. The others play as they are used to."""
    game, what = setup.game, f"lesson {lesson.name}"
    match, read, seen = Match(lesson.set_up(game), lesson.fair(game)), set[int](), set[int]()
    last = len(lesson.marks) - 1
    for _ in range(MOST_STEPS):
        if match.over or last in read:
            break
        view = match.view(SEAT)
        mark = next((each for each in lesson.told(view) if each.number not in read), None)
        if mark is None:
            rival = next((seat for seat in match.waiting if seat != SEAT), None)
            if rival is None:
                findings.say("lessons", f"{what}: after marks {sorted(seen)} no mark says how to go on")
                return
            match.play(rival, usual_move(match.view(rival)))
            continue
        seen.add(mark.number)
        for flaw in flaws(view, lesson, mark):
            findings.say("lessons", f"{what}, mark {mark.number}: {flaw}")
        if mark.code is None:
            read.add(mark.number)
        else:
            match.play(SEAT, mark.code)
    if last not in read:
        findings.say("lessons", f"{what}: its last mark is not reached, or waits for a move")
    elif len(seen) <= last:
        findings.say("lessons", f"{what}: nobody ever sees marks {sorted(set(range(last + 1)) - seen)}")


def usual_move(view: View) -> int:
    try:
        return view.setup.game.greedy(view)
    except NotImplementedError:
        return view.setup.game.default(view)


def flaws(view: View, lesson: Lesson, mark: Told) -> list[str]:
    """What is wrong with a mark here, in any language and on any screen."""
    found = []
    for lang in LANGUAGES:
        told = next((each for each in lesson.told(view, lang) if each.number == mark.number), None)
        if told is None or told.at != mark.at or told.code != mark.code or not told.text:
            found.append(f"in {lang} it is another mark, or says nothing")
        bar = view.bar(lang)
        if not mark.at and mark.code not in {button.code for button in bar.buttons}:
            found.append(f"in {lang} the bar has no button for what it waits for")
        held = {(place, code) for pick in bar.picks for place, code in pick.moves}
        for screen, (width, height) in PLACES.items() if mark.at not in ("", HINT) else ():
            thing = re.search(f'<[^>]* id="{re.escape(mark.at)}"[^>]*>', view.draw(lang, width, height))
            if thing is None:
                found.append(f"nothing is drawn as {mark.at} on the {screen} in {lang}")
            elif mark.code is not None and (mark.at, mark.code) not in held:
                if f'data-move="{view.setup.notation[mark.code]}"' not in thing[0]:
                    found.append(f"{mark.at} is not what makes its move on the {screen} in {lang}")
    return found
