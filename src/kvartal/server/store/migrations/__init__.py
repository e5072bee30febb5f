"""Alembic's folder: how the rows of an older database become those of this version."""
