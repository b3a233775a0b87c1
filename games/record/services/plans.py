"""How a table's next game begins where something else than its house rules decides it.

Here nobody knows what that is: whoever plans games for tables registers himself. Without him, and
at tables that he does not plan, the house rules name the line.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from games.errors import NotFound
from games.models import Session
from games.permissions import NOBODY, Actor, Reader
from games.record.log.writing import Recorded, Sender


@dataclass(frozen=True, slots=True)
class Plan:
    """A table's next game as it is planned; players by the ids of the session's log.

    `line`: box, `partner` if there is one, captain and crew; None before the order is made, where
    the plan does not name it. `starting_cube`: None where the house rules say it. `leaving`: who is
    there and goes before the game. `is_over`: nothing more is played here. `remarks` are sentences
    in the reader's language, with the names that he may see.
    """

    line: tuple[str, ...] | None
    starting_cube: int | None = None
    leaving: tuple[str, ...] = ()
    is_over: bool = False
    remarks: tuple[str, ...] = ()
    partner: str | None = None


class Planner(Protocol):
    """Who plans the games of some tables."""

    def plan_of(self, session: Session, reader: Reader = NOBODY) -> Plan | None:
        """Return what is planned for a session between two games; None: it is not his."""

    def start(
        self, *, session: Session, by: Actor, version: int, key: str, origin: Sender | None
    ) -> Recorded | None:
        """Start the next game as it is planned; None: the session is not his.

        Raises:
            NotAllowed, Conflict, RuleError: see `games.record.services.actions.record_action`.
        """


class Planners:
    """The one who plans, if there is one."""

    def __init__(self) -> None:
        self._planner: Planner | None = None

    def register(self, planner: Planner) -> None:
        """Let this one plan from now on."""
        self._planner = planner

    def plan_of(self, session: Session, reader: Reader = NOBODY) -> Plan | None:
        """Return what is planned for a session between two games; None: the house rules go on."""
        return self._planner.plan_of(session, reader) if self._planner is not None else None

    def start(
        self, *, session: Session, by: Actor, version: int, key: str, origin: Sender | None = None
    ) -> Recorded:
        """Start a session's next game as it is planned. The same key again changes nothing.

        Raises:
            NotAllowed, Conflict, RuleError: see `games.record.services.actions.record_action`.
            NotFound: nobody plans the games of this session.
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
"""Where apps that plan games for tables register; see `apps.py` of such an app."""
