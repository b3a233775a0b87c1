"""Makes the demo club, with two finished evenings and a running one, all by the rules."""

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.services.accounts import check_demo, user_create
from games.clubs.services.clubs import club_create, player_create, season_create
from games.models import Club, FoundingLink, Player, Session, User
from games.models.locks import rows_lock
from games.record.log.bulk import steps_write
from games.rules.chouette.notation import Record, parse
from games.rules.chouette.renaming import renamed
from games.sessions.services.sessions import session_create, session_end

EMAIL: Final = "demo@chouette.example"
FOLDER: Final = Path(__file__).resolve().parent.parent / "demo"
NAMES: Final = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
STEP: Final = datetime.timedelta(minutes=2)
TUESDAY: Final = 1


@transaction.atomic
def demo_create() -> Club:
    """Make the demo club, or return the existing one.

    Its organizer has no password: they enter by a link, and only where demo accounts are enabled.
    """
    there = Club.objects.filter(is_demo=True).first()
    if there is not None:
        return there
    # The account stays when a demo is removed.
    user = User.objects.filter(is_demo=True, email=EMAIL).first() or user_create(
        email=EMAIL, name=_("Demo organizer"), is_demo=True
    )
    club = club_create(
        by=user,
        name="Chouette Demo Club",
        is_demo=True,
        stake_amount=Decimal("1.00"),
        currency="EUR",
    )
    players = {name: player_create(club=club, by=user, name=name) for name in NAMES}
    players["Ann"].user = user
    players["Ann"].save(update_fields=["user"])
    now = timezone.now()
    evenings = _last_tuesdays(now.date(), 2)
    for year in sorted({day.year for day in (*evenings, now.date())}):
        season_create(
            club=club,
            by=user,
            name=str(year),
            starts_on=datetime.date(year, 1, 1),
            ends_on=datetime.date(year, 12, 31),
        )
    for day, file in zip(evenings, ("first_evening", "second_evening"), strict=True):
        session = _evening(club, user, players, file, _eight_in_the_evening(day))
        session_end(session=session, by=user, version=session.version, key=f"demo {file}")
    record = _record("running_evening")
    _evening(club, user, players, "running_evening", now - len(record.steps) * STEP)
    return club


@transaction.atomic
def demo_enter() -> tuple[User, Club]:
    """Return the demo's organizer and club for somebody who looks around; made if need be.

    Raises:
        Refused: the demo accounts are switched off here.
    """
    # Two taps at the same moment make one demo.
    rows_lock(FoundingLink.objects.all())
    club = demo_create()
    user = User.objects.get(is_demo=True, memberships__club=club)
    check_demo(user)
    return user, club


def _evening(
    club: Club, user: User, players: dict[str, Player], file: str, at: datetime.datetime
) -> Session:
    record = _record(file)
    ids = {name: player.public_id for name, player in players.items()}
    session = session_create(
        club=club,
        by=user,
        players=[players[name] for name in record.header.players],
        rules=record.header.rules.text(),
        stake_amount=club.stake_amount,
        currency=club.currency,
        title=_("Tuesday chouette") if at.weekday() == TUESDAY else _("Chouette"),
        place=_("Club room"),
        played_on=at.date(),
    )
    steps = ([renamed(action, ids) for action in step.actions] for step in record.steps)
    steps_write(session=session, steps=steps, sender=user, at=at, every=STEP)
    return session


def _record(file: str) -> Record:
    return parse((FOLDER / f"{file}.csn").read_bytes(), unfinished=True)


def _last_tuesdays(today: datetime.date, count: int) -> list[datetime.date]:
    """Return the last Tuesdays before today, the earliest first."""
    latest = today - datetime.timedelta(days=(today.weekday() - TUESDAY - 1) % 7 + 1)
    return [latest - datetime.timedelta(weeks=weeks) for weeks in reversed(range(count))]


def _eight_in_the_evening(day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(20), tzinfo=datetime.UTC)
