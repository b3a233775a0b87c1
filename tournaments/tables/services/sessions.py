"""The session in which a table of an event is played."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.services.push import Notice
from games.models import Player, Session, User
from games.models.locks import rows_lock
from games.rules.chouette import HouseRules
from games.sessions.services.sessions import session_create, today
from tournaments.formats import TableResult
from tournaments.models import Division, Entry, EventTable, Round
from tournaments.record.services.telling import calls_tell
from tournaments.tables.selectors import COUNTED_AS, chouettes_of

LONGEST_TITLE = 120


def table_people_lock(round: Round) -> None:
    """Lock the sessions of a round, then everybody entered, before players change tables.

    Sessions are ended and set up one after the other: otherwise players would be locked after the
    debts of the first session, against the lock order.
    """
    rows_lock(Session.objects.filter(pk__in=round.tables.values("session")))
    entered = Entry.objects.filter(division=round.division_id).values("player")
    rows_lock(Player.objects.filter(Q(pk__in=entered) | Q(merged__in=entered)))


def table_open(table: EventTable, by: User) -> Session:
    """Set up the session of a table, with the house rules of its format."""
    round, division = table.round, table.round.division
    event = division.event
    seats = table.seats.filter(left=False).select_related("entry__player").order_by("position")
    players = [seat.entry.player.current for seat in seats]
    numbers = tuple(str(seat.entry.number) for seat in seats)
    session = session_create(
        club=event.club,
        by=by,
        players=players,
        rules=_rules(division, TableResult(round.number, table.number, numbers)),
        title=table_title(table),
        place=event.place,
        played_on=today(event.club),
        season=event.season if event.season is None or not event.season.is_closed else None,
    )
    table.session = session
    table.counted_version, table.formula = session.version, COUNTED_AS
    table.save(update_fields=["session", "counted_version", "formula"])
    path = reverse("table", args=[session.public_id])
    calls_tell([(players, Notice("table", path, table=table.number))])
    return session


def _rules(division: Division, table: TableResult) -> str:
    """Return a table's house rules: the division's or the club's, overridden by the format's."""
    house = HouseRules.parse(division.rules or division.event.club.default_rules)
    played_by, params = chouettes_of(division)
    said = {**house.to_json(), **played_by.rules(params, table.round, table)}
    highest = max([int(said["starting_cube"]), *getattr(params, "cubes", ())])
    if said["cube_limit"] != "none" and int(said["cube_limit"]) < highest:
        # A format that starts above the club's cube limit has no such limit.
        said["cube_limit"] = "none"
    return HouseRules.from_json(said).text()


def table_title(table: EventTable) -> str:
    """Return the title of a table's session."""
    division = table.round.division
    event = division.event
    parts = [event.title]
    if event.divisions.count() > 1:
        parts.append(division.name)
    where = _("round %(round)s, table %(table)s")
    said = where % {"round": table.round.number, "table": table.number}
    # The number tells sessions of one evening apart, so long titles are cut.
    room = LONGEST_TITLE - len(said) - 3
    return f"{' · '.join(parts)[:room]} · {said}"
