"""A club with its players, the first of an installation with its founder: all, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.accounts.services.founding import founder_create
from games.clubs.services.people import club_found, players_listed
from games.models import Club, User
from games.names.lists import Listed


@transaction.atomic
def installation_found(
    *, token: str, founder: dict[str, Any], players: Sequence[Listed], **fields: Any
) -> tuple[User, Club]:
    """Make the founder's account, their club, and its players; a name twice is one player.

    `founder` holds the fields of `founder_create`, `fields` those of `club_create`.

    Raises:
        Refused: the link is used, or a name, an address or a field of the club is not valid.
        OptionError: the house rules are unknown.
    """
    user = founder_create(token=token, **founder)
    return user, club_found_with(by=user, players=players, **fields)


@transaction.atomic
def club_found_with(*, by: User, players: Sequence[Listed], **fields: Any) -> Club:
    """Found a club with its players, among them the founder; a name twice is one player.

    Raises: see `club_create`.
    """
    club = club_found(by=by, **fields)
    players_listed(club=club, people=players, by=by)
    return club
