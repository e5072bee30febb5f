from .game import Town

GAME = Town()
