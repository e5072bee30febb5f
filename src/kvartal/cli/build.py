"""`kvartal build`: compile the engine now, or say what runs. Imports nothing of the engine."""

import click

from kvartal import build


@click.command("build")
def command() -> int:
    """Compile the engine if these sources have no build yet; a failed attempt is tried again.

    Exit code 1: it runs pure (no compiler, or compiling failed).

    \b
    Examples:
      kvartal build
      KVARTAL_PURE=1 kvartal build     # says that it runs pure
    """
    if build.IN_SOURCE_TREE:
        store = build.ROOT / ".build"
        for marker in (*store.glob("failed-*"), store / "no-compiler"):
            marker.unlink(missing_ok=True)
    build.ensure()
    click.echo(f"kvartal: {build.STATUS}")
    return 0 if build.COMPILED else 1
