"""The pages: server-drawn HTML and SVG, patched over the WebSocket. Knows no game by name.

Importing this package puts the pages into the server: `kvartal.web.install()` is called by `kvartal serve`.
"""


def install() -> None:
    """The pages and their dialects become part of every server built from now on."""
    from kvartal.server.http import packing
    from kvartal.server.http.app import ERROR_PAGES, PAGES
    from kvartal.server.http.security import LARGER
    from kvartal.server.live.shown import DIALECTS
    from kvartal.web.dialect import PLACES, Drawn
    from kvartal.web.moments import SENT
    from kvartal.web.pages import HANDLERS, trouble_at

    for screen in PLACES:
        DIALECTS[screen] = lambda setup, lang, screen=screen: Drawn(setup, lang, screen)  # type: ignore[misc]
        packing.DIALECTS.add(screen)
    if not PAGES:
        PAGES.extend(HANDLERS)
        ERROR_PAGES.append(trouble_at)
        LARGER.update({"/replay/at": SENT, "/replay/verify": SENT, "/review/of": SENT})
