"""The live part: mailboxes, who looks on, bots, and all tables of this process."""
