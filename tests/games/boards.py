"""What the tests of all boards share: a board read back as XML, and what stands on it."""

import xml.etree.ElementTree as ET

from kvartal.engine.view import View

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (1280, 360)


def drawn(view: View, lang: str = "en", width: int = 1280) -> ET.Element:
    return ET.fromstring(view.draw(lang, width))  # noqa: S314 — our own text


def targets(board: ET.Element) -> list[ET.Element]:
    return [each for each in board.iter() if "data-move" in each.attrib]


def ids(board: ET.Element) -> list[str]:
    return [each.attrib["id"] for each in board.iter() if "id" in each.attrib]
