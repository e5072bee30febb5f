"""How a server was started."""

from dataclasses import dataclass, field, replace

from kvartal.bots import Budget
from kvartal.server.http.security import Limits
from kvartal.server.live.hall import REVIEWS, Keeping
from kvartal.server.live.studies import STUDIES
from kvartal.server.table.company import Company


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    base_path: str = ""
    database: str = ""
    proxies: str = ""  # addresses whose X-Forwarded-For and -Proto are believed
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()  # what we may be called; none: anything
    metrics: tuple[str, int] | None = None  # where they are shown, apart from everything else
    processes: int = 1  # behind one port
    home: tuple[str, int] = ("127.0.0.1", 0)  # where the other processes on the same PostgreSQL reach this one
    workers: int = 1  # processes for bots
    budget: Budget = field(default_factory=Budget)  # for a turn of a bot
    reviews: int = REVIEWS  # of finished matches, being made or waiting at once; 0: none
    studies: int = STUDIES  # of one person; 0: none
    company: Company = field(default_factory=Company)
    limits: Limits = field(default_factory=Limits)
    patience: float = 20.0  # seconds in which a request must be there, and its answer be read
    keeping: Keeping = field(default_factory=Keeping)

    def of(self, number: int) -> "Settings":
        """Of one of several processes: ports of its own follow each other."""
        return replace(self, home=_next(self.home, number), metrics=self.metrics and _next(self.metrics, number))


def _next(address: tuple[str, int], number: int) -> tuple[str, int]:
    return address[0], address[1] + number if address[1] else 0
