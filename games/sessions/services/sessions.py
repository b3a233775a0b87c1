"""Sets up, ends, reopens and voids sessions."""

import datetime
from collections.abc import Mapping, Sequence
from copy import copy
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from games.errors import Conflict, Refused
from games.eventlog.keys import digest_of, require_same
from games.models import Action, Club, Pass, Payment, Player, Season, Session, User
from games.models.locks import rows_locked
from games.permissions import Actor, Capability, require
from games.record.log.history import Kind, Position
from games.record.log.origins import Sender
from games.record.log.projections import LARGEST_STAKE, MOST_PLAYERS, seats_write
from games.record.log.snapshots import position_of, snapshot_of
from games.record.log.writing import Change, Recorded, Request, append, require_sound
from games.rules.chouette import RULES_VERSION, HouseRules, Table
from games.sessions.services.debts import debts_follow, debts_lock
from games.signals import announce

FEWEST_PLAYERS = 3


@transaction.atomic
def session_create(
    *,
    club: Club,
    by: User,
    players: Sequence[Player],
    rules: str = "",
    stakes: Mapping[str, int] | None = None,
    stake_amount: Decimal | None = None,
    currency: str = "",
    title: str = "",
    place: str = "",
    played_on: datetime.date | None = None,
    season: Season | None = None,
    entered_afterwards: bool = False,
    replies_hidden: bool | None = None,
    on_board: bool = False,
    by_totals: bool = False,
    is_settled: bool = False,
) -> Session:
    """Set up a session: `players` in order of seating, `stakes` by public id.

    The house rules (by default the club's) are frozen with their version, and so is whether replies
    are hidden (by default as in the club, always where it begins on the board). Without `season` it
    belongs to the club's season of that day, if there is one. An evening by totals is never played
    at a table: who is known to have been there is enough.

    Raises:
        NotAllowed: the user may not start a session here.
        OptionError: a preset, option or value is unknown.
        Refused: there are too few or too many players, one is named twice or of another club, a
            stake is invalid, the season is closed, or what is entered afterwards is still to come.
    """
    require(by, Capability.START_SESSION, club)
    _check_players(club, players, stakes or {}, 1 if by_totals else FEWEST_PLAYERS)
    house_rules = HouseRules.parse(rules or club.default_rules)
    session = Session(
        club=club,
        season=season,
        title=title.strip(),
        place=place.strip(),
        played_on=played_on or today(club),
        rules=house_rules.text(),
        rules_json=house_rules.to_json(),
        rules_version=RULES_VERSION,
        stake_amount=stake_amount,
        currency=currency.strip(),
        entered_afterwards=entered_afterwards,
        started_by=by,
        replies_hidden=on_board
        or (club.replies_hidden if replies_hidden is None else replies_hidden),
        on_board=on_board,
        by_totals=by_totals,
        is_settled=is_settled,
    )
    _check_new(session)
    _put_in_season(session, season)
    session.save(force_insert=True)
    setup(session, [player.public_id for player in players], house_rules, stakes or {}, by)
    announce(session, session.version, results_changed=False)
    return session


def _check_new(session: Session) -> None:
    _check_columns(session)
    if session.entered_afterwards:
        require_past(session)


def _put_in_season(session: Session, season: Season | None) -> None:
    """Put a new session into this season, or into the one of its day if none is named."""
    if season is None:
        session.season = _season_locked_on(session.club, session.played_on)
    else:
        session.season = seasons_locked(season.pk).get(season.pk)
        _check_season(session, session.season)


def setup(
    session: Session,
    players: Sequence[str],
    rules: HouseRules,
    stakes: Mapping[str, int],
    by: User,
) -> None:
    """Write the log's first row, with the session's setup, and the seats."""
    table = Table.new(players, rules, stakes)
    payload = {
        "players": list(players),
        # Pairs, because PostgreSQL does not keep the order of a JSON object.
        "stakes": [[player, stake] for player, stake in stakes.items()],
        "rules": rules.to_json(),
        "rules_version": RULES_VERSION,
    }
    Action.objects.create(
        session=session, sequence=1, kind=Kind.SETUP, payload=payload, step=1, version=1, sender=by
    )
    session.version = session.length = 1
    session.snapshot = snapshot_of(Position(table), None, None)
    session.save(update_fields=["version", "length", "snapshot"])
    seats_write(session, table)


@transaction.atomic
def session_end(
    *,
    session: Session,
    by: Actor,
    version: int,
    key: str,
    origin: Sender | None = None,
    content: Any = None,
) -> Recorded:
    """End the evening, and update the debts.

    `content` is what else the key stands for, where ending is the last step of something larger.

    Raises:
        NotAllowed, StaleVersion, KeyReused: see `record_action`.
        Conflict: it is not running.
        Refused: a game is in progress.
    """
    require(by, Capability.END_SESSION, session.club, session)
    debts_lock(session.club_id)
    return append(
        Request(session, by, Kind.END, content, version, key, origin),
        lambda locked: _change_status(locked, Session.Status.ENDED),
    )


def session_entered(*, club: Club, by: User, key: str, content: Any) -> Session | None:
    """Return the session that a user has entered whole with this key, None if there is none.

    What it was made of is the content of its end: see `session_end`.

    Raises:
        KeyReused: the key came with other content.
    """
    if not key:
        return None
    there = Action.objects.filter(sender=by, key=key, session__club=club).first()
    if there is None:
        return None
    require_same(there.digest == digest_of(Kind.END, content))
    return there.session


@transaction.atomic
def session_reopen(
    *,
    session: Session,
    by: Actor,
    version: int,
    key: str,
    origin: Sender | None = None,
) -> Recorded:
    """Reopen an ended or void session; a void one by totals counts again.

    Raises:
        NotAllowed, StaleVersion, KeyReused: see `record_action`.
        Conflict: it is running.
        Refused: it was entered by totals, and there is nothing to go on with.
    """
    void = session.status == Session.Status.VOID
    capability = Capability.VOID_SESSION if void else Capability.REOPEN_SESSION
    require(by, capability, session.club, session)
    if session.by_totals and not void:
        raise Refused("totals_only")
    debts_lock(session.club_id)
    # An evening by totals has no table to go on at: it counts again, and is over.
    kind, status = (
        (Kind.END, Session.Status.ENDED)
        if session.by_totals
        else (Kind.REOPEN, Session.Status.OPEN)
    )
    return append(
        Request(session, by, kind, None, version, key, origin),
        lambda locked: _change_status(locked, status),
    )


@transaction.atomic
def session_void(
    *,
    session: Session,
    by: User,
    version: int,
    key: str,
    origin: Sender | None = None,
) -> Recorded:
    """Declare a session void: it counts nowhere. Nothing is deleted, and it can be reopened.

    Raises:
        NotAllowed, StaleVersion, KeyReused: see `record_action`.
        Conflict: it is void already.
    """
    require(by, Capability.VOID_SESSION, session.club, session)
    debts_lock(session.club_id)
    return append(
        Request(session, by, Kind.VOID, None, version, key, origin),
        lambda locked: _change_status(locked, Session.Status.VOID),
    )


@transaction.atomic
def session_describe(
    *,
    session: Session,
    by: User,
    title: str,
    place: str,
    played_on: datetime.date,
    season: Season | None = None,
    worth: tuple[Decimal | None, str] | None = None,
) -> Session:
    """Change a session's title, date, place and season; with `worth` also what a point is worth.

    Raises:
        NotAllowed: the user may not do this.
        Refused: a text is too long, the season is another club's, or the old or the new season
            is closed; see also `session_worth`.
    """
    require(by, Capability.START_SESSION, session.club, session)
    if played_on != session.played_on or worth is not None:
        debts_lock(session.club_id)
    if season != session.season:
        seasons = seasons_locked(None if season is None else season.pk, session.season_id)
        season = seasons.get(season.pk) if season is not None else None
    session = rows_locked(Session.objects).get(pk=session.pk)
    before = copy(session)
    moved = season != session.season
    if moved:
        for one in (season, session.season):
            _check_season(session, one)
    session.title, session.place = title.strip(), place.strip()
    session.played_on, session.season = played_on, season
    _check_columns(session)
    if played_on != before.played_on and not session.is_open:
        require_past(session)
    session.save(update_fields=["title", "place", "played_on", "season"])
    if played_on != before.played_on:
        earlier = min(before, session, key=lambda one: one.played_on)
        debts_follow(club_id=session.club_id, since=earlier)
    if worth is not None:
        session_worth(session=session, by=by, amount=worth[0], currency=worth[1])
    announce(session, session.version, results_changed=moved)
    return session


@transaction.atomic
def session_worth(
    *, session: Session, by: User, amount: Decimal | None, currency: str = ""
) -> Session:
    """Say what a point of a session is worth, also after it has ended; its debts follow.

    Without an amount, points themselves are settled. A payment was of the old amount, so that
    nothing changes while one is ticked off.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the amount or the currency is invalid, or a payment is ticked off.
    """
    require(by, Capability.START_SESSION, session.club, session)
    debts_lock(session.club_id)
    locked = rows_locked(Session.objects).get(pk=session.pk)
    before = locked.stake_amount, locked.currency
    locked.stake_amount = amount
    locked.currency = "" if amount is None else currency.strip()
    _check_columns(locked)
    if (locked.stake_amount, locked.currency) != before:
        if Payment.objects.standing().filter(session=locked).exists():
            raise Refused("worth_paid")
        locked.save(update_fields=["stake_amount", "currency"])
        debts_follow(club_id=locked.club_id, since=locked)
        announce(locked, locked.version, results_changed=False)
    session.stake_amount, session.currency = locked.stake_amount, locked.currency
    return session


def seasons_locked(*keys: int | None) -> dict[int, Season]:
    """Return these seasons, locked: nobody closes one while a session enters or leaves it."""
    found = rows_locked(Season.objects).filter(pk__in=[key for key in keys if key is not None])
    return {one.pk: one for one in found}


def season_on(club: Club, day: datetime.date) -> Season | None:
    """Return the club's open season of a day; the one that began last, if seasons overlap."""
    open_ones = club.seasons.filter(closed_at__isnull=True)
    return open_ones.filter(starts_on__lte=day, ends_on__gte=day).first()


def _season_locked_on(club: Club, day: datetime.date) -> Season | None:
    while (found := season_on(club, day)) is not None:
        locked = seasons_locked(found.pk).get(found.pk)
        if locked is not None and not locked.is_closed:
            return locked
    return None


def today(club: Club) -> datetime.date:
    return club.today


def require_past(session: Session) -> None:
    """Refuse a day to come for an evening that is over."""
    if session.played_on > today(session.club):
        raise Refused("played_later", date=session.played_on.isoformat())


def _change_status(locked: Session, status: Session.Status) -> Change:
    is_over = (locked.status, status) == (Session.Status.VOID, Session.Status.ENDED)
    if locked.status == status or (is_over and not locked.by_totals):
        raise Conflict(f"session_{locked.status}")
    if status != Session.Status.VOID:
        require_sound(locked)  # a damaged session can only be declared void
    position = position_of(locked)
    if status == Session.Status.ENDED and position.table.game is not None:
        raise Refused("game_running", game=position.table.game.number)
    was_void = locked.status == Session.Status.VOID
    locked.status = status
    locked.save(update_fields=["status"])
    if status != Session.Status.OPEN:
        _table_leave(locked)
    debts_follow(club_id=locked.club_id, since=locked)
    counts_otherwise = was_void or status == Session.Status.VOID
    return Change([{}], position, results_changed=counts_otherwise)


def _check_players(
    club: Club, players: Sequence[Player], stakes: Mapping[str, int], fewest: int
) -> None:
    if len(players) < fewest:
        raise Refused("too_few_players")
    if len(players) > MOST_PLAYERS:
        raise Refused("too_many_players", limit=MOST_PLAYERS)
    seen = set()
    for player in players:
        if player.club_id != club.pk or player.merged_into_id is not None:
            raise Refused("player_elsewhere")
        if player.pk in seen:
            raise Refused("player_twice", name=player.name)
        seen.add(player.pk)
    for stake in stakes.values():
        if not 1 <= stake <= LARGEST_STAKE:
            raise Refused("stake_invalid", limit=LARGEST_STAKE)


def _check_season(session: Session, season: Season | None) -> None:
    if season is None:
        return
    if season.club_id != session.club_id:
        raise Refused("season_elsewhere")
    if season.is_closed:
        raise Refused("season_closed", season=season.name)


def _check_columns(session: Session) -> None:
    if session.stake_amount is not None and not session.currency:
        raise Refused("currency_missing")
    try:
        session.clean_fields(exclude=["club", "season", "rules_json", "snapshot", "started_by"])
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        name = Session._meta.get_field(field)
        label = getattr(name, "verbose_name", field)
        raise Refused("field_invalid", field=label, reason=" ".join(messages)) from error


def _table_leave(session: Session) -> None:
    """Clean up at the end of an evening, inside the transaction that ends it.

    Claims and proxies end; passes can read the table for some hours longer.
    """
    Session.objects.filter(pk=session.pk).update(join_code=None)
    session.join_code = None
    session.proxies.all().delete()
    session.passes.filter(state=Pass.State.WAITING).update(state=Pass.State.REFUSED)
