"""Moves a session to another club in which every player has a counterpart."""

from collections.abc import Mapping

from django.db import transaction

from games.clubs.selectors.players import Roster
from games.decisions.services.addressing import readdressed
from games.errors import Conflict, Refused
from games.models import Club, Payment, Player, Seat, Session, User
from games.models.locks import rows_lock
from games.permissions import Capability, require
from games.record.log.damage import fold
from games.record.log.history import Kind
from games.record.log.origins import Sender
from games.record.log.writing import Change, Recorded, Request, append
from games.sessions.services.debts import debts_follow, debts_lock
from games.sessions.services.sessions import season_on, seasons_locked
from games.signals import announce


def counterparts(session: Session, club: Club) -> dict[Seat, Player | None]:
    """Return for every seat the player of the other club with the same name, or None.

    The spelling does not matter unless two players there differ only by it; a player merged there
    stands for the one they were merged into.
    """
    seats = list(session.seats.select_related("player").order_by("position"))
    roster = Roster(club)
    return {seat: roster.called(seat.player.name) for seat in seats}


def session_move(
    *,
    session: Session,
    club: Club,
    by: User,
    version: int,
    key: str,
    origin: Sender | None = None,
) -> Recorded:
    """Move a session to another club, and to its season of that day if there is one.

    The log keeps its identifiers, and adds who they are in the new club.

    Raises:
        NotAllowed: the user does not organize both clubs.
        StaleVersion, KeyReused: see `record_action`.
        Conflict: it is running.
        Refused: a player has no counterpart, payments were made, or the season is closed.
    """
    for one in (session.club, club):
        require(by, Capability.USE_ADMIN, one)
    content = {"club": club.public_id}
    request = Request(session, by, Kind.MOVE, content, version, key, origin)
    with transaction.atomic():
        debts_lock(session.club_id, club.pk)
        there = season_on(club, session.played_on)
        seasons_locked(session.season_id, None if there is None else there.pk)
        recorded = append(request, lambda locked: _move(locked, club))
    session.refresh_from_db(fields=["club", "season"])
    return recorded


def _move(locked: Session, club: Club) -> Change:
    if locked.is_open:
        raise Conflict("move_running", session=str(locked))
    if locked.club_id == club.pk:
        raise Refused("club_same")
    if locked.season is not None and locked.season.is_closed:
        raise Refused("season_closed", season=locked.season.name)
    if Payment.objects.standing().filter(session=locked).exists():
        raise Refused("move_debts")
    found = _checked(counterparts(locked, club), club)
    # Nobody is merged away meanwhile; a merge of just before is seen now.
    rows_lock(Player.objects.filter(pk__in=[one.pk for one in found.values()]))
    players = _checked(counterparts(locked, club), club)
    position, games = fold(locked)
    # The totals of the former club have changed, too.
    announce(locked, locked.version + 1, results_changed=True)
    before = locked.club_id
    locked.club, locked.season = club, season_on(club, locked.played_on)
    locked.save(update_fields=["club", "season"])
    payload = {
        "club": club.public_id,
        "players": {seat.logged_as: player.public_id for seat, player in players.items()},
    }
    for seat, player in players.items():
        readdressed([locked.pk], seat.player_id, player.pk)
    for one in (before, club.pk):
        debts_follow(club_id=one, since=locked)
    return Change([payload], position, results_changed=bool(games))


def _checked(found: Mapping[Seat, Player | None], club: Club) -> dict[Seat, Player]:
    missing = [seat.player.name for seat, player in found.items() if player is None]
    if missing:
        raise Refused("move_unknown", club=club.name, names=", ".join(missing))
    players = {seat: player for seat, player in found.items() if player is not None}
    seen: set[int] = set()
    for player in players.values():
        if player.pk in seen:
            raise Refused("player_twice", name=player.name)
        seen.add(player.pk)
    return players
