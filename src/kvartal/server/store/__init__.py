"""Where things are kept: the log of events, the rows that help to find tables, people."""
