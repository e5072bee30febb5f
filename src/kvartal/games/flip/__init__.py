"""Design Town / Flip City: flip through your deck, but mind the sad faces."""

from kvartal.games.flip.game import Flip

GAME = Flip()
