"""The Estates: auctions, rows and a mayor."""

from kvartal.games.estates.game import Estates

GAME = Estates()
