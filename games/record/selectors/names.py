"""Names of a session's players, including those whose join was undone."""

from __future__ import annotations

from games.clubs.selectors.privacy import called
from games.models import Session
from games.models.ids import is_public_id
from games.permissions import NOBODY, Reader
from games.record.selectors.sessions import names_of
from games.rule_texts import Names


def names_in(session: Session, reader: Reader = NOBODY) -> Names:
    """Return the names of the club's players and of everybody who ever sat here."""
    # After a merge, or a move from another club, the log's identifiers are not the players'.
    return Names({**_names_of_club(session, reader), **names_of(session, reader)}.items())


def _names_of_club(session: Session, reader: Reader) -> dict[str, str]:
    players = session.club.players.order_by().values_list("public_id", "name", "shown")
    sees_names = reader.sees_names_of(session.club_id)
    return {key: name if sees_names else called(name, shown) for key, name, shown in players}


class NamesAsNeeded(Names):
    """`names_in`, but the club's players are read only if someone not seated here is named.

    A club may have hundreds, and a page rarely needs them: after the undo of a join, for instance.
    """

    def __init__(self, session: Session, reader: Reader) -> None:
        super().__init__(names_of(session, reader))
        self._others: Session | None = session
        self._reader = reader

    def __missing__(self, player: str) -> str:
        session = self._others
        if session is not None and is_public_id(player):
            for key, name in _names_of_club(session, self._reader).items():
                self.setdefault(key, name)
            self._others = None
        return self.get(player, player)
