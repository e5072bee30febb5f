"""Many games: simulation today, tournaments and ratings from it later. Bots are asked through Views only."""
