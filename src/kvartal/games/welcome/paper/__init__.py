"""Real tables: sheets typed in or tapped together."""
