# compiled
"""Where each weight of `weights.toml` lies in the list that the mind gets. Worth is on a scale of our own."""

from typing import Final

WORTH: Final = 0  # + face: what having one more of it is worth,
FADE: Final = 10  # + face: and by how much less for each that one has already
GIFT: Final = 20  # an Apartment given away (alone: out of the game)
COIN: Final = 21  # a coin, built with or not
WIN: Final = 22  # a win in this turn
HOPEFUL: Final = 23  # hundredths: sad faces for each that can still be borne, at which hope of a win ends
NEXT_CARD: Final = 24  # going through the deck brings the good cards round
LIMIT: Final = 25  # a sad face more that can be borne this turn
BUST: Final = 26  # what a turn is worth that ended in a bust
SHUFFLE: Final = 27  # a new deck in the middle of a turn
MISSED: Final = 28  # + kind − 1: how much a card of the supply would be missed (alone)
LACKING: Final = 32  # for each point that a building brings and the deck still lacks
READY: Final = 33  # percent: how much less a building is worth while a rival has the points for a win
STRENGTH: Final = 34  # + feature (value.py): millionths of a logarithm of odds; the last one counts alone
