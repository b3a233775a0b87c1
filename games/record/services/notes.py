"""Remarks on a game: notes, and disputes until they are resolved. They do not change points."""

from django.utils import timezone

from games.errors import Refused
from games.models import Note, Session, User
from games.permissions import Capability, require
from games.record.log.history import Kind
from games.record.log.snapshots import position_of
from games.record.log.writing import Change, Request, append

LONGEST_TEXT = 1000


def note_add(
    *,
    session: Session,
    game: int,
    text: str,
    by: User,
    is_dispute: bool = False,
    key: str = "",
) -> Note:
    """Write a remark on a game in progress or a finished one.

    The log has only a reference; the text is stored apart from it, like everything that may name a
    person.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the game does not exist, or the text is missing or too long.
    """
    require(by, Capability.NOTE, session.club, session)
    text = _checked(text)
    note = Note(session=session, game_number=game, author=by, text=text, is_dispute=is_dispute)

    def write(locked: Session) -> Change:
        position = position_of(locked)
        latest = position.table.played + (position.table.game is not None)
        if not 1 <= game <= latest:
            raise Refused("game_unknown", game=game)
        note.save(force_insert=True)
        return Change([{"note": note.public_id, "game": game}], position)

    kind = Kind.DISPUTE if is_dispute else Kind.NOTE
    request = Request(session, by, kind, {"game": game, "text": text}, None, key)
    if append(request, write).replayed:
        row = session.log.get(sender=by, key=key)
        return Note.objects.get(public_id=row.payload["note"])
    return note


def dispute_resolve(*, note: Note, by: User, resolution: str = "") -> Note:
    """Resolve a dispute, and record how it was decided.

    Raises:
        NotAllowed: the user may not do this.
        Refused: it is not a dispute, or resolved already, or the text is too long.
    """
    require(by, Capability.RESOLVE, note.session.club, note.session)
    resolution = resolution.strip()
    if len(resolution) > LONGEST_TEXT:
        raise Refused("text_too_long", limit=LONGEST_TEXT)

    def write(locked: Session) -> Change:
        fresh = Note.objects.get(pk=note.pk)
        if not fresh.is_dispute:
            raise Refused("not_a_dispute")
        if fresh.resolved_at is not None:
            raise Refused("dispute_resolved")
        note.resolution, note.resolved_by, note.resolved_at = resolution, by, timezone.now()
        note.save(update_fields=["resolution", "resolved_by", "resolved_at"])
        payload = {"note": note.public_id, "game": note.game_number}
        return Change([payload], position_of(locked))

    append(Request(note.session, by, Kind.RESOLVE, {"note": note.public_id}, None, ""), write)
    return note


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise Refused("text_missing")
    if len(text) > LONGEST_TEXT:
        raise Refused("text_too_long", limit=LONGEST_TEXT)
    return text
