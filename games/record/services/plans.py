"""Plans for a table's next game that override its house rules.

This module knows no planner: an app that plans games registers one. Without a plan the house rules
choose the line.
"""

from typing import Final, Protocol

from games.errors import NotFound
from games.models import Session
from games.permissions import NOBODY, Actor, Reader
from games.record.log.origins import Sender
from games.record.log.writing import Recorded
from games.record.values import Plan


class Planner(Protocol):
    """Plans the games of some tables."""

    def plan_of(self, session: Session, reader: Reader = NOBODY) -> Plan | None:
        """Return the plan for a session between two games; None: it is not this planner's."""

    def start(
        self, *, session: Session, by: Actor, version: int, key: str, origin: Sender | None
    ) -> Recorded | None:
        """Start the next game as planned; None: the session is not this planner's.

        Raises:
            NotAllowed, Conflict, RuleError: see `games.record.services.actions.record_action`.
        """


class Planners:
    """The registered planner, if any."""

    def __init__(self) -> None:
        self._planner: Planner | None = None

    def register(self, planner: Planner) -> None:
        self._planner = planner

    def plan_of(self, session: Session, reader: Reader = NOBODY) -> Plan | None:
        """Return the plan for a session between two games; None: the house rules apply."""
        return self._planner.plan_of(session, reader) if self._planner is not None else None

    def start(
        self, *, session: Session, by: Actor, version: int, key: str, origin: Sender | None = None
    ) -> Recorded:
        """Start a session's next game as planned. Repeating a key changes nothing.

        Raises:
            NotAllowed, Conflict, RuleError: see `games.record.services.actions.record_action`.
            NotFound: this session has no planner.
        """
        recorded = None
        if self._planner is not None:
            recorded = self._planner.start(
                session=session, by=by, version=version, key=key, origin=origin
            )
        if recorded is None:
            raise NotFound
        return recorded


planners: Final = Planners()
"""Apps that plan games register here; see their `apps.py`."""
