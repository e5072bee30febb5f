"""What both layouts of the board share: the sheet in parts, cards, plans, buttons, the others in small."""

from typing import Any

from kvartal.engine.state import UNKNOWN
from kvartal.engine.svg import at, box, course, disc, lines, plate, ring, short, tag, target, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome import asked, pictures
from kvartal.games.welcome import tables as cell
from kvartal.games.welcome.lines import plan_letter
from kvartal.games.welcome.names import effect_name, label, offered, plan_text, spot
from kvartal.games.welcome.pictures import INK
from kvartal.games.welcome.small import MARK, SMALL, small_sheet


class Pen:
    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.words = words
        tables: Any = view.setup.tables
        self.tables = tables
        self.known: Any = view.known
        self.cells: Any = view.known.cells
        self.seat = 0 if view.seat is None else view.seat
        self.base: int = tables.seats + self.seat * tables.stride
        self.legal = {move.code: str(move) for move in view.moves()}
        self.stage = self.cells[self.base + cell.STAGE]

    # Targets --------------------------------------------------------------------------------------------------------

    def place(self, name: str, x: float, y: float, code: int | None, *inside: str) -> str:
        """Something that may stand for a move now; what cannot be done says so when it is asked."""
        move = self.legal.get(code) if code is not None else None
        said = offered(self.view, code, self.words) if move is not None and code is not None else ""
        refused = None
        if move is None and code is not None and self.legal:
            refused = self.view.setup.notation[code]
        return target(f"welcome-{name}", x, y, *inside, move=move, refused=refused, label=said)

    def ring(self, code: int | None, x: float, y: float, width: float, height: float, r: float = 8) -> str:
        return at(x, y, ring(width, height, r, 0)) if code in self.legal else ""

    def button(self, name: str, x: float, y: float, width: float, code: int, shown: str) -> str:
        return self.place(name, x, y, code, plate(width, 40, shown))

    def buttons(self, x: float, y: float, room: float) -> tuple[str, int]:
        """All moves that are no place on the board, in rows; returns how many rows there are."""
        shown = []
        for code, move in self.legal.items():
            if code in (cell.REFUSE, cell.DONE, cell.RESHUFFLE):
                shown.append((move, code, label(self.view.setup, code, self.words), 168.0))
            elif cell.HIRE <= code < cell.WRITE:
                shown.append((f"temp-{code - cell.HIRE}", code, f"→ {code - cell.HIRE}", 56.0))
        taken = sum(each[3] + 8 for each in shown) - 8
        parts, left, row = [], x, 0
        if taken <= room:  # one row, at the right
            left = x = x + room - taken
        for name, code, said, width in shown:
            if left > x and left + width > x + room:
                left, row = x, row + 1
            parts.append(self.button(name, left, y + row * 48, width, code, said))
            left += width + 8
        return "".join(parts), (row + 1 if shown else 0)

    # Headline -------------------------------------------------------------------------------------------------------

    def headline(self) -> tuple[str, str]:
        """What is going on, and what to do about it."""
        words, cells = self.words, self.cells
        first = words("Round {n}", n=cells[cell.ROUND])
        if self.view.over:
            rule = self.view.setup.game.rules[self.view.known.ending()]
            winners = [words.player(s) for s in range(self.tables.players) if self.view.known.place(s) == 1]
            won = words("Won by: {players}.", players=", ".join(winners)) if winners else words("The rival has won.")
            return won, rule.said(words)
        if self.view.seat is None:
            return first, words("Everybody plays at the same time.")
        if not self.legal:
            waiting = [words.player(seat) for seat in self.view.waiting]
            return first, words("Waiting for: {players}", players=", ".join(waiting[:8])) if waiting else ""
        advice = {
            cell.CHOOSING: words("Choose a card for the number.")
            if self.tables.hand
            else words("Choose a pair of cards."),
            cell.PAIRING: words("Choose another card for the effect."),
            cell.WRITING: words("Write {n} in a house.", n=cells[self.base + cell.NUMBER_NOW]),
            cell.OPEN: words("Use the effect, approve plans, then confirm."),
            cell.MARKING: words("Choose the estates for the plan."),
            cell.GIVING: words("Choose the card to give away."),
        }
        if cell.REFUSE in self.legal and len(self.legal) == 1:
            return first, words("None of the three numbers fits.")
        return first, advice[self.stage]

    def course(self, width: float) -> str:
        """The steps of a turn and which one it is; at the end who has how many points. Nothing where buttons are."""
        words = self.words
        if self.view.over:
            known, seats = self.view.known, list(range(self.tables.players))
            seats.sort(key=lambda seat: (known.place(seat) != 1, -known.score(seat)))
            seats = seats[: 3 if width > 340 else 2]
            room = width / len(seats) - 60
            named = [f"{short(self.owner(seat), room, 13, True)}: {known.score(seat)}" for seat in seats]
            return course(named, 0 if known.place(seats[0]) == 1 else -1, width)
        steps = [words("card") if self.tables.hand else words("pair"), words("number"), words("effect")]
        steps.append(words("done"))
        now = {cell.CHOOSING: 0, cell.PAIRING: 0, cell.WRITING: 1, cell.OPEN: 2, cell.MARKING: 2}.get(self.stage, 3)
        return course(steps, now if self.view.seat is not None else -1, width)

    def summary(self) -> str:
        return " ".join(self.headline())

    # Cards ----------------------------------------------------------------------------------------------------------

    def offer(self, i: int, x: float, y: float, width: float, height: float) -> str:
        """Pair or card i: a number and an effect, and with piles what the number card becomes next round."""
        tables, cells = self.tables, self.cells
        if tables.hand:
            kind = cells[self.base + tables.hand_at + i] if self.view.seat is not None else UNKNOWN
            effect = cells[self.base + tables.hand_effects + i]
            number = str(tables.number[kind]) if kind >= 0 else "?"
            later = -1
        else:
            top, turned = cells[cell.TOP + i], cells[cell.TURNED + i]
            number = str(tables.number[top]) if top >= 0 else "–"
            effect = tables.effect[turned] if turned >= 0 else -1
            later = tables.effect[top] if top >= 0 else -1
        code = self.card_move(i)
        used = i in (cells[self.base + cell.CARD_N], cells[self.base + cell.CARD_E]) and self.view.seat is not None
        parts = [box(0, 0, width, height, "mark" if used else "paper", INK, 12, stroke_width=2.6 if used else 1.4)]
        big = min(height * 0.5, width * (0.34 if len(number) > 1 else 0.42))
        parts.append(text(width * 0.27, height * 0.37 + big * 0.36, number, big, INK, bold=True, anchor="middle"))
        sign = min(height * 0.42, width * 0.3)
        if effect >= 0:
            middle = width * 0.54 + (width * 0.42) / 2
            parts.append(at(middle - sign / 2, height * 0.1, pictures.effect_sign(effect, sign)))
            said = effect_name(effect, self.words)
            foot = height * 0.1 + sign + 15
            parts.append(text(middle, foot, said, 13, INK, bold=True, anchor="middle", room=width * 0.42))
        said = self.words("next: {effect}", effect=effect_name(later, self.words)) if later >= 0 else ""
        if tables.hand and used:
            said = self.words("number") if i == cells[self.base + cell.CARD_N] else self.words("effect")
        if said:
            parts.append(text(width / 2, height - 9, said, 12, "#5d5346", anchor="middle", room=width - 12))
        face = tag("g", *parts, id=f"welcome-face-{i + 1}")
        return self.place(f"card-{i + 1}", x, y, code, face, self.ring(code, -2, -2, width + 4, height + 4, 13))

    def card_move(self, i: int) -> int:
        if self.tables.hand and self.stage == cell.PAIRING:
            return cell.PAIR + i
        if self.tables.hand and self.stage == cell.GIVING:
            return cell.GIVE + i
        return cell.TAKE + i

    def plan(self, i: int, x: float, y: float, width: float, height: float, size: float = 13) -> str:
        """A plan: its letter, what it gives first and later, what it asks for."""
        tables, cells, words = self.tables, self.cells, self.words
        plan = cells[cell.PLANS_AT + i]
        parts = [box(0, 0, width, height, "paper", INK, 10, stroke_width=1.4)]
        if plan < 0:
            return at(x, y, *parts, id=f"welcome-plan-{i + 1}")
        flipped, mine = cells[cell.FLIPPED + i], cells[self.base + cell.PLANS + i]
        parts.append(disc(19, 19, 12, pictures.ROOFS[i], INK))
        parts.append(text(19, 24, plan_letter(tables, i), 14, "#ffffff", bold=True, anchor="middle"))
        wide = min(40.0, (width - 42) / 2 - 4)
        for n, points in enumerate((tables.plan_first[plan], tables.plan_later[plan])):
            left, now = width - 8 - (2 - n) * (wide + 4) + 4, n == flipped
            parts.append(box(left, 8, wide, 22, "mark" if now else "blank", INK, 7))
            parts.append(text(left + wide / 2, 24, str(points), 14, INK, bold=now, anchor="middle"))
            if n < flipped:
                parts.append(pictures.cross(left + wide / 2 - 8, 11, 16))
        said = plan_text(self.view.setup, plan, words)
        for n, each in enumerate(self.plan_lines(plan, width, size)):
            parts.append(text(9, 46 + n * (size + 2.5), each, size, INK, room=width - 16))
        if mine >= 0:
            parts.append(text(width - 9, height - 8, f"✓ {mine}", 15, MARK, bold=True, anchor="end"))
        code = cell.PLAN + i
        parts.append(self.ring(code, -2, -2, width + 4, height + 4, 11))
        return self.place(f"plan-{i + 1}", x, y, code, title(said), *parts)

    def plan_lines(self, plan: int, width: float, size: float) -> list[str]:
        return lines(plan_text(self.view.setup, plan, self.words), width - 18, size) if plan >= 0 else []

    # The sheet ------------------------------------------------------------------------------------------------------

    def houses(self, first: int, past: int, x: float, y: float, step: float, high: float) -> str:
        """Some houses of a street side by side: lawn, houses, pools, fences, marks, and every place for a move."""
        tables, cells, base = self.tables, self.cells, self.base
        lawn = high + step * 0.46
        parts = [tag("g", pictures.street(x, y, (past - first) * step, high, lawn, first), id=f"welcome-lawn-{first}")]
        later, standing = [], []
        for h in range(first, past):
            left = x + (h - first) * step
            parts.append(self._house(h, left, y, step, high, lawn))
            later += self._around(h, left, y, step, high, lawn, h == past - 1)
            if cells[base + tables.fences + h]:
                standing.append(left + step - (4 if h == past - 1 else 0))
            if cells[base + tables.marks + h]:
                parts.append(box(left + 2, y - 7, step - 4, 5, MARK, None, 2))
        if first == tables.first[tables.street[first]]:
            standing.append(x + 3)
        fences = [pictures.fence(left, y + high * 0.62, lawn - high * 0.62 + 4) for left in standing]
        parts.append(tag("g", *fences, id=f"welcome-fences-{first}"))
        return tag("g", *parts, *later, id=f"welcome-street-{first}")  # so that a change here stays here

    def _house(self, h: int, left: float, y: float, step: float, high: float, lawn: float) -> str:
        tables, cells, base = self.tables, self.cells, self.base
        now = cells[base + cell.NUMBERS + h]
        pool = tables.pool_of[h]
        shape = pictures.roundabout(step, high) if now == cell.ROUNDABOUT else ""
        if not shape:
            number = str(now - cell.BIS_BASE if now >= cell.BIS_BASE else now)
            shape = pictures.house(h % 4, step, high, now, number)
        code: int | None = cell.WRITE + h
        if self.stage != cell.WRITING:
            code = tables.use + h if tables.use + h in self.legal else None
        parts = [shape]
        if code in self.legal:
            # Glow and ring at once: after a card is taken thirty houses may be lit, and each element more is felt.
            lit = box(1, 0, step - 2, high, "glow", "action", 6, fill_opacity=0.85, stroke_width=3, class_="ring")
            parts = [lit, shape]
        shown = self.place(f"house-{spot(tables, h)}", left, y, code, *parts)
        if pool != 255:
            built = bool(cells[base + tables.pool_at + pool])
            wide = step * 0.62
            water = pictures.pool(wide, built)
            wanted = cell.MAKE_POOL if cell.MAKE_POOL in self.legal and cells[base + cell.WROTE] == h else None
            if wanted is None:
                shown += at(left + step * 0.19, y + high + step * 0.1, water, id=f"welcome-water-{spot(tables, h)}")
            else:
                ring = self.ring(wanted, -4, -4, wide + 8, wide * 0.42 + 8)
                shown += self.place("pool", left + step * 0.19, y + high + step * 0.1, wanted, water, ring)
        return shown

    def _around(self, h: int, left: float, y: float, step: float, high: float, lawn: float, row_end: bool) -> list[str]:
        """Places for moves: a fence to the right, bis halves, a roundabout."""
        tables, cells, base = self.tables, self.cells, self.base
        parts = []
        code = tables.fence_move + h
        if code in self.legal:
            wide = min(18.0, step * 0.36)
            slot = box(
                0,
                0,
                wide,
                lawn - high * 0.3,
                "glow",
                "action",
                5,
                stroke_width=1.6,
                class_="ring",
                stroke_dasharray="3 2",
                fill_opacity=0.75,
            )
            shift = wide if row_end else wide / 2
            finger = min(40.0, step - 4)  # wider than what is seen of it
            touched = box((wide - finger) / 2, 0, finger, lawn - high * 0.3, "#000000", fill_opacity=0)
            at_ = (left + step - shift, y + high * 0.32)
            parts.append(self.place(f"fence-{spot(tables, h)}", *at_, code, touched, slot))
        both = tables.bis_left + h in self.legal and tables.bis_right + h in self.legal
        for side, code in (("left", tables.bis_left + h), ("right", tables.bis_right + h)):
            if code in self.legal:
                other = h - 1 if side == "left" else h + 1
                number = cells[base + cell.NUMBERS + other]
                number = number - cell.BIS_BASE if number >= cell.BIS_BASE else number
                wide = (step - 4) / 2 if both else step - 4
                shift = 2 + (wide if both and side == "right" else 0)
                body = [
                    box(0, 0, wide, high, "glow", "action", 6, stroke_width=2, class_="ring", fill_opacity=0.85),
                    text(wide / 2, high * 0.52, str(number), 15, INK, bold=True, anchor="middle"),
                    text(wide / 2, high * 0.52 + 14, "bis", 11, pictures.CROSSED, bold=True, anchor="middle"),
                ]
                parts.append(self.place(f"bis-{spot(tables, h)}-{side}", left + shift, y, code, *body))
        code = tables.dig + h
        if code in self.legal:
            r = min(11.0, step * 0.2)
            dot = disc(0, 0, r, "glow", "action", stroke_width=2, stroke_dasharray="3 2", class_="ring")
            inner = disc(0, 0, r * 0.4, "action")
            touched = disc(0, 0, min(20.0, step / 2), "#000000", fill_opacity=0)
            at_ = (left + step / 2, y + lawn + 6)
            parts.append(self.place(f"roundabout-{spot(tables, h)}", *at_, code, touched, dot, inner))
        return parts

    def parks(self, street: int, x: float, y: float, side: float = 24) -> str:
        """The park at the end of a street: a tree for each box that is crossed out."""
        tables = self.tables
        count = tables.park_boxes[street]
        crossed = self.cells[self.base + cell.PARKS + street]
        shown = tuple(str(p) for p in tables.park_points[street * 16 : street * 16 + count + 1])
        step, wide = side + 3, (count + 1) * (side + 3) + 9
        parts = [box(0, 16, wide, side + 18, "lawn", None, 8)]
        parts += [pictures.tree(6 + step * i + side / 2, 27, 25, i < crossed) for i in range(count)]
        parts.append(pictures.boxes(6, 29, side, 3, shown, crossed, crossed))
        wrote = self.cells[self.base + cell.WROTE]
        mine = cell.MAKE_PARK in self.legal and wrote >= 0 and tables.street[wrote] == street
        code = cell.MAKE_PARK if mine else None
        name = "park" if mine else f"parks-{street + 1}"
        trees = tag("g", *parts, id=f"welcome-trees-{street + 1}")
        return self.place(name, x, y, code, trees, self.ring(code, -2, -2, wide + 4, side + 38, 9))

    def values(self, x: float, y: float, step: float, side: float = 22) -> str:
        """Six columns: the size below, the estates there are, boxes upwards."""
        tables, cells, base = self.tables, self.cells, self.base
        parts = []
        tallest = max(tables.value_boxes) + 1
        for size in range(6):
            boxes = tables.value_boxes[size]
            crossed = cells[base + cell.VALUES + size]
            points = tables.value_points[size * 16 : size * 16 + boxes + 1]
            column = []
            for i, worth in enumerate(points):
                column.append(pictures.slot(0, i * (side + 3), side + 8, side, str(worth), i < crossed, i == crossed))
            below = tallest * (side + 3) + 13
            column.append(text((side + 8) / 2, below, f"{size + 1}", 14, INK, bold=True, anchor="middle"))
            made = cells[base + cell.ESTATES + size]
            column.append(text((side + 8) / 2, below + 16, f"×{made}", 12, INK if made else "#6d6455", anchor="middle"))
            code = cell.RAISE + size
            shown = tag("g", *column, id=f"welcome-column-{size + 1}")
            ring = self.ring(code, -4, -4, side + 16, boxes * (side + 3) + side + 8)
            wanted = code if code in self.legal else None
            parts.append(self.place(f"value-{size + 1}", x + size * step, y, wanted, shown, ring))
        return "".join(parts)

    def track(
        self, name: str, said: str, x: float, y: float, crossed: int, points: bytes, across: int, room: float = 200
    ) -> str:
        """A named track in rows of so many boxes."""
        side = 22.0
        parts = [self.titled(said, {"pools": cell.POOL, "bis": cell.BIS}.get(name, -1), room)]
        for row in range(0, len(points), across):
            part = tuple(str(p) for p in points[row : row + across])
            parts.append(
                pictures.boxes(0, row // across * (side + 3), side, 3, part, max(0, crossed - row), crossed - row)
            )
        return at(x, y, *parts, id=f"welcome-track-{name}")

    def titled(self, said: str, effect: int, room: float) -> str:
        """The name of a track, behind the sign of the effect that fills it."""
        if effect < 0:
            return text(0, -7, said, 12.5, INK, bold=True, room=room)
        return at(0, -22, pictures.effect_sign(effect, 17)) + text(22, -7, said, 12.5, INK, bold=True, room=room - 22)

    def temps(self, x: float, y: float, across: int = 11, side: float = 22) -> str:
        crossed = self.cells[self.base + cell.TEMPS]
        count = self.tables.temp_boxes
        tables = self.tables
        worth = " / ".join(map(str, tables.temp_rank))
        if tables.mode == cell.SOLO_2018:
            worth = f"≥ {tables.solo_temps[0]}: {tables.solo_temps[1]}"
        parts = [self.titled(f"{self.words('Temps')} ({worth})", cell.TEMP, 240)]
        for row in range(0, count, across):
            part = ("",) * min(across, count - row)
            parts.append(pictures.boxes(0, row // across * (side + 3), side, 3, part, max(0, crossed - row), -1))
        return at(x, y, *parts, id="welcome-track-temps")

    # The others -----------------------------------------------------------------------------------------------------

    def owner(self, seat: int) -> str:
        return self.words("You") if seat == self.view.seat else self.words.player(seat)

    def mini(self, seat: int, x: float, y: float, width: float) -> str:
        """Another sheet in small. What all seats see alike is drawn once."""
        tables, cells = self.tables, self.cells
        base = tables.seats + seat * tables.stride
        sheet = tuple(cells[base : base + tables.stride])
        score = self.words.count("{n} point", "{n} points", self.view.known.score(seat))
        names: tuple[str, ...] = ()
        if tables.mode == cell.DRAFT:  # the effects in a hand are known to all
            names = tuple(effect_name(effect, self.words) for effect in range(6))
        drawn = small_sheet(tables, sheet, self.owner(seat), score, names, width)
        parts = [tag("g", part, id=f"welcome-small-{seat}-{n}") for n, part in enumerate(drawn)]
        return at(x, y, *parts, id=f"welcome-seat-{seat}")

    def row(self, seat: int, x: float, y: float, width: float) -> str:
        done = " ✓" if self.cells[self.tables.seats + seat * self.tables.stride] == cell.CONFIRMED else ""
        shown = f"{self.owner(seat)}{done}: {self.view.known.score(seat)}"
        return at(x, y, text(0, 12, shown, 12, room=width - 8), id=f"welcome-seat-{seat}")

    def others(self, x: float, y: float, width: float, columns: int) -> tuple[str, float]:
        """Everybody else: sheets in small, or with many players a line each. Returns the height used."""
        seats = [seat for seat in range(self.tables.players) if seat != self.seat]
        if not seats:
            return self.rival(x, y, width)
        if len(seats) > 12:
            across = columns * 2
            step = width / across
            parts = [self.row(seat, x + i % across * step, y + i // across * 18, step) for i, seat in enumerate(seats)]
            return "".join(parts), -(-len(seats) // across) * 18
        columns = min(columns, 2 if len(seats) <= 2 else 3 if len(seats) <= 6 else 4)
        step, down = (width + 10) / columns, SMALL + 10
        parts = [
            self.mini(seat, x + i % columns * step, y + i // columns * down, step - 10) for i, seat in enumerate(seats)
        ]
        return "".join(parts), -(-len(seats) // columns) * down - 10

    def rival(self, x: float, y: float, width: float) -> tuple[str, float]:
        """The AAA rival: points and the row of its cards."""
        tables, cells = self.tables, self.cells
        if tables.mode != cell.SOLO_2023:
            return "", 0
        name = self.words(self.view.setup.data.get_value(f"rivals.r{tables.rival[0]}.name"))
        points = asked.rival_total(self.known)
        said = self.words("Rival {name}: {points} points", name=name, points=points)
        step = 30
        across = int((width - 20) // step)
        size = cells[cell.RIVAL_SIZE]
        high = 34 + max(1, -(-size // across)) * 34
        parts = [box(0, 0, width, high, "paper", INK, 10), text(12, 22, said, 14, INK, bold=True, room=width - 24)]
        for i in range(size):
            effect = tables.effect[cells[tables.rival_pile + i]]
            sign = pictures.effect_sign(effect, 24)
            parts.append(
                at(12 + i % across * step, 32 + i // across * 34, title(effect_name(effect, self.words)), sign)
            )
        return at(x, y, *parts, id="welcome-rival"), high


def scorebox(pen: Pen, x: float, y: float, width: float) -> str:
    """The own points, as things stand."""
    said = pen.words.count("{n} point", "{n} points", pen.view.known.score(pen.seat)).replace("-", "−")
    body = [
        box(0, 0, width, 40, "mark", INK, 10),
        text(width / 2, 27, said, 18, INK, bold=True, anchor="middle", room=width - 12),
    ]
    return at(x, y, *body, id="welcome-points")
