"""The rules: what stands where, what may be done and what follows. Nothing here knows a word or a picture."""
