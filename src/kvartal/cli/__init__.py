"""The commands, one module each, imported when asked for."""

from importlib import import_module

import click

from kvartal.cli.exits import PipeClosed

# Name → one line. Kept here so that `kvartal --help` need not import every command.
COMMANDS = {
    "serve": "The place where all games can be played, in a browser (without a command: this).",
    "games": "What is on the shelf.",
    "rules": "The rules of a game, one by one.",
    "sources": "Every number of a game, and where it comes from.",
    "play": "Play in the terminal, against bots or each other.",
    "simulate": "Let bots play many games.",
    "arena": "Let bots meet on mirrored deals: who is stronger, and how sure that is.",
    "check-bot": "Does a program keep the bot protocol? For authors of bots in any language.",
    "tune": "Fit the weights of a game's mind, step by step, with mirrored games.",
    "strength": "Measure how strong the levels of all games are; goes on where it was stopped.",
    "replay": "Look at any moment of a recorded match.",
    "review": "What decided a recorded match, and what each turn gave away.",
    "puzzles": "Find puzzles in games of bots, verify them, solve them.",
    "score": "Score a position of a real table, typed in.",
    "verify": "Prove that a record is what was dealt and played.",
    "perft": "Count the positions of a game to a depth.",
    "mcp": "Let an assistant play: tools of the Model Context Protocol.",
    "bench": "How fast the engine is here; and parts: `bots`, `review`, `research`, `server`, `lists`, `pages` …",
    "migrate": "Bring a server's database up to date.",
    "backup": "Copy a server's database into one file.",
    "restore": "Put a backup into an empty database.",
    "export": "Print the record of one table of a server.",
    "archive": "Move finished tables of a server into files, and back.",
    "new-game": "Lay out a game of your own, which plays at once.",
    "build": "Compile the engine now, or say what runs.",
    "completion": "Print a completion script for your shell.",
}
SERVER = ("serve", "migrate", "backup", "restore", "export", "archive")  # they live with the server
SERVER_BENCHES = ("server", "crash", "pages", "lists", "cleaning", "cluster", "clocks", "chaos", "soak")
OWN_BENCHES = ("bots", "ray", "research", "review")  # which have modules of their own
EPILOG = """\b
Exit codes: 0 fine; 1 the answer is no (a record does not verify, a bot breaks the protocol);
2 wrong usage or bad input; 3 the server cannot start; 130 interrupted; 141 output pipe closed."""


def with_pages() -> None:
    """The server knows no pages; whoever starts it for people puts them in."""
    from kvartal.web import install

    install()


class Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # click would end the process with 1, which means "no" here
            raise PipeClosed from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in SERVER:
            from kvartal.server.tools.cli_many import COMMANDS as served

            if cmd_name == "serve":
                with_pages()

            return served[cmd_name]
        command = import_module(f"kvartal.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            ctx.fail(f"unknown command {args[0]!r}{hint}; there are: {', '.join(COMMANDS)}")
        if args[:1] == ["bench"] and args[1:2] and args[1] in SERVER_BENCHES:
            from kvartal.server.tools.cli_many import BENCH as bench

            if args[1] == "pages":  # the server knows no pages
                from kvartal.web.bench import command as pages

                bench.add_command(pages)
            return "bench", bench, args[1:]
        if args[:1] == ["bench"] and args[1:2] and args[1] in OWN_BENCHES:
            part = import_module(f"kvartal.cli.bench_{args[1]}").command
            assert isinstance(part, click.Command)
            return f"bench {args[1]}", part, args[2:]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from kvartal import __version__, build

        click.echo(f"kvartal {__version__}, {build.STATUS}")
        ctx.exit()


@click.group(cls=Commands, invoke_without_command=True, epilog=EPILOG)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version; compiled or pure."
)
@click.pass_context
def kvartal(ctx: click.Context) -> None:
    """City-building tabletop games on one engine: play, simulate, verify. Without a command it serves them to browsers.

    `kvartal COMMAND --help` explains one command, with examples.
    """
    if ctx.invoked_subcommand is None:
        from kvartal.server.tools.cli import serve

        with_pages()
        with serve.make_context("serve", [], parent=ctx) as alone:  # as if it had been typed, the environment included
            serve.invoke(alone)
