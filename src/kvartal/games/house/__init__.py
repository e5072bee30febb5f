"""Mr House: round the town for goods, builders and papers, and home again to build."""

from kvartal.games.house.game import House

GAME = House()
