"""Mails about leagues and cups: what waits, what comes, what is still open; one a day at most.

What an account is told is claimed before the mail leaves. Who wants no mails, or has no address,
has the day's news on their devices if they have switched messages on there.
"""

from __future__ import annotations

import datetime
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

import structlog
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.accounts.services.mail_wishes import mails_refused, stop_link
from games.accounts.services.push import Notice
from games.models import Club, PushSubscription, User
from games.names.lists import in_a_row
from games.web.address import site_address
from games.web.mail import is_final, mail_send, name_in_mail
from games.web.mail_limits import mail_allowed, mail_not_sent
from games.web.speech import language_of
from tournaments.leagues.selectors.dated import own_page
from tournaments.leagues.selectors.reminders import Reminder, reminders_due
from tournaments.leagues.selectors.told import told_whats
from tournaments.leagues.services.fixtures import clocks_of
from tournaments.leagues.services.seasons import division_name
from tournaments.leagues.services.telling import claim, claim_all, devices_tell, told, unclaim
from tournaments.leagues.times import Clocks, local, said_day
from tournaments.models import Cup, FixtureNote, League, LeagueTold

logger = structlog.get_logger(__name__)
Kind = FixtureNote.Kind
AWAKE: Final = range(8, 22)
"""The hours of a club's day in which its players are mailed."""
KEPT: Final = datetime.timedelta(days=60)
"""So long it is kept on which days an account was mailed."""
MAILED: Final = "mailed-"


def reminders_send(*, now: datetime.datetime | None = None) -> int:
    """Tell everybody what is due, and return how many were told."""
    at = now or timezone.now()
    LeagueTold.objects.filter(what__startswith=MAILED, at__lt=at - KEPT).delete()
    due = reminders_due(at)
    refused = {"", *mails_refused({user.email for user in due} - {""})}
    devices = PushSubscription.objects.filter(user__in=[user.pk for user in due])
    reached = set(devices.values_list("user", flat=True))
    return sum(
        _tell(user, ones, at, by_mail=user.email not in refused)
        for user, ones in due.items()
        if user.email not in refused or user.pk in reached
    )


def next_mail(club: Club, told: Container[str], now: datetime.datetime) -> datetime.datetime:
    """Return when an account is mailed next that was told this: now, in the morning, or, where the
    mail of today has left, tomorrow.
    """
    there = local(club, now)
    had_today = mailed_on(there) in told
    if there.hour in AWAKE and not had_today:
        return there
    morning = there.replace(hour=AWAKE.start, minute=0, second=0, microsecond=0)
    is_early = there < morning and not had_today
    return morning if is_early else morning + datetime.timedelta(days=1)


def mailed_on(day: datetime.datetime) -> str:
    """Return what an account is told on a day, whatever the mail says."""
    return f"{MAILED}{day:%Y%m%d}"


def _tell(user: User, ones: Sequence[Reminder], now: datetime.datetime, *, by_mail: bool) -> bool:
    """Claim the day and what is told on it, and tell; another worker may have been faster."""
    there = local(ones[0].dated.event.club, now)
    if there.hour not in AWAKE:
        return False
    day = mailed_on(there)
    if day in told_whats([user], now)[user.pk]:
        return False
    if by_mail and not mail_allowed(kind="league", to=user.email):
        return False
    whats = [one.key for one in ones]
    with transaction.atomic():
        is_mine = claim(user, day, now)
        if is_mine:
            claim_all(user, whats, now)
    if not is_mine:
        if by_mail:
            mail_not_sent(kind="league", to=user.email)
        return False
    try:
        if by_mail:
            club = ones[0].dated.event.club
            with override(language_of(user.language, club.language)):
                _mail(user, ones)
        else:
            devices_tell(user, _notice(ones))
    except OSError as error:
        if is_final(error):  # asked again it would say the same
            logger.warning("league_news_refused", error=str(error))
            told(user, [day, *whats], now)
            return False
        logger.warning("league_news_late", error=str(error))
        if by_mail:
            mail_not_sent(kind="league", to=user.email)
        unclaim(user, [day, *whats], now)
        return False
    told(user, [day, *whats], now)
    return True


def _notice(ones: Sequence[Reminder]) -> Notice:
    return Notice("league", own_page(ones[0].dated), ones[0].names[:2])


def _mail(user: User, ones: Sequence[Reminder]) -> None:
    site, to = site_address(), user.email
    seasons: dict[int, dict[str, Any]] = {}
    for reminder in ones:
        own = seasons.setdefault(
            reminder.dated.event_id,
            {
                "title": reminder.dated.event.title,
                "lines": [],
                "link": site + own_page(reminder.dated),
            },
        )
        own["lines"].append(line_of(reminder, user))
    first = next(iter(seasons.values()))
    stop = stop_link(site, to)
    text = render_to_string(
        "tournaments/leagues/mail/news.txt", {"seasons": list(seasons.values()), "stop": stop}
    )
    subject = f"{name_in_mail(first['title'])}: {first['lines'][0]}"
    mail_send(to=to, subject=subject, text=text, stop=stop)


def line_of(reminder: Reminder, user: User) -> str:
    """Return a reminder as a sentence for a user, by whose clocks a date is said."""
    club = reminder.dated.event.club
    said = {
        "names": in_a_row(name_in_mail(name) for name in reminder.names),
        "day": "" if reminder.at is None else said_day(club, reminder.at),
        "at": "" if reminder.at is None else _clocks(reminder, user).said(reminder.at),
        "days": reminder.number,
    }
    if reminder.what == "start":
        return _("You play %(names)s, until %(day)s. Propose dates.") % said
    if reminder.what == "date":
        where = f", {name_in_mail(reminder.place)}" if reminder.place else ""
        return _("Tomorrow you play %(names)s: %(at)s") % said + where
    if reminder.what == "result":
        return _result(reminder, said)
    if reminder.what == "decided":
        return _decided(reminder, user, said)
    if reminder.what == "note":
        return _note(reminder, said)
    if reminder.what == "half":
        return _("Half of the time is over. Still to play by %(day)s: %(names)s.") % said
    if reminder.what == "days":
        left = ngettext("%(days)s day left", "%(days)s days left", reminder.number) % said
        return _("%(left)s. Still to play by %(day)s: %(names)s.") % {**said, "left": left}
    return _end(reminder)


def _clocks(reminder: Reminder, user: User) -> Clocks:
    """Return the clocks by which a user reads the date of a match."""
    if reminder.match is None:
        return Clocks(reminder.dated.event.club.time_zone)
    two = (reminder.match.first, reminder.match.second)
    mine = [side for side, it in enumerate(two) if it and it.current.user_id == user.pk]
    return clocks_of(reminder.match, mine[0] if mine else None)


def _note(reminder: Reminder, said: Mapping[str, Any]) -> str:
    kind = None if reminder.note is None else reminder.note.kind
    if kind == Kind.PROPOSED and reminder.is_over:
        return _("%(names)s has proposed dates, and they are over by now. Propose others.") % said
    if kind == Kind.PROPOSED:
        return _("%(names)s proposes dates to you.") % said
    if kind == Kind.DECLINED:
        return _("%(names)s can on none of the dates that you have proposed.") % said
    if kind == Kind.ABSENT:
        asked = _("%(names)s says that you did not come. What happened?") % said
        by = _("The director decides after %(at)s.") % said
        return asked if reminder.is_over else f"{asked} {by}"
    if kind in FixtureNote.DECISIONS:
        return _("The director asks you to find a new date with %(names)s.") % said
    if kind == Kind.DECIDES:
        return _("You are level with %(names)s: you two play a deciding match.") % said
    if kind == Kind.EXTENDED:
        return _("The deadline of your match against %(names)s was moved.") % said
    if reminder.note is not None and reminder.note.side is None:
        return _("The director reminds you of your match against %(names)s.") % said
    return _("%(names)s has written to you.") % said


def _decided(reminder: Reminder, user: User, said: Mapping[str, Any]) -> str:
    text = _("The director has decided your match against %(names)s.") % said
    match = reminder.match
    if match is None or match.winner is None:
        return text
    winner = (match.first, match.second)[match.winner]
    has_won = winner is not None and winner.current.user_id == user.pk
    return f"{text} {_('You have won it.') if has_won else _('You have lost it.')}"


def _result(reminder: Reminder, said: Mapping[str, Any]) -> str:
    days = reminder.dated.confirm_days
    waits = _("The result against %(names)s waits for your word.") % said
    if not days:
        return waits
    itself = ngettext(
        "It confirms itself after %(count)s day.", "It confirms itself after %(count)s days.", days
    )
    return f"{waits} {itself % {'count': days}}"


def _end(reminder: Reminder) -> str:
    if isinstance(reminder.dated, Cup):
        return _cup_end(reminder)
    was = reminder.was or 0
    said = {
        "place": reminder.number,
        "was": division_name(was),
        "to": division_name(reminder.to or 0),
    }
    if reminder.dated.league.shape == League.Shape.LADDER:
        return _("The season is over: place %(place)s.") % said
    if reminder.to is None:
        return _("The season is over: place %(place)s of %(was)s.") % said
    if reminder.to < was:
        return _("The season is over: place %(place)s of %(was)s. You go up: %(to)s.") % said
    if reminder.to > was:
        return _("The season is over: place %(place)s of %(was)s. You go down: %(to)s.") % said
    return _("The season is over: place %(place)s of %(was)s. You stay there.") % said


def _cup_end(reminder: Reminder) -> str:
    if reminder.number == 1:
        return _("The cup is over, and you have won it. Congratulations!")
    said = {
        "place": reminder.number,
        "names": in_a_row(name_in_mail(name) for name in reminder.names),
    }
    if not reminder.names:
        return _("The cup is over: place %(place)s.") % said
    return _("The cup is over: place %(place)s. %(names)s has won it.") % said
