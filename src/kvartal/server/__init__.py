"""Tables: people and bots at one game, stored before shown, each seat shown only its own view.

A click travels one way: socket → mailbox → acts → match.play → store → fan-out → view(seat) → socket.
"""
