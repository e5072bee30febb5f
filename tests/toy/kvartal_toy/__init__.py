"""Toy Town: the smallest complete game for Kvartal, and the example of docs/add-a-game.md."""

from kvartal_toy.game import ToyTown

GAME = ToyTown()
