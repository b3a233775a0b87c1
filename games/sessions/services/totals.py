"""Enters, corrects and takes out evenings by totals: everybody's points, and no game."""

import datetime
from collections.abc import Mapping

from django.db import transaction

from games.errors import Refused
from games.models import Club, Player, Session, User
from games.models.locks import rows_locked
from games.permissions import Capability, require
from games.record.log.history import Kind
from games.record.log.projections import totals_write
from games.record.log.snapshots import position_of
from games.record.log.writing import Change, Request, append
from games.rules.chouette import HouseRules
from games.sessions.services.debts import debts_follow, debts_lock
from games.sessions.services.sessions import (
    session_create,
    session_end,
    session_entered,
    session_void,
)

Totals = Mapping[Player, int]
"""Everybody's points of an evening, in hundredths; who was there and won nothing has 0."""


@transaction.atomic
def evening_enter(
    *,
    club: Club,
    by: User,
    totals: Totals,
    played_on: datetime.date,
    title: str = "",
    place: str = "",
    is_settled: bool = True,
    as_it_is: bool = False,
    key: str = "",
) -> Session:
    """Make an evening of which only everybody's points are known; it is over at once.

    Settled, it makes no debts. `as_it_is` agrees to points that do not sum to zero. Sent again with
    the same key, it returns the evening made before.

    Raises:
        KeyReused: the key came with another evening before.
        NotAllowed: the user may not do this.
        Refused: nobody has points, they do not sum to zero, the day is still to come, a season is
            closed, or a text is too long.
    """
    require(by, Capability.IMPORT_SESSION, club)
    content = {
        "totals": {player.public_id: points for player, points in totals.items()},
        "said": [str(played_on), title, place, is_settled, as_it_is],
    }
    debts_lock(club.pk)
    if (there := session_entered(club=club, by=by, key=key, content=content)) is not None:
        return there
    require_sum(totals, is_settled=is_settled, as_it_is=as_it_is)
    session = session_create(
        club=club,
        by=by,
        players=list(totals),
        rules=HouseRules.parse(club.default_rules).text(),
        stake_amount=club.stake_amount,
        currency=club.currency if club.stake_amount is not None else "",
        title=title,
        place=place,
        played_on=played_on,
        entered_afterwards=True,
        by_totals=True,
        is_settled=is_settled,
    )
    _say(session, by, {player.public_id: points for player, points in totals.items()}, "totals")
    session_end(session=session, by=by, version=session.version, key=key or "end", content=content)
    return session


@transaction.atomic
def evening_correct(
    *,
    session: Session,
    by: User,
    version: int,
    totals: Totals,
    is_settled: bool,
    as_it_is: bool = False,
    key: str,
) -> Session:
    """Put right the points of an evening by totals, and return it.

    Where somebody is named who was not, the evening is declared void and entered anew.

    Raises:
        NotAllowed, StaleVersion, KeyReused: see `record_action`.
        Refused: the evening was played at a table; see also `evening_enter`.
    """
    club = session.club
    require(by, Capability.IMPORT_SESSION, club)
    require_by_totals(session)
    require_sum(totals, is_settled=is_settled, as_it_is=as_it_is)
    debts_lock(club.pk)
    logged = dict(session.seats.values_list("player_id", "logged_as"))
    if not {player.pk for player in totals} <= logged.keys():
        # First the new one: its players are locked before anything of the old one.
        anew = evening_enter(
            club=club,
            by=by,
            totals=totals,
            played_on=session.played_on,
            title=session.title,
            place=session.place,
            is_settled=is_settled,
            as_it_is=as_it_is,
        )
        session_void(session=session, by=by, version=version, key=key)
        return anew
    said = {logged[player.pk]: points for player, points in totals.items()}
    _say(session, by, said, key, version=version, is_settled=is_settled)
    return session


def require_by_totals(session: Session) -> None:
    """Refuse an evening that was played at a table, and one that counts nowhere.

    Raises:
        Refused: it is one.
    """
    if not session.by_totals:
        raise Refused("totals_played")
    if session.status != Session.Status.ENDED:
        raise Refused("session_void")


def require_sum(totals: Totals, *, is_settled: bool, as_it_is: bool) -> None:
    """Refuse points of nobody, and a sum that is not zero and was not agreed to.

    Raises:
        Refused: so it is.
    """
    if not totals:
        raise Refused("totals_none")
    total = sum(totals.values())
    if total and not as_it_is:
        raise Refused("totals_sum", sum=f"{total / 100:+g}")
    if total and not is_settled:
        raise Refused("totals_owed", sum=f"{total / 100:+g}")


def _say(
    session: Session,
    by: User,
    said: Mapping[str, int],
    key: str,
    *,
    version: int | None = None,
    is_settled: bool | None = None,
) -> None:
    """Write the points into the log and to the seats; debts follow."""
    settled = session.is_settled if is_settled is None else is_settled
    content = {"totals": list(map(list, said.items())), "settled": settled}

    def change(locked: Session) -> Change:
        totals_write(locked, said.items())
        if locked.is_settled != settled:
            locked.is_settled = settled
            rows_locked(Session.objects).filter(pk=locked.pk).update(is_settled=settled)
        debts_follow(club_id=locked.club_id, since=locked)
        return Change([content], position_of(locked), results_changed=True)

    now = session.version if version is None else version
    append(Request(session, by, Kind.TOTALS, content, now, key), change)
    session.is_settled = settled
