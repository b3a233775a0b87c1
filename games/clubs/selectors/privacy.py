"""How players are called to readers who neither belong to the club nor sit at the table.

Whoever lets a reader in, by `club_get`, `session_get` and the like, notes on the club or session
whether its players are veiled to him; whatever then reads names from it asks here.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.models import Club, Player, Session
from games.permissions import Capability

Shown = Player.Shown


def veil_for(place: Session | Club, allowed: Iterable[Capability]) -> None:
    """Note on a club or a session, and its club, whether its reader may see all names."""
    club = place.club if isinstance(place, Session) else place
    club.veiled = Capability.SEE_NAMES not in allowed


def is_veiled(session: Session) -> bool:
    """Tell whether names are veiled to who reads a session, without a query.

    A club that has not been read yet has no reader whom anybody let in.
    """
    return Session.club.is_cached(session) and session.club.veiled


def veil(players: Iterable[Player], veiled: bool) -> None:
    """Take the names away that a reader may not see; the players are for reading only.

    Who is called by initials that another one here has already gets a number, and so does every
    further one who is not shown: what is read of one does not seem to be another's.
    """
    if not veiled:
        return
    rows = list({player.pk: player for player in players}.values())
    names = called_by((player.pk, player.name, player.shown) for player in rows)
    for player in rows:
        player.is_nameless = is_left_out(player, veiled)
        player.name = names[player.pk]


def is_left_out(player: Player, veiled: bool) -> bool:
    """Tell whether a reader is to find no page of a player, and no line in a list."""
    return veiled and player.shown == Shown.HIDDEN


def called_by(rows: Iterable[tuple[Any, str, str]]) -> dict[Any, str]:
    """Return how those are called to everybody whose key, name and wish are given."""
    found: dict[Any, str] = {}
    for key, name, shown in rows:
        found[key] = _another(called(name, shown), set(found.values()))
    return found


def called(name: str, shown: str) -> str:
    """Return how somebody is called to everybody, whoever else there is."""
    if shown == Shown.HIDDEN:
        return _("a player")
    if shown == Shown.INITIALS:
        return initials(name)
    return name


def initials(name: str) -> str:
    """Return the first letters of all parts of a name: A. M. for Ann Miller."""
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _another(name: str, taken: set[str]) -> str:
    """Return the name, or with a number where it is taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
