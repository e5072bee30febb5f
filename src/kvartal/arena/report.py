"""The report of a contest: one page that needs nothing else, in the light or the dark, on a phone or a desk."""

import json
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from kvartal.arena.plots import COLOURS, Interval, course, distributions, intervals, wholes
from kvartal.arena.ratings import Z
from kvartal.arena.sprt import ACCEPTED, REJECTED, Trial
from kvartal.arena.summary import Share, Summary
from kvartal.engine.game import Setup
from kvartal.engine.svg import FONT, LOOK, colours, tag

WIDE, NARROW = 912, 304  # of a plot
STYLE = (
    f":root{{color-scheme:light dark;{colours(0)}}}@media (prefers-color-scheme:dark){{:root{{{colours(1)}}}}}{LOOK}"
    f"*{{box-sizing:border-box}}body{{margin:0;background:var(--kv-table);color:var(--kv-ink);font:16px/1.45 {FONT}}}"
    "main{max-width:976px;margin:0 auto;padding:16px}h1{font-size:26px;line-height:1.2;margin:8px 0}"
    "h2{font-size:18px;margin:0 0 10px}section{background:var(--kv-panel);border:1px solid var(--kv-edge);"
    "border-radius:12px;padding:16px;margin:16px 0}p{margin:6px 0}.muted{color:var(--kv-muted);font-size:14px}"
    ".scroll{margin-top:14px}summary{cursor:pointer}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:15px}"
    "th,td{padding:5px 10px;text-align:right;border-bottom:1px solid var(--kv-edge);white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left;padding-left:0}th{font-weight:600}"
    ".scroll{overflow-x:auto}.matrix td{text-align:center}.matrix small{display:block;color:inherit;font-size:12px}"
    ".verdict{font-size:18px;font-weight:600}.partial{color:var(--kv-bad);font-weight:600}"
    "ul.key{list-style:none;margin:10px 0 0;padding:0;font-size:14px}ul.key li{margin:4px 0;padding-left:22px;"
    "position:relative}ul.key svg{position:absolute;left:0;top:4px}svg{display:block;max-width:100%;height:auto}"
    ".narrow{display:none}code{font-size:14px;overflow-wrap:anywhere}"
    f"@media (max-width:{WIDE + 63}px){{.wide{{display:none}}.narrow{{display:block;width:100%}}main{{padding:10px}}"
    "section{padding:12px;margin:12px 0}h1{font-size:22px}th,td{padding:5px 6px}table{font-size:14px}}"
    ".narrow>svg{width:100%;max-width:560px}"
)
Plot = Callable[[int], str]


def page_of(setup: Setup, summary: Summary, trial: Trial | None, partial: bool) -> str:
    """The whole page. It asks nobody for anything: style and plots are in it."""
    contest = summary.contest
    name = f"{setup.game.title}: {', '.join(contest.bots)}"
    parts = [tag("h1", escape(name)), *_about(setup, summary, partial)]
    if summary.deals:
        parts += [
            *([_verdict(contest.bots, trial)] if trial and trial.path else []),
            _strength(summary),
            _meetings(summary, setup.players == 1),
            *([_matrix(summary)] if len(contest.bots) > 2 else []),
            _scores(summary),
            _endings(setup, summary),
            *([_seats(summary)] if setup.players > 1 else []),
            _cost(summary),
        ]
    parts.append(_method(setup, summary))
    head = [
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
        tag("title", escape(name)),
        tag("style", STYLE),
    ]
    body = tag("body", tag("main", *parts))
    return f"<!doctype html>\n{tag('html', tag('head', *head), body, lang='en')}\n"


def section(heading: str, *inside: str) -> str:
    return tag("section", tag("h2", escape(heading)), *inside)


def said(words: str, class_: str | None = "muted") -> str:
    return tag("p", escape(words), class_=class_)


def both(plot: Plot) -> str:
    """The same plot for a desk and for a phone; the style shows one of them."""
    return tag("div", plot(WIDE), class_="wide") + tag("div", plot(NARROW), class_="narrow")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    first = tag("tr", *(tag("th", escape(head)) for head in heads))
    body = [tag("tr", *(tag("td", escape(cell)) for cell in row)) for row in rows]
    return tag("div", tag("table", first, *body), class_="scroll", tabindex=0, role="region", aria_label=heads[0])


def percent(value: float) -> str:
    return f"{value:.0%}" if value in (0, 1) or abs(value * 100 - round(value * 100)) < 1e-9 else f"{value:.1%}"


def elo(value: float) -> str:
    return f"{value:+,.0f}" if round(value) else "0"


def _about(setup: Setup, summary: Summary, partial: bool) -> list[str]:
    contest = summary.contest
    chosen = [
        f"{option.name}={option.write(setup.options[option.name])}"
        for option in setup.game.options
        if setup.options[option.name] != option.default
    ]
    players = "alone" if setup.players == 1 else f"{setup.players} players"
    facts = [
        f"{summary.tally.games:,} games on {summary.dealt:,} mirrored deals",
        players,
        *chosen,
        *(["numbers corrected"] if setup.data.corrections() else []),
        f"seed {contest.seed}",
        f"{contest.playouts:,} iterations a turn at most",
    ]
    told = [said(" · ".join(facts))]
    if partial:
        told.append(said("Stopped early: only deals that were finished are counted.", "partial"))
    return told


def _verdict(bots: Sequence[str], trial: Trial) -> str:
    one, other = bots[:2]
    sprt = trial.sprt
    answer = {
        ACCEPTED: f"Yes: {one} is stronger than {other}.",
        REJECTED: f"No: {one} is not that much stronger than {other}.",
    }.get(trial.result, "Not decided yet.")
    claim = (
        f"Asked: has {one} {percent(sprt.p1)} of the wins rather than {percent(sprt.p0)}? "
        f"{len(trial.shares):,} deals were looked at; a yes is wrong in about {percent(sprt.alpha)} of such tests, "
        f"a no in about {percent(sprt.beta)}."
    )
    names = (f"no: {percent(sprt.p0)}", f"yes: {percent(sprt.p1)}")
    label = "The weight of the claim, deal by deal"
    plot = both(lambda wide: course(trial.path, sprt.bounds, names, wide, label))
    return section(f"Is {one} stronger than {other}?", said(answer, "verdict"), said(claim), plot)


def _strength(summary: Summary) -> str:
    ordered = sorted(summary.elo, key=lambda name: -summary.elo[name][0])
    rows = [
        Interval(name, value, value - half, value + half, 0.0)
        for name, (value, half) in ((name, summary.elo[name]) for name in ordered)
    ]
    plot = both(lambda wide: intervals(rows, wide, "Ratings with 95 % intervals", elo, None))
    told = [
        (
            name,
            f"{elo(summary.elo[name][0])} ± {summary.elo[name][1]:,.0f}",
            f"{summary.skill[name][0]:.1f} ± {Z * summary.skill[name][1]:.1f}",
        )
        for name in ordered
    ]
    return section(
        "Strength",
        said("Elo by a Bradley–Terry fit, 95 % intervals; 0 is the average of those who met, 400 are odds of 10 : 1."),
        plot,
        table(("bot", "Elo, 95 %", "openskill, 95 %"), told),
    )


def _meetings(summary: Summary, alone: bool) -> str:
    rows = []
    for meeting in summary.meetings:
        same = f", {meeting.same:,} came out alike" if alone else ""
        group = f"{meeting.title} ({meeting.deals:,} deals{same})"
        shown = list(meeting.shares.items())[: 1 if len(meeting.shares) == 2 else None]
        for place, (name, each) in enumerate(shown):
            rows.append(Interval(name, each.value, each.low, each.high, each.fair, "" if place else group))
    if not rows:
        return ""
    how = "the better result on the same cards" if alone else "the wins; a shared win counts in parts"
    return section(
        "Who beats whom",
        said(f"Shares of {how}. 95 % intervals; the dashed mark is what would be fair."),
        both(lambda wide: intervals(rows, wide, "Shares with 95 % intervals", percent, (0.0, 1.0))),
    )


def _matrix(summary: Summary) -> str:
    bots = summary.contest.bots
    head = tag("tr", tag("th", ""), *(tag("th", escape(name)) for name in bots))
    rows = [
        tag("tr", tag("th", escape(one)), *(_cell(summary.matrix.get((one, other))) for other in bots)) for one in bots
    ]
    grid = tag("table", head, *rows, class_="matrix")
    return section(
        "Ahead of each other",
        said("How often the bot of the row came out ahead of the bot of the column; alike counts a half."),
        tag("div", grid, class_="scroll", tabindex=0, role="region", aria_label="Ahead of each other"),
    )


def _cell(each: Share | None) -> str:
    if each is None:
        return tag("td", "")
    strength = abs(each.value - 0.5) * 90
    ground = f"background:color-mix(in srgb,{COLOURS[3 if each.value >= 0.5 else 0]} {strength:.0f}%,transparent)"
    interval = tag("small", f"{each.low:.0%}–{each.high:.0%}")
    return tag("td", f"{each.value:.1%}", interval, style=ground)


def _scores(summary: Summary) -> str:
    plot = both(lambda wide: distributions(summary.scores, wide, "How often each score was reached"))
    bots = summary.tally.bots.items()
    rows = [
        (name, f"{s.score.mean:,.2f}", f"{s.score.sd:,.2f}", f"{s.score.low:,}", f"{s.score.high:,}")
        for name, s in bots
    ]
    return section("Points", plot, table(("bot", "mean", "sd", "least", "most"), rows))


def _endings(setup: Setup, summary: Summary) -> str:
    ordered = sorted(summary.tally.endings, key=lambda rule: (-summary.tally.endings[rule], rule))
    ways = {rule: COLOURS[place % len(COLOURS)] for place, rule in enumerate(ordered)}
    rows = [(meeting.title, meeting.endings) for meeting in summary.meetings]
    if setup.players == 1:
        rows = [("all games", summary.tally.endings)]
    words, known = setup.game.words("en"), {rule.id: rule for rule in setup.game.rules}
    key = [
        tag(
            "li",
            tag("svg", tag("rect", width=14, height=14, rx=3, fill=colour), width=14, height=14, aria_hidden="true"),
            escape(f"{rule}: {known[rule].said(words)}" if rule in known else rule),
        )
        for rule, colour in ways.items()
    ]
    plot = both(lambda wide: wholes(rows, ways, wide, "How the games ended"))
    lengths = [
        (name, f"{each.mean:,.1f}", f"{each.sd:,.1f}", f"{each.low:,}", f"{each.high:,}")
        for name, each in summary.tally.lengths.items()
    ]
    return section(
        "How the games ended",
        plot,
        tag("ul", *key, class_="key"),
        table(("length", "mean", "sd", "least", "most"), lengths),
    )


def _seats(summary: Summary) -> str:
    rows = [
        Interval(f"seat {place + 1}", seat.win_rate, *seat.interval(), 1 / len(summary.tally.seats))
        for place, seat in enumerate(summary.tally.seats)
    ]
    return section(
        "Seats",
        said("Games won alone from each seat, whoever sat there; the dashed mark is what would be fair."),
        both(lambda wide: intervals(rows, wide, "Wins of each seat with 95 % intervals", percent, (0.0, 1.0))),
    )


def _cost(summary: Summary) -> str:
    rows = [
        (name, f"{each['cpu_ms_per_move']:,.3f}", f"{each['cpu_ms_per_turn']:,.3f}", f"{each['cpu_s']:,.1f}")
        for name, each in summary.measured().items()
    ]
    return section(
        "Thinking",
        said("Processor time as measured in this run; unlike everything else here it differs from run to run."),
        table(("bot", "ms/move", "ms/turn", "s in all"), rows),
    )


def _method(setup: Setup, summary: Summary) -> str:
    contest = summary.contest
    told = (
        "Every deal is played by each bot on the same cards, alone; won comes before lost, then the points count."
        if setup.players == 1
        else "Every deal is played once for each way the bots can be moved round the table, with the same cards."
    )
    identity = json.dumps(contest.identity(setup), ensure_ascii=False)
    return section(
        "How this came about",
        said(
            f"{told} Games of a deal are not independent: intervals and tests take the deal as their unit. "
            "The same seed and number of iterations give the same games on every machine."
        ),
        tag("details", tag("summary", "All that decides the games"), tag("p", tag("code", escape(identity)))),
    )
