"""Tells the table page how a format plans the next game; see `games.record.services.plans`."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.fast.queries import Prepared
from games.models import Session
from games.permissions import NOBODY, Actor, Reader
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.writing import Recorded
from games.record.selectors.sessions import names_of
from games.record.values import Plan
from games.rules.chouette import RuleError, StartGame, Table
from tournaments.errors import EventRefused
from tournaments.format_texts import remark_text
from tournaments.models import EventTable
from tournaments.pairing.remarks import Remark
from tournaments.tables.services.play import (
    Next,
    actions_of,
    logged_ids,
    table_next,
    table_start_game,
)

_table_of: Final = Prepared(
    lambda session: (
        EventTable.objects.filter(session=session)
        .order_by()
        .select_related("round__division__event__club")
    )
)


class TablePlanner:
    """Plans the games at tables of events; for other sessions it costs one query."""

    def plan_of(self, session: Session, reader: Reader = NOBODY) -> Plan | None:
        """Return the format's plan for a session's next game; None outside of events."""
        table = _table(session)
        if table is None:
            return None
        try:
            coming = table_next(table)
        except EventRefused:
            # The draw was taken back, or the division has changed: the table goes on by the house
            # rules.
            return None
        now = position_of(session).table
        ids = logged_ids(table)
        staying = {ids[player] for player in coming.staying}
        begin = None if coming.is_over else _beginning(now, coming, ids)
        return Plan(
            line=None if begin is None else _line(begin),
            starting_cube=coming.starting_cube,
            leaving=tuple(one for one in now.present if one in ids.values() and one not in staying),
            is_over=coming.is_over,
            remarks=_sentences(coming.remarks, names_of(session, reader), ids),
            partner=None if begin is None else begin.partner,
        )

    def start(
        self, *, session: Session, by: Actor, version: int, key: str, origin: Sender | None
    ) -> Recorded | None:
        """Start the next game by the format; None outside of events.

        Raises:
            NotAllowed, StaleVersion, Conflict, RuleError: see `table_start_game`.
        """
        table = _table(session)
        if table is None:
            return None
        return table_start_game(table=table, by=by, version=version, key=key, origin=origin)


def _table(session: Session) -> EventTable | None:
    found = _table_of.first(session.pk)
    if found is not None:
        found.session = session
    return found


def _beginning(now: Table, coming: Next, ids: Mapping[str, str]) -> StartGame | None:
    """Return how the game would begin; None if dice must decide first, or if it cannot begin."""
    if not now.ordered and {ids[one] for one in coming.lineup or ()} != set(now.present):
        return None
    try:
        last = actions_of(now, coming, ids)[-1]
    except RuleError:
        return None
    return last if isinstance(last, StartGame) else None


def _line(begin: StartGame) -> tuple[str, ...]:
    partner = (begin.partner,) if begin.partner else ()
    return (begin.box, *partner, *begin.team)


def _sentences(
    remarks: Sequence[Remark], names: Mapping[str, str], ids: Mapping[str, str]
) -> tuple[str, ...]:
    called = {player: names[logged] for player, logged in ids.items() if logged in names}
    return tuple(remark_text(one, called) for one in remarks)
