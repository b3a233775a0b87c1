"""Who acts at a table: a signed-in user, or the pass in a phone's cookie."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.http import HttpRequest

from games.clubs.selectors.clubs import club_find
from games.errors import NotAllowed, NotFound
from games.models import Club, Pass, Session, User
from games.permissions import NOBODY, Capability, Reader, Somebody, permitted
from games.record.selectors.sessions import session_find

SALT: Final = "games.pass"


def cookie_name(place: Session | Club) -> str:
    return f"wall-{place.slug}" if isinstance(place, Club) else f"table-{place.public_id}"


def pass_sealed(holder: Pass) -> str:
    """Return a pass as the text that links and cookies carry; a new nonce invalidates it."""
    return signing.dumps([holder.public_id, holder.nonce], salt=SALT)


def pass_opened(text: str) -> Pass | None:
    """Return the pass of a text from `pass_sealed`, in any state; None if the text is invalid."""
    try:
        public_id, nonce = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (
        Pass.objects.filter(public_id=public_id, nonce=nonce)
        .select_related("session", "club")
        .first()
    )


def pass_of(request: HttpRequest, session: Session) -> Pass | None:
    """Return this phone's pass for a table, in any state."""
    sealed = request.COOKIES.get(cookie_name(session))
    holder = pass_opened(sealed) if sealed else None
    return holder if holder is not None and holder.session_id == session.pk else None


def has_parted(request: HttpRequest, session: Session) -> bool:
    """Tell whether this phone once had a pass for a table that it may not see now."""
    sealed = request.COOKIES.get(cookie_name(session))
    if not sealed:
        return False
    try:
        signing.loads(sealed, salt=SALT)
    except signing.BadSignature:
        return False
    holder = pass_of(request, session)
    return holder is None or holder.state in {Pass.State.GRANTED, Pass.State.REVOKED}


def actor_of(request: HttpRequest, session: Session) -> Somebody:
    """Return who acts: a signed-in user who may play, else a granted pass, else the user."""
    user: Somebody = request.user
    if isinstance(user, User) and permitted(user, Capability.PLAY, session.club, session):
        return user
    holder = pass_of(request, session)
    return holder if holder is not None and holder.is_granted else user


def session_and_reader(request: HttpRequest, public_id: str) -> tuple[Session, Reader]:
    """Return a session and its reader: the signed-in user, or the phone with a pass.

    A member whose phone has a pass acts by the pass, and still sees all names. A player's phone
    still reads who pays whom when the session has ended.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
        NotAllowed: this phone's pass was revoked.
    """
    session = session_find(public_id)
    return session, reader_at(request, session)


def reader_at(request: HttpRequest, session: Session) -> Reader:
    """Return the reader of a session that was found already.

    Raises:
        NotFound, NotAllowed: see `session_and_reader`.
    """
    reader = Reader.of(request.user, session.club, session)
    if reader.may(Capability.PLAY):
        return reader
    holder = pass_of(request, session)
    if holder is not None:
        phone = Reader.of(holder, session.club, session)
        if phone.may(Capability.VIEW_CLUB):
            found = phone if holder.is_granted else reader
            also = (reader.allowed | phone.allowed) & {Capability.SEE_NAMES}
            if holder.is_granted and holder.role == Pass.Role.PLAYER and not session.is_open:
                # Who played is told at the end who pays whom, and under whose name.
                also |= {Capability.SEE_NAMES, Capability.VIEW_MONEY}
            return found.also(*also)
    if reader.may(Capability.VIEW_CLUB):
        return reader
    raise NotAllowed("pass_parted") if has_parted(request, session) else NotFound()


def club_and_reader(request: HttpRequest, slug: str) -> tuple[Club, Reader]:
    """Return a club and the reader of its wall: a user who may see it, else a screen's pass.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
    """
    club = club_find(slug)
    reader = Reader.of(request.user, club)
    if reader.may(Capability.VIEW_CLUB):
        return club, reader
    sealed = request.COOKIES.get(cookie_name(club))
    holder = pass_opened(sealed) if sealed else None
    screen = NOBODY if holder is None else Reader.of(holder, club)
    if not screen.may(Capability.VIEW_CLUB):
        raise NotFound
    return club, screen
