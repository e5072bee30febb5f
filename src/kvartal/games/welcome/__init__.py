"""Welcome To…: number the houses of three streets, the same three pairs of cards for everybody."""

from kvartal.games.welcome.game import Welcome

GAME = Welcome()
