"""What plays when nobody does: the sensible player, and the move of somebody whose time is up."""
