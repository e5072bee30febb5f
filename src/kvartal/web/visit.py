"""Who looks at a page, in which language and light; and what is around every page."""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie

from kvartal import __version__
from kvartal.engine.svg import LOOK, STYLE, colours
from kvartal.engine.words import LANGUAGES, NAMES, Words
from kvartal.engine.words import words as words_of
from kvartal.server.http.sentences import wished
from kvartal.server.http.visitors import settings_of, visitor
from kvartal.server.store.people import Person
from kvartal.server.table.company import Company
from kvartal.web.html import Html, el, join

WEB = Path(__file__).resolve().parent
FILES = WEB / "files"
INLINE = f"<style>{STYLE}</style>"  # of a board: refused by our own policy; the stylesheet brings it
THEMES = ("system", "light", "dark")
LANG_COOKIE, THEME_COOKIE = "kvartal_lang", "kvartal_theme"
YEAR = 365 * 24 * 3600
Asked = Request[Any, Any, Any]


@dataclass(frozen=True)
class Visit:
    words: Words
    theme: str
    base: str
    path: str
    person: Person | None
    company: Company  # the bots that the host of the place allows

    @classmethod
    async def of(cls, request: Asked) -> "Visit":
        return cls.by(request, await visitor(request))

    @classmethod
    def by(cls, request: Asked, person: Person | None = None) -> "Visit":
        theme = request.cookies.get(THEME_COOKIE, "")
        query = request.url.query
        return cls(
            words=words_of(language(request), WEB),
            theme=theme if theme in THEMES else "system",
            base=settings_of(request).base_path,
            path=request.url.path + (f"?{query}" if query else ""),
            person=person,
            company=settings_of(request).company,
        )


def language(request: Asked) -> str:
    """What was chosen here before, or what the browser likes best, or English."""
    chosen = request.cookies.get(LANG_COOKIE, "")
    return chosen if chosen in LANGUAGES else wished(request.headers.get("accept-language", ""))


# Files --------------------------------------------------------------------------------------------------------------


_IMPORT = re.compile(r'^import [^"]*"\./(\w+\.js)";', re.MULTILINE)


def _stylesheet() -> str:
    """The site's style, with the boards' own and the colours of both lights in front."""
    light, dark = f"{{{colours(0)};color-scheme:light}}", f"{{{colours(1)};color-scheme:dark}}"
    # A chosen light wins over the system's, on the page and on every board. Paper is white.
    system = f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){dark}}}"
    chosen = f"@media screen{{:root[data-theme=dark]{dark}}}"
    return f":root{light}{system}{chosen}{LOOK}" + (FILES / "site.css").read_text("utf-8")


def file(name: str) -> tuple[bytes, str, str] | None:
    """The bytes, media type and fingerprint of one of our files. A name that is none of ours is not remembered."""
    return _file(name) if name in _names() else None


@lru_cache(1)
def _names() -> tuple[str, ...]:
    return ("site.css", *sorted(path.name for path in FILES.glob("*.js")), "icon.svg")


@lru_cache(256)
def _file(name: str) -> tuple[bytes, str, str]:
    if name == "site.css":
        body, kind = _stylesheet().encode(), "text/css"
    else:
        body, kind = (FILES / name).read_bytes(), "image/svg+xml" if name == "icon.svg" else "text/javascript"
    return body, kind, hashlib.sha256(body).hexdigest()[:12]


@lru_cache(1)
def build() -> str:
    """Changes with any of our files: a page that was loaded before an update learns of it."""
    names = [name for name in _names() if name != "icon.svg"]
    marks = [found[2] for found in map(file, names) if found is not None]
    return hashlib.sha256(" ".join([__version__, *marks]).encode()).hexdigest()[:12]


def address(visit: Visit, name: str) -> str:
    found = file(name)
    assert found is not None, name
    return f"{visit.base}/static/{name}?v={found[2]}"


@lru_cache(256)
def imported(script: str) -> tuple[str, ...]:
    """The modules that a script needs, and those that they need: asked for at once, not one after the other."""
    found, known = [script], {script}
    for name in found:
        more = _IMPORT.findall((FILES / name).read_text("utf-8"))
        found += [each for each in more if each not in known]
        known.update(more)
    return tuple(found[1:])


# The frame of every page --------------------------------------------------------------------------------------------


def page(visit: Visit, title: str, /, *inside: object, script: str = "site.js", kind: str = "", **data: object) -> Html:
    words = visit.words
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        el("title", f"{title} · Kvartal" if title else "Kvartal"),
        el("link", rel="icon", href=address(visit, "icon.svg")),
        el("link", rel="stylesheet", href=address(visit, "site.css")),
        el("script", type="module", src=address(visit, script)),
        *(el("link", rel="modulepreload", href=f"{visit.base}/static/{name}") for name in imported(script)),
    )
    dead = None
    if script not in ("site.js", "lesson.js"):  # what is read needs no script
        dead = el("noscript", el("p", words("This page needs JavaScript, and it is switched off in this browser.")))
    body = el(
        "body",
        el("a", words("Skip to the content"), class_="skip", href="#main"),
        _header(visit),
        el("main", dead, *inside, id="main", tabindex="-1", class_=kind or None),
        el("div", id="toast", role="status", aria_live="polite"),
        _sure(words),
        data_base=visit.base,
        data_build=build(),
        data_lang=words.lang,
        data_name=visit.person.name if visit.person else "",
        data_guest=words("Guest"),
        data_texts=json.dumps(_texts(words), ensure_ascii=False),
        **{f"data_{key}": value for key, value in data.items()},
    )
    theme = visit.theme if visit.theme != "system" else None
    return join(Html("<!doctype html>"), el("html", head, body, lang=words.lang, data_theme=theme))


def _sure(words: Words) -> Html:
    """Asked before something that cannot be taken back."""
    choices = [
        el("button", words("No"), value="no", autofocus=True),
        el("button", words("Yes"), value="yes", class_="go"),
    ]
    return el(
        "dialog",
        el("form", el("p", id="suretext"), el("div", *choices, class_="row"), method="dialog"),
        id="sure",
        aria_labelledby="suretext",
    )


def _texts(words: Words) -> dict[str, str]:
    """What the scripts themselves say."""
    return {
        "lost": words("The connection is lost; trying again…"),
        "again": words("Try now"),
        "back": words("Connected again."),
        "failed": words("That did not work. Please try again."),
        "blocked": words(
            "The server answers, but no line to the table comes about. Perhaps a proxy, a firewall or an extension of "
            "the browser does not let WebSockets through."
        ),
        "nobody": words(
            "This browser does not tell us who you are: it keeps no cookies, or you were forgotten here. Allow cookies "
            "and try again."
        ),
        "silent": words("The server does not answer. Is the network there?"),
        "often": words("That was too often; wait a moment."),
        "copied": words("Copied."),
        "not_copied": words("This browser does not let us copy: select the link and copy it yourself."),
        "moved": words("Somebody with the link has taken this seat on another device. Here you watch."),
        "shelf": words("Back to the shelf"),
        "days": words("{d} d {h} h"),
        "late": words("The table had changed meanwhile; look again."),
        "turn": words("Your turn!"),
        "updated": words("Kvartal has been updated. Load the page again to go on."),
        "reload": words("Load again"),
        "notified": words("You will be notified when it is your turn."),
        "not_notified": words("This browser does not allow notifications here."),
        "sound_on": words("Sounds: on"),
        "sound_off": words("Sounds: off"),
        "nothing_yet": words("Nobody else has done anything yet."),
        "pace_on": words("Step by step: on"),
        "pace_off": words("Step by step: off"),
        "news": words("Since you last looked:"),
        "pick_first": words("First choose: {things}"),
        "rematch": words("A rematch is being set up."),
        "to_rematch": words("To the rematch"),
    }


def choices(visit: Visit) -> list[Html]:
    """The menu of languages and lights."""
    words = visit.words
    here = visit.path.removeprefix(visit.base)

    def choice(name: str, value: str, shown: str, now: bool, lang: str | None = None) -> Html:
        link = f"{visit.base}/settings?{name}={value}&back={_quoted(here)}"
        return el("a", shown, href=link, aria_current="true" if now else None, lang=lang, rel="nofollow")

    languages = [choice("lang", lang, NAMES[lang], lang == words.lang, lang) for lang in LANGUAGES]
    themes = {"system": words("System"), "light": words("Light"), "dark": words("Dark")}
    lights = [choice("theme", theme, themes[theme], theme == visit.theme) for theme in THEMES]
    return [el("p", words("Language")), *languages, el("p", words("Light or dark")), *lights]


def _header(visit: Visit) -> Html:
    words = visit.words
    menu = el(
        "details",
        el("summary", Html("&#9881;"), aria_label=words("Language and light")),
        el("div", *choices(visit), class_="menu"),
        class_="settings",
    )
    home = el(
        "a",
        el("img", src=address(visit, "icon.svg"), alt="", width=28, height=28),
        "Kvartal",
        class_="brand",
        href=f"{visit.base}/",
    )
    name = visit.person.name if visit.person else ""
    who = el("a", name, id="who", class_="who", href=f"{visit.base}/#me", hidden=not name)
    return el(
        "header",
        home,
        el("nav", el("a", words("Replay a record"), href=f"{visit.base}/replay"), who, menu, aria_label=words("Site")),
        class_="top",
    )


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path, safe="/")


def answer(html: str, status: int = 200) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, status_code=status)


def remembered(name: str, value: str, visit_base: str) -> Cookie:
    return Cookie(name, value=value, path=visit_base or "/", max_age=YEAR, samesite="lax")
