"""`python -m kvartal.server serve`: the commands of the server alone."""

import click

from kvartal.server.tools.cli_growth import COMMANDS

if __name__ == "__main__":
    click.Group("kvartal.server", commands=COMMANDS)()
