"""Who asks: the token of a program, or the cookie of a browser."""

from typing import Any

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

from kvartal.server.http.security import COOKIE, Buckets
from kvartal.server.http.settings import Settings
from kvartal.server.live.hall import Hall
from kvartal.server.store.people import Person
from kvartal.server.table.commands import Refused

YEAR = 365 * 24 * 3600

Asked = Request[Any, Any, Any]
Line = WebSocket[Any, Any, Any]


class UnknownToken(Refused):
    """A browser is told to drop it, and comes back as nobody."""

    def __init__(self) -> None:
        super().__init__("this token is not known (any more): POST /api/me gives a new one", status=401)


def hall_of(request: Asked | Line) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def settings_of(request: Asked | Line) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def messages_of(request: Asked | Line) -> Buckets:
    """How often each person may do something at each table."""
    messages: Buckets = request.app.state.messages
    return messages


def new_tables_of(request: Asked | Line) -> Buckets:
    """How often each address may make a table, in whatever way."""
    tables: Buckets = request.app.state["new tables"]
    return tables


def new_studies_of(request: Asked) -> Buckets:
    """How much each address may store in new studies."""
    studies: Buckets = request.app.state["new studies"]
    return studies


async def asker(request: Asked | Line) -> Person | None:
    """Who asks; None without any token. A wrong one is refused: its owner would not notice to be nobody.

    A cookie counts only where the browser has said which site the request comes from.
    """
    bearer = request.headers.get("authorization", "")
    if bearer:
        kind, _, token = bearer.partition(" ")
        person = await hall_of(request).people.by_token(token.strip()) if kind.lower() == "bearer" else None
        if person is None:
            raise UnknownToken()
        return person
    token = request.cookies.get(COOKIE, "")
    named = request.headers.get("origin") or request.headers.get("sec-fetch-site")
    changes = isinstance(request, WebSocket) or request.method not in ("GET", "HEAD")
    if not token or (changes and not named):
        return None
    person = await hall_of(request).people.by_token(token)
    if person is None:
        raise UnknownToken()
    return person


async def visitor(request: Asked) -> Person | None:
    """Who looks at a page: whoever comes with the token of somebody forgotten is nobody in particular."""
    try:
        return await asker(request)
    except UnknownToken:
        return None


async def known(request: Asked | Line) -> Person:
    person = await asker(request)
    if person is None:
        raise Refused("a token is needed: POST /api/me gives one", status=401)
    return person


def cookie(request: Asked, token: str) -> Cookie:
    return Cookie(
        COOKIE, value=token, httponly=True, samesite="lax", path=settings_of(request).base_path or "/", max_age=YEAR,
        secure=request.url.scheme == "https",
    )  # fmt: skip


def no_cookie(request: Asked | Line) -> Cookie:
    return Cookie(
        COOKIE, value="", httponly=True, samesite="lax", path=settings_of(request).base_path or "/", max_age=0
    )
