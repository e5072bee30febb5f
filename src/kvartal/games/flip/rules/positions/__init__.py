"""Positions typed in: what follows from what was given, and everything that cannot be."""
