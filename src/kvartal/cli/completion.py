"""`kvartal completion SHELL`: a script for the shell."""

import click
from click.shell_completion import get_completion_class

from kvartal.cli import kvartal

# zsh has completion only after compinit, which not every ~/.zshrc calls.
BEFORE = {"zsh": "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"}


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def command(shell: str) -> None:
    """Print the script that lets your SHELL complete commands, games, options and bots.

    \b
    Examples:
      eval "$(kvartal completion bash)"                 # in ~/.bashrc
      eval "$(kvartal completion zsh)"                  # in ~/.zshrc
      kvartal completion fish > ~/.config/fish/completions/kvartal.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(BEFORE.get(shell, "") + kind(kvartal, {}, "kvartal", "_KVARTAL_COMPLETE").source())
