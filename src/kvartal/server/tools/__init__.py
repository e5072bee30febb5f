"""Tools beside the server: its commands, looking after a database, benchmarks."""
