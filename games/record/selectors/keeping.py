"""Who keeps the score of an evening without network."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import called
from games.models import Pass, Player, Seat, Session, User
from games.permissions import NOBODY, Reader


def keeper_told(session: Session, reader: Reader = NOBODY) -> str:
    """Return who keeps the score without network, as a sentence; blank, without a query, if nobody.

    They are called as the reader may know them.
    """
    return keepers_told([session], reader).get(session.pk, "")


def keepers_told(sessions: Iterable[Session], reader: Reader = NOBODY) -> dict[int, str]:
    """Return that of the sessions whose score is kept so; four queries, none if there are none."""
    found = {}
    kept = [one for one in sessions if one.keeper is not None]
    names = _Keepers(kept, reader) if kept else None
    for session in kept:
        name = names.name_of(session) if names is not None else ""
        found[session.pk] = (
            _("%(name)s keeps the score without network.") % {"name": name}
            if name
            else _("Another device keeps the score without network.")
        )
    return found


class _Keepers:
    """The people whose accounts or phones keep the score of some sessions."""

    def __init__(self, kept: list[Session], reader: Reader) -> None:
        self.reader = reader
        keepers = [one.keeper or {} for one in kept]
        accounts = {one["user"] for one in keepers if "user" in one}
        self.users = User.objects.in_bulk(accounts)
        mine = Player.objects.filter(club__in={one.club_id for one in kept}, user__in=accounts)
        # An account with two players of one club is called by the name that comes first.
        self.players = {(one.club_id, one.user_id): one for one in mine.order_by("-name", "-pk")}
        self.passes = Pass.objects.in_bulk({one["pass"] for one in keepers if "pass" in one})
        logged = {one.player for one in self.passes.values() if one.player}
        seats = Seat.objects.filter(session__in=kept, logged_as__in=logged)
        self.seated = {
            (seat.session_id, seat.logged_as): seat.player
            for seat in seats.select_related("player")
        }

    def name_of(self, session: Session) -> str:
        """Return what the reader may call the keeper of a session; blank if nothing."""
        keeper = session.keeper or {}
        sees_names = self.reader.sees_names_of(session.club_id)
        player = self._player(session)
        if player is not None:
            return player.name if sees_names else called(player.name, player.shown)
        user = self.users.get(keeper.get("user", 0))
        return user.name if user is not None and sees_names else ""

    def _player(self, session: Session) -> Player | None:
        keeper = session.keeper or {}
        if "user" in keeper:
            return self.players.get((session.club_id, keeper["user"]))
        holder = self.passes.get(keeper.get("pass", 0))
        return self.seated.get((session.pk, holder.player)) if holder is not None else None
