"""What the server says to people, in their language: refusals are English sentences inside and translated at the edge.

A catalogue entry with {a}, {b} … stands for every sentence with something in these places.
"""

import re
from functools import lru_cache
from pathlib import Path

from kvartal.engine.words import LANGUAGES, catalogue
from kvartal.server.table.commands import Refused

SERVER = Path(__file__).resolve().parent.parent
_PLACE = re.compile(r"\{(\w)\}")


def wished(header: str) -> str:
    """The language that an Accept-Language header likes best among ours; English if none."""
    wishes = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, name.split("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wishes) if name in LANGUAGES), "en")


def said(text: str, lang: str) -> str:
    """The sentence in this language; one that is not in the catalogue stays as it is."""
    if lang == "en" or lang not in LANGUAGES:
        return text
    found = catalogue(SERVER, lang).gettext(text)
    if found != text:
        return found
    for pattern, key in _patterns(lang):
        fits = pattern.fullmatch(text)
        if fits:
            return catalogue(SERVER, lang).gettext(key).format(**fits.groupdict())
    return text


def why_not(refusal: Refused, lang: str) -> str:
    """Why not, in the language of whoever asked."""
    return refusal.text if refusal.lang == lang else said(refusal.text, lang)


@lru_cache(16)
def _patterns(lang: str) -> list[tuple[re.Pattern[str], str]]:
    keys = [key for key in getattr(catalogue(SERVER, lang), "_catalog", {}) if _PLACE.search(key)]
    return [
        (
            re.compile(
                _PLACE.sub(lambda m: f"(?P<{m[1]}>.*)", re.escape(key).replace(r"\{", "{").replace(r"\}", "}")),
                re.DOTALL,
            ),
            key,
        )
        for key in keys
    ]
