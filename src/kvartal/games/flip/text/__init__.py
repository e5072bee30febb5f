"""The words: rule texts, chapters, labels, refusals, the log, the boards for a terminal and for whoever listens."""
