"""The clocks of the rounds in play."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone

from tournaments.desk.selectors import Directed
from tournaments.models import Match, Round
from tournaments.pages.presenters.events_words import round_title
from tournaments.pairing.brackets import Bracket


@dataclass(frozen=True, slots=True)
class DeskClock:
    """A round's clock. Times are milliseconds since 1970, of the server."""

    round: Round
    title: str
    now: int
    ends: int | None
    left: int
    is_running: bool

    @property
    def text(self) -> str:
        """The time left, as on a clock; overtime has a plus."""
        seconds = abs(self.left)
        sign = "+" if self.left < 0 else ""
        return f"{sign}{seconds // 60}:{seconds % 60:02d}"


def clocks_of(directed: Directed, bracket: Bracket | None) -> tuple[DeskClock, ...]:
    """Return the clocks of all rounds in play, in the order of the rounds."""
    found = (_clock(one, bracket) for one in directed.rounds if _is_going(directed, one))
    return tuple(clock for clock in found if clock is not None)


def _is_going(directed: Directed, round: Round) -> bool:
    """Tell whether anything of a round is still in play, so that its clock runs."""
    tables = any(
        table.round_id == round.pk and table.session is not None and table.session.is_open
        for table in directed.tables
    )
    return tables or any(
        match.round_id == round.pk and match.state in Match.UNDECIDED for match in directed.matches
    )


def _clock(round: Round, bracket: Bracket | None) -> DeskClock | None:
    if round.clock_started_at is None or not round.minutes:
        return None
    now = timezone.now()
    ends = round.clock_started_at + datetime.timedelta(minutes=round.minutes)
    at = round.clock_stopped_at or now
    return DeskClock(
        round=round,
        title=round_title(round, bracket),
        now=int(now.timestamp() * 1000),
        ends=None if round.clock_stopped_at else int(ends.timestamp() * 1000),
        left=int((ends - at).total_seconds()),
        is_running=round.clock_stopped_at is None,
    )
