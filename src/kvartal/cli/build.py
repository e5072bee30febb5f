"""`kvartal build`: compile the engine now, or say what runs. Imports nothing of the engine."""

import click

from kvartal import build


@click.command("build")
def command() -> int:
    """Compile the engine in one piece, the fastest way to run it, if these sources have no such build yet; a failed
    attempt is tried again.

    Other commands compile by themselves what changed since they last ran, room by room (`bench` in one piece too).

    Exit code 1: it runs pure (no compiler, compiling failed, or nothing can be written here); the reason is told.

    \b
    Examples:
      kvartal build
      KVARTAL_PURE=1 kvartal build     # says that it runs pure
    """
    reason = build.cannot_write() if build.IN_SOURCE_TREE and build.STATUS != build.WHOLE else ""
    if reason:
        click.echo(f"kvartal: nothing is compiled: {reason}", err=True)
    elif build.IN_SOURCE_TREE:
        store = build.ROOT / ".build"
        for marker in (*store.glob("failed-*"), store / "no-compiler"):
            marker.unlink(missing_ok=True)
    build.ensure(whole=True)
    click.echo(f"kvartal: {build.STATUS}")
    return 0 if build.COMPILED else 1
