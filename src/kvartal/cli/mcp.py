"""`kvartal mcp`: a seat for an assistant."""

import click

from kvartal.engine.option import BadSetup


@click.command("mcp")
@click.option("--server", "servers", metavar="URL", multiple=True, help="A server whose tables it may sit down at.")
@click.option(
    "--token", metavar="TOKEN", default="", envvar="KVARTAL_TOKEN", show_envvar=True, help="Who it is at that server."
)
@click.option("--name", metavar="NAME", default="Assistant", show_default=True, help="What others call it there.")
def command(servers: tuple[str, ...], token: str, name: str) -> None:
    """Let an assistant play: tools of the Model Context Protocol on standard input and output (docs/mcp.md).

    An assistant starts this command by itself, once it is in its settings. It plays matches against bots here, and at
    tables of the servers named with --server; others it cannot reach. Without a token it is a person of its own there.

    \b
    Examples:
      kvartal mcp
      kvartal mcp --server http://127.0.0.1:8000 --name Robin
    """
    try:
        from mcp.server import MCPServer  # noqa: F401 - of the version that we need?
    except ImportError:
        raise BadSetup(
            "this needs version 2 of the package mcp, the Python SDK of the Model Context Protocol, which is not "
            "installed: pip install 'mcp>=2,<3' (or kvartal[mcp])"
        ) from None
    from kvartal.research.assistant import run

    run(servers, token, name)
