"""Doors for research."""
