"""The application: the API, its description and health, behind the guard."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath
from sqlalchemy import text

from kvartal import __version__
from kvartal.server.http.answers import Problem
from kvartal.server.http.api import HANDLERS
from kvartal.server.http.between import Inside, say
from kvartal.server.http.counted import ADDRESS, EVERY, Counted, Taken
from kvartal.server.http.practising import MyPractice, TablePractice
from kvartal.server.http.relay import Relay
from kvartal.server.http.reviewing import TableReview
from kvartal.server.http.security import COOKIE, LARGEST_BODY, MOST_KEYS, Buckets, Guard, Held
from kvartal.server.http.sentences import said, wished
from kvartal.server.http.settings import Settings
from kvartal.server.http.studying import STUDYING
from kvartal.server.http.visitors import UnknownToken, no_cookie
from kvartal.server.live.hall import Hall
from kvartal.server.store.store import Unreachable
from kvartal.server.table.commands import Refused, not_understood

log = logging.getLogger("kvartal.app")
LANDING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Kvartal</title>
<p>Kvartal is running. <a href="docs">The API</a></p></html>
"""
FILES = Path(__file__).resolve().parent / "files"
_ONE = text("SELECT 1")
PAGES: list[Any] = []  # the pages put their handlers here before an application is built
ERROR_PAGES: list[Callable[[Request[Any, Any, Any], int, str], Response[Any]]] = []  # and how trouble looks as a page


def problem(status: int, words: str, rule: str = "", instead: Sequence[str] = ()) -> Response[Problem]:
    return Response(Problem(words, rule, tuple(instead)), status_code=status, media_type="application/json")


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    answer = answered(request, error.status, error.text, error.rule, error.instead, error.lang)
    if isinstance(error, UnknownToken) and COOKIE in request.cookies:
        answer.set_cookie(no_cookie(request))
    return answer


def answered(
    request: Request[Any, Any, Any], status: int, words: str, rule: str = "", instead: Sequence[str] = (),
    lang: str = "en",
) -> Response[Any]:  # fmt: skip
    """A page for somebody who has followed a link, else a sentence in the language that is asked for."""
    if ERROR_PAGES and "text/html" in request.headers.get("accept", "") and request.method == "GET":
        return ERROR_PAGES[0](request, status, words)
    wanted = wished(request.headers.get("accept-language", ""))
    return problem(status, words if lang == wanted else said(words, wanted), rule, instead)


def unreachable(request: Request[Any, Any, Any], error: Unreachable) -> Response[Any]:
    log.error("%s", error)
    return answered(request, 503, error.said)


def http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    words = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        wrong = [f"{each.get('key', '')}: {each.get('message', '')}" for each in error.extra if isinstance(each, dict)]
        words = "; ".join(wrong)[:500] or words
    return answered(request, error.status_code, words)


def not_json(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Bytes that are no text, or JSON inside JSON inside JSON …"""
    return refused(request, Refused(not_understood(error), status=400))


def fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of our own: the log gets all of it, the client a sentence."""
    log.error("fault in %s", request.url.path, exc_info=error)
    return answered(request, 500, "something went wrong here")


@get("/healthz", include_in_schema=False, media_type="text/plain")
async def healthz(state: State) -> Response[str]:
    try:
        await state.hall.store.all(_ONE)
    except Unreachable:
        return Response("the database does not answer\n", status_code=503, media_type="text/plain")
    if trouble := state.hall.store.trouble:
        return Response(f"{trouble}\n", status_code=503, media_type="text/plain")
    return Response("ok\n", media_type="text/plain")


class DocsPage(OpenAPIRenderPlugin):
    """A page of our own: the usual ones fetch their scripts from elsewhere and need a weaker policy."""

    def __init__(self, base: str) -> None:
        super().__init__(path=["/", "/index.html"], media_type=MediaType.HTML)
        self.page = (FILES / "docs.html").read_text("utf-8").replace("{base}", base).encode()

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return self.page


@get("/files/{name:str}", include_in_schema=False)
async def file(name: FromPath[str]) -> Response[bytes]:
    kinds = {"docs.js": "text/javascript; charset=utf-8", "docs.css": "text/css; charset=utf-8"}
    if name not in kinds:
        raise Refused("there is no such file", status=404)
    return Response((FILES / name).read_bytes(), media_type=kinds[name])


@get("/", include_in_schema=False)
async def landing() -> Response[str]:
    return Response(LANDING, media_type="text/html; charset=utf-8")


def build(hall: Hall, settings: Settings) -> Guard:
    home = [] if any("/" in getattr(page, "paths", ()) for page in PAGES) else [landing]
    limits = settings.limits
    inner = Litestar(
        route_handlers=[*HANDLERS, TableReview, TablePractice, MyPractice, *STUDYING, healthz, file, *home, *PAGES],
        path=settings.base_path or None,
        state=State({"hall": hall, "settings": settings, "messages": Buckets(limits.messages, limits.factor)}),
        debug=False,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig("gzip", minimum_size=1000, gzip_compress_level=6, exclude=["/api/"]),
        logging_config=None,
        exception_handlers={
            Refused: refused, Unreachable: unreachable, HTTPException: http_problem, RecursionError: not_json,
            UnicodeError: not_json, Exception: fault,
        },
        openapi_config=OpenAPIConfig(
            title="Kvartal", version=__version__, path="/docs", use_handler_docstrings=True,
            render_plugins=[DocsPage(settings.base_path), JsonRenderPlugin(path="/openapi.json")],
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
            security=[{"token": []}, {}],
        ),
    )  # fmt: skip
    hall.metrics.remembers("limits.messages", inner.state["messages"].__len__, MOST_KEYS + 1)
    passed_on = inner if hall.store.sqlite else Relay(inner, hall, settings.base_path)
    guard = Guard(passed_on, limits, hall.metrics, settings.origins, settings.allowed_hosts)
    inner.state["new tables"], inner.state["new studies"] = guard.tables, guard.studies
    return guard


def for_others(guard: Guard, hall: Hall, lines: Held) -> Inside | None:
    """The same application for the other processes on the same database; None: there can be none."""
    if not isinstance(guard.inner, Relay):
        return None
    hall.say = say
    inside = Inside(guard.inner.inner, hall)
    counted = Counted(hall.homes, guard.buckets, {"sockets": guard.sockets, "lines": lines})

    async def taken(body: bytes) -> None:
        counted.heard(msgspec.json.decode(body, type=Taken))

    inside.words[ADDRESS.decode()] = taken
    hall.again(counted.tell, EVERY)
    return inside
