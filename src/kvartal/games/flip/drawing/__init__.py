"""The pictures: the board for a desk and for a phone, and the cover."""
