"""The law about pictures of rules: they show what the rules say."""

import xml.etree.ElementTree as ET

from kvartal.engine.conformance.findings import Findings, under
from kvartal.engine.game import Setup
from kvartal.engine.picture import WHOLE, RulePicture, before, show
from kvartal.engine.words import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}svg"


@under("pictures")
def set_up(findings: Findings, setup: Setup) -> None:
    """They belong to the game: once, with the usual set-up."""
    game = setup.game
    if setup.digest != game.set_up().digest:
        return
    for picture in game.pictures:
        _true(findings, setup, picture)
        for lang in LANGUAGES:
            what = f"the picture of {picture.rule} ({picture.said}) in {lang}"
            shown = findings.attempt("pictures", what, show, game, picture, game.words(lang))
            if shown is None:
                continue
            drawn = ET.fromstring(shown.svg)  # noqa: S314 — the game's own text
            wide = float(drawn.attrib["viewBox"].split()[2])
            if drawn.tag != SVG or not 0 < wide <= WHOLE:
                findings.say("pictures", f"{what} is {wide:g} wide; the widest is {WHOLE}", game.draw_picture)


def _true(findings: Findings, setup: Setup, picture: RulePicture) -> None:
    """The position can be; what is right can be done there, what is wrong is forbidden by this rule."""
    what = f"the picture of {picture.rule} ({picture.said})"
    if picture.rule not in {rule.id for rule in setup.game.rules}:
        findings.say("pictures", f"{what}: there is no such rule")
    match = findings.attempt("pictures", what, before, setup.game, picture)
    if match is None:
        return
    if not picture.move:
        if picture.wrong:
            findings.say("pictures", f"{what}: it names no move that would be wrong")
        return
    rule = match.why(picture.seat, picture.move)
    found = "allowed" if rule is None else f"refused by {rule.id}"
    if found != (f"refused by {picture.rule}" if picture.wrong else "allowed"):
        shown = "wrong" if picture.wrong else "right"
        findings.say("pictures", f"{what}: {picture.move!r} is shown as {shown}, but it is {found}")
