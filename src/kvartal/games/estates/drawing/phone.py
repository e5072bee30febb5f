"""The board of The Estates for a phone. What the moment needs is in sight, the rest lies below:

upright                    across
the city                   the city   | the offer
the offer, the stand                  | the stand
the certificates                      | the certificates
the people                 the people | the standings
the standings

When the game is over, the standings are where the offer was.
"""

from kvartal.engine.svg import box, group
from kvartal.games.estates.drawing import city, standings
from kvartal.games.estates.drawing.auction import HELD, certificates, stand
from kvartal.games.estates.drawing.city import Plan
from kvartal.games.estates.drawing.scene import Scene
from kvartal.games.estates.rules.tables import OFFER_ROWS, PER_ROW, ROOF_PIECE
from kvartal.games.estates.text.bar import OFFER, PEOPLE
from kvartal.games.estates.text.board import beside

EDGE, GAP = 2.0, 4.0
UPRIGHT = Plan(EDGE, EDGE, 356, 36, 104, 2, 6)
ACROSS = Plan(EDGE, EDGE, 352, 34, 101, 2, 4)
ASIDE = 256.0  # how wide the offer is beside the city
CUBE, SPECIAL = 45.0, 47.0  # how high a row of cubes is, and one of other pieces
SPECIALS, STAND = 6, 110.0  # how many there are; how wide the stand beside them is
PERSON, ROUNDS = 74.0, 18.0  # how high somebody's card is; more with several rounds


def upright(scene: Scene) -> tuple[float, list[str]]:
    plan = UPRIGHT
    parts, y = [city.city(scene, plan, city.columns(scene), data_play="")], plan.y + plan.high + GAP
    play, below = (_standings, _upright_offer) if scene.board.over else (_upright_offer, _standings)
    high, drawn = play(scene, EDGE, y, plan.width, data_play="")
    y += high + GAP
    parts += [drawn, certificates(scene, EDGE, y, plan.width, 1, data_play="")]
    y += HELD + GAP
    for zone in (_people, below):
        high, drawn = zone(scene, EDGE, y, plan.width)
        parts.append(drawn)
        y += high + GAP
    return y, parts


def across(scene: Scene) -> tuple[float, list[str]]:
    plan = ACROSS
    x, high, held = plan.x + plan.width + GAP, plan.high, 2 * HELD
    parts = [city.city(scene, plan, city.columns(scene), data_play="")]
    parts.append(certificates(scene, x, EDGE + high - held, ASIDE, 2, data_play=""))
    y = EDGE + high + GAP
    half = (plan.width + ASIDE) / 2
    if scene.board.over:
        parts.append(standings.standings(scene, x, EDGE, ASIDE, high - held - GAP, data_play=""))
        left, wide, (used, drawn) = EDGE + ASIDE + GAP, plan.width, _offer(scene, EDGE, y, ASIDE)
    else:
        used, drawn = _offer(scene, x, EDGE, ASIDE, data_play="")
        rest = high - used - held - 2 * GAP
        parts += [drawn, stand(scene, x, EDGE + used + GAP, ASIDE, rest, data_play="")]
        left, wide, (used, drawn) = EDGE, half, _standings(scene, EDGE + half + GAP, y, half)
    tall, people = _people(scene, left, y, wide)
    return y + max(used, tall) + GAP, [*parts, drawn, people]


def _upright_offer(scene: Scene, x: float, y: float, width: float, data_play: str | None = None) -> tuple[float, str]:
    """The stand is the last of the row below the cubes, as long as there is something to sell."""
    high, drawn = _offer(scene, x, y, width, width - STAND - 4, data_play=data_play)
    if scene.board.over:
        return high, drawn
    return high, drawn + stand(
        scene, x + width - STAND - 4, y + high - SPECIAL, STAND, SPECIAL - 2, data_play=data_play
    )


def _offer(
    scene: Scene, x: float, y: float, width: float, room: float | None = None, data_play: str | None = None
) -> tuple[float, str]:
    """Three rows of cubes, and below them in so much room the other pieces, each always at its place."""
    high = 4 + OFFER_ROWS * CUBE + 4 + SPECIAL + 2
    parts, cell = [box(0, 0, width, high, "panel", "edge", 10)], ((width - 4) / PER_ROW, CUBE)
    for row in range(OFFER_ROWS):
        down = 4 + row * CUBE
        parts.append(box(2, down + 1, width - 4, CUBE - 2, "slot", None, 7))
        parts.append(scene.offered(row, 2, down, cell, min(38.0, cell[0] - 2)))
    step = ((room or width) - 4) / SPECIALS
    for piece in beside(scene.board):
        parts.append(scene.special(piece, 4 + (piece - ROOF_PIECE) * step, high - SPECIAL, step - 4, SPECIAL - 2))
    spoken = scene.words("Offer")
    return high, group(x, y, *parts, id=OFFER, role="group", aria_label=spoken, data_play=data_play)


def _standings(scene: Scene, x: float, y: float, width: float, data_play: str | None = None) -> tuple[float, str]:
    high = standings.high(scene)
    return high, standings.standings(scene, x, y, width, high, data_play=data_play)


def _people(scene: Scene, x: float, y: float, width: float, data_play: str | None = None) -> tuple[float, str]:
    tall = PERSON + (ROUNDS if scene.board.tables.rounds > 1 else 0)
    step = tall + GAP
    parts = [scene.person(person, 0, i * step, width, tall) for i, person in enumerate(scene.board.people)]
    return len(parts) * step - GAP, group(x, y, *parts, id=PEOPLE, data_play=data_play)
