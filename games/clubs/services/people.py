"""The player that an account is in a club."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from django.db import transaction

from games.clubs.selectors.players import Roster
from games.clubs.services.clubs import club_create, player_create
from games.clubs.services.noting import NOTED, players_note
from games.models import Club, Membership, Player, User
from games.names.identity import ByName, spelled
from games.names.lists import Listed


@transaction.atomic
def player_of_user(*, club: Club, user: User, join: bool = True) -> Player | None:
    """Return the player that a user is in a club; a member who is none yet becomes one.

    None for people who do not belong to the club. `join`: who may act here without a membership, as
    the installation's owner may, becomes a player as well.
    """
    found = club.players.filter(user=user).first()
    if found is not None:
        return found
    if not join and not Membership.objects.filter(club=club, user=user).exists():
        return None
    name = spelled(user.name)[:50] or "?"
    taken = ByName((one, one) for one in club.players.values_list("name", flat=True))
    free = next(
        one
        for one in chain([name], (f"{name} {number}" for number in count(2)))
        if one not in taken
    )
    return Player.objects.create(club=club, user=user, name=free)


@transaction.atomic
def club_found(*, by: User, **fields: Any) -> Club:
    """Found a club in which the founder plays, so that their name is there to be tapped.

    Raises: see `club_create`.
    """
    club = club_create(by=by, **fields)
    player_of_user(club=club, user=by)
    return club


@transaction.atomic
def players_listed(*, club: Club, people: Sequence[Listed], by: User) -> list[Player]:
    """Return the club's players of a list, or new ones; all of them or none.

    Their federation numbers and countries are noted where the list has them.

    Raises: see `player_create`.
    """
    roster, players = Roster(club), list[Player]()
    notes = {}
    for listed in people:
        player = roster.called(listed.name)
        if player is None or not player.is_active:
            player = player_create(club=club, by=by, name=listed.name)
            roster.add(player)
        players.append(player)
        notes[player] = {name: text for name, text in listed.beside.items() if name in NOTED}
    players_note(club=club, by=by, notes=notes)
    return players
