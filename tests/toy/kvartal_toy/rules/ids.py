"""The numbers of the rules that State.refusal() and State.ending() return; text.py says them in words."""

CARD_HAND, CARD_CHOSEN, ORDER_ONCE, ORDER_EMPTY, SPY_ONCE, SPY_SELF, SPY_NOTHING, DONE_EARLY, END_ROUNDS = range(9)
