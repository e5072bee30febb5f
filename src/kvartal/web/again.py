"""The last turn of the others once more: the boards that a seat has seen, one after the other, each with its words."""

import asyncio
from typing import Any

from litestar import get

from kvartal.engine.log import in_full
from kvartal.engine.match import Match
from kvartal.engine.state import NOBODY
from kvartal.server.http.api import TableId
from kvartal.server.http.visitors import hall_of
from kvartal.server.live.mailbox import LiveTable
from kvartal.web.dialect import Screen, board
from kvartal.web.looking import view_of
from kvartal.web.visit import Asked, Visit

MOST = 40  # steps: a long turn is shown from here on


def last_turn(match: Match, who: int | None) -> list[int]:
    """The numbers of the steps that others have made since `who` last did something, as far as `who` was told of them.
    What `who` has done since then is not among them. For somebody who only watches: the last turn of anybody."""
    told = [(n, entry.seat) for n, entry in enumerate(match.entries) if match.said(n, who) is not None]
    movers = [seat for _, seat in told if seat != NOBODY]
    mine = {who} if who is not None else set(movers) - set(movers[-1:])
    steps: list[int] = []
    for number, seat in reversed(told):
        if seat not in mine:
            steps.append(number)
        elif any(match.entries[step].seat != NOBODY for step in steps):
            break
        else:
            steps = []  # what was drawn after a step of one's own belongs to it
    if all(match.entries[step].seat == NOBODY for step in steps):
        return []  # nothing but the deal
    return steps[:MOST][::-1]


def shown_again(match: Match, who: int | None, lang: str, screen: Screen) -> list[dict[str, str]]:
    """Each moment as `who` saw it then: a view of that moment knows nothing of what came later."""
    steps = last_turn(match, who)
    if not steps:
        return []
    words = match.setup.game.words(lang).at_table(match.names)
    then = match.at(steps[0])
    view, told = then.view(who), then.readable(who)
    found = [{"board": board(view, lang, screen), "said": ""}]
    for number in steps:
        then = match.at(number + 1)
        now, lines = then.view(who), then.log(who, lang, told)
        told = then.readable(who)
        said = " ".join(text for _, text in in_full(lines, words))
        if said or now != view:
            found.append({"board": board(now, lang, screen), "said": said})
        view = now
    return found


@get("/table/{table_id:str}/again", include_in_schema=False)
async def again(request: Asked, table_id: TableId, seat: int | None = None, screen: Screen = "desk") -> dict[str, Any]:
    visit = await Visit.of(request)
    person = visit.person.id if visit.person else ""

    def copied(live: LiveTable) -> tuple[Match, int | None]:
        view = view_of(live, person, seat)
        assert live.table.match is not None
        return live.table.match.copy(), view.seat  # a copy: the table goes on

    match, who = await (await hall_of(request).table(table_id)).read(copied)
    return {"moments": await asyncio.to_thread(shown_again, match, who, visit.words.lang, screen)}


HANDLERS: list[Any] = [again]
