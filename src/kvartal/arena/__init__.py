"""Many games: simulation, mirrored contests, ratings, tests, reports, tuning. Bots are asked through Views only."""
