"""Who acts at a table: somebody signed in, or the pass that a phone holds as a cookie."""

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
    """Return the name of the cookie that holds the pass for a table, or for a club's wall."""
    return f"wall-{place.slug}" if isinstance(place, Club) else f"table-{place.public_id}"


def pass_sealed(holder: Pass) -> str:
    """Return a pass as the text that links and cookies carry; a new nonce makes it worthless."""
    return signing.dumps([holder.public_id, holder.nonce], salt=SALT)


def pass_opened(text: str) -> Pass | None:
    """Return the pass that `pass_sealed` wrote, whatever its state; None where it is not whole."""
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
    """Return the pass that this phone holds for a table, whatever its state."""
    sealed = request.COOKIES.get(cookie_name(session))
    holder = pass_opened(sealed) if sealed else None
    return holder if holder is not None and holder.session_id == session.pk else None


def has_parted(request: HttpRequest, session: Session) -> bool:
    """Tell whether this phone was let in once at a table that it may not see now."""
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
    """Return who acts: who is signed in and may play, else a pass that is granted, else he."""
    user: Somebody = request.user
    if isinstance(user, User) and permitted(user, Capability.PLAY, session.club, session):
        return user
    holder = pass_of(request, session)
    return holder if holder is not None and holder.is_granted else user


def session_for(request: HttpRequest, public_id: str) -> tuple[Session, Reader]:
    """Return a session and its reader: who is signed in, or the phone that was let in there.

    A member whose phone was let in as well acts by its pass, and still sees all names.

    Raises:
        NotFound: it does not exist, or the user may not see it; a stranger cannot tell which.
        NotAllowed: this phone was parted from the table.
    """
    session = session_find(public_id)
    reader = Reader.of(request.user, session.club, session)
    if reader.may(Capability.PLAY):
        return session, reader
    holder = pass_of(request, session)
    if holder is not None:
        phone = Reader.of(holder, session.club, session)
        if phone.may(Capability.VIEW_CLUB):
            found = phone if holder.is_granted else reader
            names = (reader.allowed | phone.allowed) & {Capability.SEE_NAMES}
            return session, found.also(*names)
    if reader.may(Capability.VIEW_CLUB):
        return session, reader
    raise NotAllowed("pass_parted") if has_parted(request, session) else NotFound()


def club_for(request: HttpRequest, slug: str) -> tuple[Club, Reader]:
    """Return a club and who looks at its wall: who may see it, else the pass of a screen there.

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
