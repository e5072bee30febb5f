"""A contest under way: it is told of games, plays those that are missing, and may be ended early by a test."""

from collections.abc import Generator
from contextlib import closing

from kvartal.arena.compare import encounters, share
from kvartal.arena.contest import Contest, Deals, Played
from kvartal.arena.sprt import UNDECIDED, Sprt, Trial
from kvartal.arena.summary import Summary
from kvartal.arena.workers import Workers, play_all


class Run:
    """So many deals on every line, or as many as a test takes."""

    def __init__(self, contest: Contest, deals: int, sprt: Sprt | None) -> None:
        self.contest = contest
        self.deals = Deals(contest, deals)
        self.trial = Trial(sprt) if sprt else None
        self.next = 0  # deal to be judged: in their order, so that the answer does not depend on who was quicker

    def judge(self) -> bool:
        """Look at the deals that came in; is the question answered?"""
        while self.trial and self.trial.result == UNDECIDED and (deal := self.deals.whole(self.next)):
            self.next += 1
            met = list(encounters(self.contest, deal))
            if self.contest.plan.players > 1 or met[0].ranks[0] != met[0].ranks[1]:
                self.trial.add(share(met, self.contest.bots[0]))
        return self.trial is not None and self.trial.result != UNDECIDED

    @property
    def games_judged(self) -> int:
        """Of all deals that were looked at, those that came out alike included."""
        return self.next * len(self.contest.lines[0].sittings)

    def play(self, workers: Workers) -> Generator[list[Played], None, None]:
        """The games that are missing, some at a time, in any order, until the question is answered."""
        with closing(play_all(self.contest, self.deals.missing(), workers)) as parts:
            for part in parts:
                self.deals.add(part.answer)
                yield part.answer
                if self.judge():
                    return

    def summary(self) -> Summary:
        """Of all deals; where a test was decided, of those it took."""
        deals = self.deals.all()
        return Summary.of(self.contest, [deal for deal in deals if deal.number < self.next] if self.trial else deals)
