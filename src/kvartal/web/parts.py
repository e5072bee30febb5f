"""The parts of a table's page that change: each is HTML made from what one seat is shown.

Links are relative to /table/ID.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import NamedTuple

from kvartal.engine.game import Game
from kvartal.engine.log import LogLine, in_full
from kvartal.engine.score import Score, SheetScore, figure, signed
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words
from kvartal.server.live.frame import SeatShown, TableShown
from kvartal.server.live.shown import Shown
from kvartal.server.table.names import seat_names
from kvartal.web import coach, faults
from kvartal.web.asking import admitting, asked, taking_over
from kvartal.web.ending import RULES, broken_off, broken_off_by, end, ranking, score_table, told_by
from kvartal.web.guests import FACE, bot_title, stand_in
from kvartal.web.html import Html, el, join
from kvartal.web.lobby import help_said, lobby
from kvartal.web.portraits import face

# Said with one press, and read by everybody in their own language
PHRASES = (N_("Hello!"), N_("Good luck!"), N_("One moment…"), N_("Well played!"), N_("Thank you!"), N_("See you!"))
LOOKS = 6  # of one row: whose turn it is or not, mine or not, with other points
CROWD = 12  # from more players on, their list is scrolled


def escaped(text: str) -> str:
    return escape(text, quote=False)


def called(frame: TableShown, words: Words) -> Words:
    """The words of a table where these people sit."""
    names = {seat.person: seat.name or "" for seat in frame.seats if seat.person}
    seats = [(seat.kind, seat.person or "", seat.called or "", seat.bot or "") for seat in frame.seats]
    return words.at_table(seat_names(seats, names))


def written(view: View, lang: str) -> Html:
    """The board as text; if not even that can be had, its bare facts."""
    try:
        text = view.text(lang)
    except Exception as error:
        faults.log(view.setup.game, "text", error)
        text = Game.text(view.setup.game, view, view.words(lang))
    return el("pre", text, class_="astext")


def in_words(view: View, lang: str) -> Html:
    """The board for whoever reads or hears it: under headings, or as a terminal shows it if a game tells nothing."""
    try:
        told = view.told(lang)
    except Exception as error:
        faults.log(view.setup.game, "told", error)
        told = ()
    if not told:
        return written(view, lang)
    return join(*(join(el("h2", head), el("ul", *(el("li", line) for line in lines))) for head, lines in told))


class Kept:
    """Most rows beside the board are as they were: each is written again only when something in it has changed.

    All who look at a table in one language share it. What a row says follows from its key, the frame and the words
    alone: nobody reads anything in it that is not in their own key.
    """

    def __init__(self) -> None:
        self.frame: TableShown | None = None
        self.words: Words | None = None
        self.rows: dict[tuple[str, int], dict[object, str]] = {}
        self.sheets: dict[tuple[str, int], tuple[object, str]] = {}
        self.said = ""  # below the players

    def of(self, frame: TableShown) -> "Kept":
        if frame is not self.frame:  # other people, other names
            self.frame, self.words, self.rows, self.sheets, self.said = frame, None, {}, {}, ""
        return self

    def called(self, frame: TableShown, words: Words) -> Words:
        """The words of this table; those of its pages have all the same language."""
        named = self.of(frame).words
        if named is None:
            named = self.words = called(frame, words)
        return named

    def row(self, kind: str, number: int, key: object, write: Callable[[], str]) -> str:
        known = self.rows.setdefault((kind, number), {})  # turns come and go: a row looks as it did before
        found = known.get(key)
        if found is None:
            if len(known) >= LOOKS:
                known.clear()
            found = known[key] = str(write())
        return found

    def sheet(self, kind: str, number: int, key: object, write: Callable[[], str]) -> str:
        """The same for what is long: only as it looks now."""
        known = self.sheets.get((kind, number))
        if known is None or known[0] != key:
            known = self.sheets[kind, number] = (key, str(write()))
        return known[1]


class Rows(NamedTuple):
    """A part of the page in rows, by their ids: of one that the page has, only what looks different is sent."""

    before: str
    rows: dict[str, str]
    after: str

    @property
    def html(self) -> str:
        return "".join((self.before, *self.rows.values(), self.after))

    def since(self, had: "Rows") -> dict[str, str] | None:
        """The rows that were otherwise; None if there are others now, or something else has changed."""
        if self.before != had.before or self.after != had.after or self.rows.keys() != had.rows.keys():
            return None
        old = had.rows
        return {name: row for name, row in self.rows.items() if row is not old[name] and row != old[name]}


def around(shown: Shown, words: Words, kept: Kept) -> dict[str, str]:
    """What can be done and what became of it: everything but the board, its moves, and what stands beside it."""
    frame, view = shown.frame, shown.view
    status = frame.status
    named = kept.called(frame, words)
    found = {"lobby": "", "end": "", "ribbon": "", "asked": ""}
    if status in ("open", "salting"):
        found["lobby"] = lobby(frame, words)
    elif status == "playing" and view is not None and view.seat is not None and not view.over:
        found["asked"] = join(asked(view.seat, frame, named), *admitting(view.seat, frame, named))
    elif status == "playing" and shown.seat is None:
        found["asked"] = join(*taking_over(frame, named))
    elif status in ("finished", "ended"):
        scores = shown.scores(words.lang)
        rivals = view.rivals(words.lang) if view is not None else []
        lasting = counted(scores) and view is not None and not view.setup.game.per_turn
        sheets = Html(sheet(scores, rivals, named, kept).html) if lasting else _ranking(frame, view, named)
        found["end"] = end(frame, named, sheets, scores, rivals, view is not None, told_by(view, named))
        found["ribbon"] = escaped(" ".join(broken_off_by(frame, named))) if status == "ended" else ""
    return found


NO_ROWS = Rows("", {}, "")


def beside(shown: Shown, words: Words, kept: Kept) -> dict[str, Rows]:
    """Who plays here, and their score sheets; at the end these are a part of it."""
    frame, scores = shown.frame, shown.scores(words.lang)
    named = kept.called(frame, words)
    rows, is_over = scores if counted(scores) else (), frame.status in ("finished", "ended")
    rivals = shown.view.rivals(words.lang) if shown.view is not None else []
    return {
        "players": players(frame, shown.view, named, rows, kept),
        "scores": sheet(rows, rivals, named, kept) if rows and not is_over else NO_ROWS,
    }


def counted(scores: Sequence[Score]) -> bool:
    """Does this game count points?"""
    return any(score.lines for score in scores)


def _ranking(frame: TableShown, view: View | None, words: Words) -> Html:
    if view is None:
        return Html()
    notes = view.notes(words.lang)
    if not view.over:
        return broken_off(frame, words, notes)
    return ranking(words, [view.known.place(seat) for seat in range(len(frame.seats))], notes)


# During play --------------------------------------------------------------------------------------------------------


def standing(frame: TableShown, view: View | None, words: Words) -> str:
    if frame.status in ("open", "salting"):
        return escaped(words("The game has not begun yet"))
    if frame.status == "ended":  # perhaps before it began: then there is nothing to see
        return escaped(words("The game was ended"))
    if view is None:
        return escaped(words("This table is not watched"))
    if frame.status == "finished":
        return escaped(words("The game is over"))
    waiting = view.waiting
    if view.seat is not None and view.seat in waiting and not frame.seats[view.seat].bot:
        return escaped(words("Your turn"))
    if len(waiting) == len(frame.seats) or len(waiting) > 4:
        return escaped(words.count("Waiting for {n} player", "Waiting for {n} players", len(waiting)))
    return escaped(words("Waiting for {names}", names=", ".join(words.player(seat) for seat in waiting)))


def so_far(shown: Shown, words: Words, told: Mapping[int, str]) -> str:
    """A turn of several steps: what I did in it, as the log tells it, and what it changes in my score until now."""
    view = shown.view
    if view is None or view.seat is None or view.over or shown.frame.status != "playing":
        return ""
    turn, seat = shown.turn(), view.seat
    if not turn.moves:
        return ""
    me = view.words(words.lang).player(seat)
    steps = [
        el("li", about_me(told[line], me) if line in told else move.label(words.lang))
        for move, line in zip(turn.moves, turn.lines, strict=True)
    ]
    score, gain = view.score(seat, words.lang), None
    if turn.points or score.lines:
        change = el("strong", signed(score.total - turn.points) if score.total != turn.points else "±0", id="gain")
        total = words("({n} in all)", n=figure(score.total))
        gain = el("p", words("My points with this turn:"), " ", change, " ", total)
    return join(el("p", words("In this turn")), el("ol", *steps), gain)


def about_me(said: str, me: str) -> str:
    """A line of the log, to whoever it is about: "Ann plays a park" is "Plays a park"."""
    rest = said.removeprefix(f"{me}: ").removeprefix(f"{me} ")
    return rest[:1].upper() + rest[1:]


def players(frame: TableShown, view: View | None, words: Words, scores: Sequence[Score], kept: Kept) -> Rows:
    waiting = frozenset(view.waiting) if view is not None and frame.status == "playing" else frozenset()
    me = view.seat if view is not None else None
    rows: dict[str, str] = {}
    for number in range(len(frame.seats)):
        owes, points = number in waiting, scores[number].total if scores else None
        write = partial(player, frame, words, number, number == me, owes, points)
        rows[f"player-{number}"] = kept.row("player", number, (owes, points, number == me), write)
    if not kept.said:
        taught = el("p", coach.label(words), class_="muted helping") if frame.lesson else None
        kept.said = join(el("p", help_said(frame.help, words), class_="muted helping"), taught)
    if len(rows) <= CROWD:
        around = el("ul", class_="players")
    else:
        around = el("ul", class_="players crowd", tabindex=0, aria_label=words("Players"))
    return Rows(around.removesuffix("</ul>"), rows, f"</ul>{kept.said}")


def player(frame: TableShown, words: Words, number: int, me: bool, owes: bool, points: int | None) -> str:
    seat, notes, is_over = frame.seats[number], [], frame.status in ("finished", "ended")
    if me and not owes:
        notes.append(words("you"))
    if seat.bot:
        name = words.player(number)
        instead = words("gave up, a bot plays on") if seat.why == "resigned" else stand_in(seat.bot, name, words)
        notes.append(bot_title(seat.bot, words) if seat.kind == "bot" else instead)
    elif seat.person and not (me and owes):
        notes.append(words("here") if seat.here else words("away"))
    if seat.last and not is_over:
        notes.append(words("keeps the seat of {name}", name=seat.last.name))
    if seat.asks and not is_over:
        notes.append(words("{name} asks for this seat", name=seat.asks.name))
    if seat.admitted_by:
        notes.append(words("with everybody's agreement"))
    if seat.agrees:
        notes.append(words("would end the game"))
    if owes:
        notes.append(words("your turn") if me else words("to move"))
    return el(
        "li",
        el("span", Html("&#9654;") if owes else Html("&#8226;"), aria_hidden="true"),
        el("span", face(seat.bot, FACE) if seat.bot else None, words.player(number), class_="name"),
        el("span", "" if points is None else figure(points), class_="points"),
        el("span", " · ".join(notes), class_="note"),
        el("span", class_="clock", data_clock=number),
        None
        if is_over
        else _over(seat.person, frame, words, words.player(number))
        if seat.person
        else _again(number, seat, words),
        class_="owes" if owes else None,
        id=f"player-{number}",
    )


def _over(person: str, frame: TableShown, words: Words, name: str) -> Html:
    """What the host may do about somebody."""
    silence, speak, away = words("Silence"), words("Let speak"), words("Send away")
    muted = person in frame.muted
    said = speak if muted else silence
    mute = el(
        "button",
        said,
        data_do="mute",
        data_person=person,
        data_muted=str(not muted).lower(),
        aria_label=f"{said}: {name}",
    )
    remove = el(
        "button", away, data_do="remove", data_person=person, data_sure=f"{away}: {name}?", aria_label=f"{away}: {name}"
    )
    return el("span", mute, remove, class_="over", data_for=f"host-not-{person}", hidden=True)


def _again(number: int, seat: SeatShown, words: Words) -> Html | None:
    """The host may offer a seat that somebody has left to them again, or to somebody else."""
    if not seat.last:
        return None
    said, spoken = words("Private link"), words("Private link for seat {n}", n=number + 1)
    invite = el("button", said, data_do="invite", data_seat=number, aria_label=spoken)
    return el("span", invite, class_="over", data_for="host", hidden=True)


def sheet(scores: Sequence[Score], rivals: Sequence[SheetScore], words: Words, kept: Kept) -> Rows:
    """The score sheets line by line: of everybody here, and of those who have no seat."""
    blocks: dict[str, str] = {}
    for score in scores:
        name = f"score-{score.seat}"
        write = partial(score_table, score, words.player(score.seat), words, "sheet", name)
        blocks[name] = kept.sheet("score", score.seat, score, write)
    for number, rival in enumerate(rivals):
        name = f"rival-{number}"
        write = partial(score_table, rival.score, rival.name, words, "sheet rival", name)
        blocks[name] = kept.sheet("rival", number, rival, write)
    return Rows('<div class="scroll">', blocks, "</div>")


def log(lines: Sequence[LogLine], game: str, words: Words, rules: str = RULES) -> str:
    found = []
    for line, said in in_full(lines, words):
        rule = None
        if line.rule is not None:
            rule = el(
                "a",
                "§",
                href=f"{rules}/{game}#{line.rule.id}",
                class_="rule",
                data_rule=line.rule.id,
                aria_label=words("The rule"),
            )
        found.append(el("li", said, rule, data_n=line.number, data_seat=line.seat))
    return join(*found)


def chat(shown: Shown, words: Words) -> str:
    return join(
        *(
            el(
                "li",
                el("strong", line.name),
                ": ",
                words(line.text) if line.text in PHRASES else line.text,
                data_person=line.person,
                data_n=line.number,
            )
            for line in shown.chat
            if line.text
        )
    )
