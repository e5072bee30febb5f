"""A table and what can be asked of it: events, seats, moves, clocks; nothing here waits for anything."""
