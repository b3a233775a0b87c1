"""Reads who wrote the notes and disputes on the games of a session."""

from collections.abc import Iterable

from games.clubs.selectors.privacy import called
from games.models import Note, Player, Session, User
from games.permissions import NOBODY, Reader


def authors_of(session: Session, notes: Iterable[Note], reader: Reader = NOBODY) -> dict[int, str]:
    """Return the authors' names, by the primary key of their account.

    Readers who see all names get the name of the account. For others an author is named like a
    player with the strictest privacy, and an author without a player in this club is left out.
    """
    users = {note.author_id for note in notes if note.author_id is not None}
    if not users:
        return {}
    if reader.sees_names_of(session.club_id):
        return dict(User.objects.filter(pk__in=users).values_list("pk", "name"))
    players = Player.objects.filter(club=session.club_id, user__in=users)
    rows = players.values_list("user_id", "name", "shown")
    return {user: called(name, shown) for user, name, shown in rows}
