"""What the table asks whoever looks at it: to come back, to end the game, to let somebody else take over a seat."""

from collections.abc import Iterator

from kvartal.engine.words import Words
from kvartal.server.live.frame import Asks, TableShown
from kvartal.web.guests import FACE
from kvartal.web.html import Html, el, join
from kvartal.web.portraits import face


def asked(seat: int, frame: TableShown, words: Words) -> Html:
    """What I should know and may answer: a bot plays for me, somebody would rather stop."""
    mine = frame.seats[seat]
    if mine.bot:
        if mine.why == "resigned":
            return el("p", words("You gave up; a bot plays on."))
        why = words("Your time was up: a bot plays for you.") if mine.why == "late" else words("A bot plays for you.")
        back = el("button", words("Take my seat back"), data_do="take", class_="go")
        return join(el("p", face(mine.bot, FACE), why, class_="sitter"), el("p", back))
    if mine.agrees:
        on = el("button", words("Play on"), data_do="end", data_agree="false")
        return join(el("p", words("You would end the game; it ends when everybody agrees.")), el("p", on))
    others = [words.player(number) for number, each in enumerate(frame.seats) if each.agrees]
    if not others:
        return Html()
    agree = el("button", words("Agree to end"), data_do="end")
    return join(el("p", words("{names} would end the game.", names=", ".join(others))), el("p", agree))


def admitting(seat: int, frame: TableShown, words: Words) -> Iterator[Html]:
    """Somebody would take over a seat that a bot keeps, and I have a say in it; or it is me who asks."""
    me = frame.seats[seat].person or ""
    for number, each in enumerate(frame.seats):
        asks = each.asks
        if asks and asks.person == me:
            yield _asking(number, asks, frame, words)
        elif asks and me in (*asks.agreed, *asks.refused, *asks.missing):
            yield _answering(number, asks, me, frame, words)


def taking_over(frame: TableShown, words: Words) -> Iterator[Html]:
    """The same for those who have no seat: whoever asks for one, and whoever has left one."""
    for number, each in enumerate(frame.seats):
        asks, last = each.asks, each.last
        if last:
            back = el("button", words("Take my seat back"), data_do="sit", data_seat=number, class_="go")
            keeps = el("p", words("You have left the game; a bot keeps your seat."))
            yield el("div", keeps, el("p", back), data_for=last.person, hidden=True)
        if asks and not (last and asks.person == last.person):
            yield el("div", _asking(number, asks, frame, words), data_for=asks.person, hidden=True)


def _asking(number: int, asks: Asks, frame: TableShown, words: Words) -> Html:
    """What becomes of my wish."""
    if not asks.missing and not asks.refused and asks.agreed:
        sit = el("button", words("Sit down"), data_do="sit", data_seat=number, class_="go")
        return join(el("p", words("Everybody agrees: seat {n} is yours.", n=number + 1)), el("p", sit))
    hidden = words("Something is hidden on seat {n}: you sit down when everybody agrees.", n=number + 1)
    return el("p", hidden, " ", _left(asks, frame, words))


def _answering(number: int, asks: Asks, me: str, frame: TableShown, words: Words) -> Html:
    """What the others are asked, and what I have answered."""
    said = words("{name} would take seat {n} from the bot and see what is hidden there.", name=asks.name, n=number + 1)
    about = {"data_do": "admit", "data_seat": number, "data_person": asks.person}
    agree = el("button", words("Agree"), data_agree="true", class_="go", **about)
    refuse = el("button", words("Refuse"), data_agree="false", **about)
    if me in asks.agreed:
        return join(el("p", said, " ", words("You agree."), " ", _left(asks, frame, words)), el("p", refuse))
    if me in asks.refused:
        return join(el("p", said, " ", words("You have refused: a bot keeps the seat.")), el("p", agree))
    return join(el("p", said), el("p", agree, " ", refuse))


def _left(asks: Asks, frame: TableShown, words: Words) -> str:
    """Who stands in the way, by name."""
    people = {seat.person: seat.name or "" for seat in frame.seats if seat.person}
    if asks.refused:
        names = ", ".join(people[each] for each in asks.refused)
        return words("Refused by {names}: a bot keeps the seat.", names=names)
    if not asks.missing:
        return "" if asks.agreed else words("Nobody is here who could agree: a bot keeps the seat.")
    return words("Waiting for {names}.", names=", ".join(people[each] for each in asks.missing))
