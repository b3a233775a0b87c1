"""The phones at a table, for its scorer: who is waiting, who is admitted, who speaks for whom."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Club, Pass, Presence, Seat, Session
from games.names.identity import sort_key
from games.permissions import NOBODY, Capability, Reader
from games.record.selectors.sessions import names_of, seats_of, table_of
from games.rule_texts import Names
from games.table.presenters.claims import claims, device_of
from games.table.presenters.values import Claim
from games.table.selectors.phones import claims_of, passes_of, present_at, screens_of, speakers_at
from games.web.qr import qr_code

THEMSELVES = "themselves"
CAPTAIN = "captain"


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player who may speak for another."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatPhones:
    """A seat: the number of connected phones, the proxy, and the link, if any."""

    player: str
    name: str
    connected: int
    speaks: str
    speakers: list[Speaker]
    link: str


@dataclass(frozen=True, slots=True)
class LetIn:
    """A valid pass."""

    id: str
    title: str
    device: str
    connected: int
    is_link: bool


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """The page. ``code`` is blank while phones cannot ask in."""

    session: Session
    title: str
    code: str
    address: str
    host: str
    qr: SafeString
    claims: Sequence[Claim]
    seats: Sequence[SeatPhones]
    others: Sequence[str]
    scorer_link: str
    onlooker_link: str
    passes: Sequence[LetIn]

    @property
    def digest(self) -> str:
        """Changes whenever there is something new."""
        live = [self.claims, [(seat.player, seat.connected) for seat in self.seats], self.others]
        live.append([(one.id, one.connected) for one in self.passes])
        return hashlib.sha256(repr(live).encode()).hexdigest()[:16]


def phones_page(session: Session, address: str, reader: Reader = NOBODY) -> PhonesPage:
    """Gather the page in six queries; ``address`` is the short code's link.

    The code is only for those who may admit phones.
    """
    rows = seats_of(session)
    names = Names(names_of(session, reader))
    may_admit = reader.may_in(Capability.ADMIT, session.club_id, session.pk)
    code = session.join_code if may_admit else None
    present = list(present_at(session))
    granted = list(passes_of(session))
    speakers = speakers_at(session)
    links = {(one.role, one.player): one.public_id for one in granted if not one.device}
    seated = set(table_of(session).company)
    host = urlsplit(address)
    return PhonesPage(
        session=session,
        title=session.title or session.club.name,
        code=code or "",
        address=address,
        host=host.netloc,
        qr=qr_code(address) if code else SafeString(""),
        claims=claims(claims_of(session), names),
        seats=[
            _seat(row, rows, names, seated, present, speakers, links)
            for row in rows
            if row.logged_as in seated
        ],
        others=_others(present, rows),
        scorer_link=links.get((Pass.Role.SCORER, ""), ""),
        onlooker_link=links.get((Pass.Role.ONLOOKER, ""), ""),
        passes=_let_in(granted, present, names),
    )


def _seat(
    row: Seat,
    rows: Iterable[Seat],
    names: Names,
    seated: set[str],
    present: Iterable[Presence],
    speakers: Mapping[str, str],
    links: Mapping[tuple[str, str], str],
) -> SeatPhones:
    choice = _choice(speakers, row.logged_as)
    titles = {THEMSELVES: _("speaks for themselves"), CAPTAIN: _("the captain speaks for them")}
    others = [one for one in rows if one.logged_as in seated and one.pk != row.pk]
    for one in others:
        titles[one.logged_as] = _("%(name)s speaks for them") % {"name": names[one.logged_as]}
    return SeatPhones(
        player=row.logged_as,
        name=names[row.logged_as],
        connected=sum(_is_his(one, row) for one in present),
        speaks="" if choice == THEMSELVES else titles.get(choice, ""),
        speakers=[Speaker(value, title, value == choice) for value, title in titles.items()],
        link=links.get((Pass.Role.PLAYER, row.logged_as), ""),
    )


def _choice(speakers: Mapping[str, str], player: str) -> str:
    return (speakers[player] or CAPTAIN) if player in speakers else THEMSELVES


def _is_his(presence: Presence, seat: Seat) -> bool:
    if presence.holder is not None:
        return presence.holder.player == seat.logged_as
    return presence.user_id is not None and presence.user_id == seat.player.user_id


def _others(present: Iterable[Presence], rows: Iterable[Seat]) -> list[str]:
    """Return who is connected without a seat: accounts by name, and scoring tablets."""
    seated = {row.player.user_id for row in rows}
    found = Counter(
        presence.user.name if presence.user is not None else _("tablet")
        for presence in present
        if (presence.user is not None and presence.user_id not in seated)
        or (presence.holder is not None and presence.holder.role == Pass.Role.SCORER)
    )
    listed = sorted(found, key=sort_key)
    return [f"{name} ×{found[name]}" if found[name] > 1 else name for name in listed]


def _let_in(granted: Iterable[Pass], present: Iterable[Presence], names: Names) -> list[LetIn]:
    connected = Counter(one.holder_id for one in present if one.holder_id is not None)
    return [
        LetIn(
            id=one.public_id,
            title=pass_title(one, names),
            device=device_of(one),
            connected=connected[one.pk],
            is_link=not one.device,
        )
        for one in granted
    ]


def pass_title(holder: Pass, names: Names) -> str:
    """Return a pass's purpose in a few words."""
    if holder.session_id is None:
        return _("Screen for the wall")
    if holder.role == Pass.Role.PLAYER:
        return names[holder.player]
    if holder.role == Pass.Role.SCORER:
        return _("Tablet that keeps the score")
    return _("To watch")


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link to be scanned or sent."""

    title: str
    help: str
    link: str
    qr: SafeString


def link_page(holder: Pass, names: Names, link: str) -> LinkPage:
    """Show the link of a pass, and what it opens."""
    return LinkPage(
        title=pass_title(holder, names),
        help=_help(holder, names),
        link=link,
        qr=qr_code(link),
    )


def _help(holder: Pass, names: Names) -> str:
    if holder.session_id is None:
        return _("Shows all tables of the club, and can do nothing. It holds until withdrawn.")
    if holder.role == Pass.Role.PLAYER:
        text = _("For %(name)s alone: to double, take and drop. Send it to nobody else.")
        return text % {"name": names[holder.player]}
    if holder.role == Pass.Role.SCORER:
        return _("Keeps the whole score, without an account: for the tablet on the table.")
    return _("Shows the table, and can do nothing.")


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of a club, or several with one link."""

    id: str
    made_by: str
    holder: Pass


def screens(club: Club) -> list[Screen]:
    return [
        Screen(one.public_id, one.created_by.name if one.created_by else "", one)
        for one in screens_of(club)
    ]
