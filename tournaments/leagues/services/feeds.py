"""A player's private calendar: its signed address, and a new one in its place."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.http import urlencode

from games.errors import NotFound
from games.models import Membership, Player
from games.web.speech import language_of
from tournaments.models import CalendarFeed

LANGUAGE: Final = "language"
"""What a calendar's address says besides whose it is: the language in which it was read."""
_addresses: Final = signing.Signer(salt="tournaments.leagues.feed")


def feed_token(player: Player) -> str:
    """Return the secret part of the address of a player's calendar."""
    person = player.current
    return _addresses.sign(f"{person.public_id}-{_version(person)}")


def feed_player(token: str) -> Player:
    """Return whose calendar an address is.

    Raises:
        NotFound: it is none, or there is a newer one.
    """
    try:
        public_id, _dash, version = _addresses.unsign(token).rpartition("-")
    except signing.BadSignature as error:
        raise NotFound from error
    players = Player.objects.select_related("club", "user").filter(public_id=public_id)
    player = players.first()
    if player is None or str(_version(player)) != version or not _may_read(player):
        raise NotFound
    return player


def feed_language(player: Player, asked: str) -> str:
    """Return in which language a calendar is: the programs that read it say none.

    That of the account; else that in which its address was read, `asked`; else that of the club, or
    of who owns it.
    """
    account = "" if player.user is None else player.user.language
    known = asked if asked in dict(settings.LANGUAGES) else ""
    chosen = account or known or player.club.language
    return language_of(chosen or _language_of_owner(player))


def _language_of_owner(player: Player) -> str:
    owners = player.club.memberships.filter(role=Membership.Role.OWNER).exclude(user__language="")
    return owners.order_by("pk").values_list("user__language", flat=True).first() or ""


def feed_path(player: Player, language: str) -> str:
    """Return the address of a player's calendar in a language."""
    return (
        f"{reverse('calendar_feed', args=[feed_token(player)])}?{urlencode({LANGUAGE: language})}"
    )


@transaction.atomic
def feed_renew(player: Player) -> None:
    """Give a player's calendar a new address; the old one is nobody's any more."""
    feed, _made = CalendarFeed.objects.get_or_create(player=player.current)
    CalendarFeed.objects.filter(pk=feed.pk).update(version=F("version") + 1)


def _version(player: Player) -> int:
    feed = CalendarFeed.objects.filter(player=player).first()
    return 1 if feed is None else feed.version


def _may_read(player: Player) -> bool:
    """Tell whether somebody is still there who may read it."""
    is_blocked = player.user is not None and not player.user.is_active
    return player.merged_into_id is None and not is_blocked
