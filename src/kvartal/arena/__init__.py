"""Many games: simulate, mirrored contests, ratings, tests, reports, tuning, strength. Bots are asked through Views."""
