"""An event on its players' phones: phones waiting for admission, and a player's next match."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clubs.selectors.privacy import people_seen, person_seen
from games.models import Club, Session
from games.names.lists import in_a_row
from games.permissions import NOBODY, Capability, Reader
from games.web.qr import qr_code
from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.events.selectors.phones import Mine, claims_of, passes_of, people_of
from tournaments.models import Division, Entry, EntryPass, Event, Match, TableSeat
from tournaments.pages.presenters.events_words import next_start
from tournaments.pages.presenters.finishes import finished_text
from tournaments.pages.presenters.match_texts import (
    chips_of,
    dispute_text,
    final_text,
    names_of,
    round_name,
    title_of,
)
from tournaments.pages.presenters.match_versions import VersionLine, opponents, version_lines
from tournaments.record.selectors.passes import passes_used, unlinked_in
from tournaments.record.selectors.situations import planned_rounds
from tournaments.record.services.passes import SOME_PHONE
from tournaments.results.selectors.versions import versions_of


@dataclass(frozen=True, slots=True)
class LetIn:
    """A valid pass; `is_link` if it is not known which phone has it."""

    id: str
    name: str
    device: str
    is_link: bool
    made: str = ""
    """When a link was made, and whether something came from it: two of one player differ by it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone awaiting approval, and the player it claims to be.

    `is_double`: another phone waits as this player, or has been let in already.
    """

    public_id: str
    name: str
    device: str
    is_double: bool = False


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """The director's page of phones. `code` is blank while check-in is closed."""

    event: Event
    club: Club
    code: str
    host: str
    qr: SafeString
    claims: tuple[Claim, ...]
    passes: tuple[LetIn, ...]
    people: tuple[tuple[str, str], ...]
    unlinked: int = 0
    """How many play without an account, a phone or a link."""

    @property
    def digest(self) -> str:
        """Changes whenever another phone is waiting or admitted."""
        live = [[one.public_id for one in self.claims], self.passes, self.code]
        return hashlib.sha256(repr(live).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Now:
    """What a player plays now: the board, the opponent, and the link to its page."""

    title: str
    board: int | None
    opponent: str
    about: str
    url: str
    link: str
    mates: tuple[str, ...] = ()
    board_url: str = ""
    """What opens the board online on which the match is being played."""


@dataclass(frozen=True, slots=True)
class Report:
    """The form for a final score: the player's own side, the loser's possible points."""

    match: Match
    side: int
    opponent: str
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A finished match: the round, the opponent, the result from the player's side."""

    round: str
    opponent: str
    score: str
    result: str
    url: str


@dataclass(frozen=True, slots=True)
class Spot:
    """What is next in one division: either `now` or `wait` is set."""

    division: Division
    entry: Entry
    heading: str
    now: Now | None = None
    wait: str = ""
    starts: str = ""
    report: Report | None = None
    said: str = ""
    confirms: Match | None = None
    takes_back: Match | None = None
    disputed: Match | None = None
    accepts: VersionLine | None = None
    versions: tuple[VersionLine, ...] = ()
    done: tuple[Done, ...] = ()

    @property
    def may_check_in(self) -> bool:
        """Whether the player still has to check in."""
        is_new = self.now is None and not self.done
        return self.entry.state == Entry.State.ENTERED and is_new


@dataclass(frozen=True, slots=True)
class MePage:
    """“Your next table”: an event from the view of one player, in all their divisions."""

    event: Event
    club: Club
    name: str
    spots: tuple[Spot, ...]
    key: str
    is_phone: bool
    problem: str = ""

    @property
    def digest(self) -> str:
        """Changes whenever anything on the page does."""
        live = [self.name, self.event.status, self.event.notice]
        for spot in self.spots:
            shown = (spot.confirms, spot.takes_back, spot.disputed)
            versions = [getattr(each, "version", 0) for each in shown]
            report = (
                None if spot.report is None else (spot.report.match.version, spot.report.opponent)
            )
            live.append(
                repr((spot.heading, spot.now, spot.wait, spot.starts, report, spot.said, versions))
            )
            live.append(repr((spot.done, spot.entry.state, spot.versions)))
        return hashlib.sha256(repr(live).encode()).hexdigest()[:16]

    @property
    def news(self) -> str:
        """What is next in one line, for screen readers."""
        return " ".join(
            f"{spot.now.title}, {spot.now.opponent}."
            if spot.now
            else f"{spot.wait} {spot.starts}".strip()
            for spot in self.spots
        )


def phones_page(event: Event, address: str, reader: Reader = NOBODY) -> PhonesPage:
    """Gather the director's page of phones; `address` is the code's link."""
    host = urlsplit(address)
    code = (event.code or "") if reader.may_in(Capability.DIRECT, event.club_id) else ""
    passes, entered = passes_of(event), people_of(event)
    used = passes_used(one for one in passes if not one.device)
    people = people_seen([*entered, *(one.player for one in passes)], reader)
    return PhonesPage(
        event=event,
        club=event.club,
        code=code,
        host=host.netloc,
        qr=qr_code(address) if code else SafeString(""),
        claims=claims_shown(event, reader),
        passes=tuple(
            _let_in(one, people[one.player_id].name, is_used=one.pk in used) for one in passes
        ),
        people=tuple((one.public_id, people[one.pk].name) for one in entered),
        unlinked=len(unlinked_in(event)) if event.is_open else 0,
    )


def claims_shown(event: Event, reader: Reader = NOBODY) -> tuple[Claim, ...]:
    """Return the phones awaiting approval."""
    waiting = claims_of(event)
    people = people_seen((one.player for one in waiting), reader)
    players = [one.player_id for one in waiting]
    let_in = event.passes.filter(state=EntryPass.State.GRANTED, player__in=players)
    # A link on a slip is no phone: it has no device.
    phones = set(let_in.exclude(device="").values_list("player", flat=True)) if waiting else set()
    return tuple(
        Claim(
            entry_pass.public_id,
            people[entry_pass.player_id].name,
            entry_pass.device,
            entry_pass.player_id in phones or players.count(entry_pass.player_id) > 1,
        )
        for entry_pass in waiting
    )


def _let_in(entry_pass: EntryPass, name: str, *, is_used: bool) -> LetIn:
    device = "" if entry_pass.device == SOME_PHONE else entry_pass.device
    made = ""
    if not entry_pass.device:
        zone = ZoneInfo(entry_pass.event.club.time_zone)
        at = date_format(timezone.localtime(entry_pass.created_at, zone), "SHORT_DATETIME_FORMAT")
        text = (
            _("link, made on %(at)s, used")
            if is_used
            else _("link, made on %(at)s, nothing sent with it yet")
        )
        made = text % {"at": at}
    return LetIn(entry_pass.public_id, name, device, is_link=not entry_pass.device, made=made)


def me_page(mine: Mine, *, is_phone: bool, sees_table: bool, problem: str = "") -> MePage:
    """Gather “your next table”; what is to be played comes first."""
    fields: dict[int, DivisionShown] = {}
    if mine.event.status == Event.Status.FINISHED:
        board = board_read(mine.event, mine.reader, None)
        fields = {one.division.pk: one for one in board.fields}
    spots = [
        _spot(mine, entry, fields.get(entry.division_id), sees_table=sees_table)
        for entry in mine.entries
    ]
    return MePage(
        event=mine.event,
        club=mine.event.club,
        name=person_seen(mine.player, mine.reader).name,
        spots=tuple(sorted(spots, key=lambda one: one.now is None)),
        key=secrets.token_hex(16),
        is_phone=is_phone,
        problem=problem,
    )


def _spot(mine: Mine, entry: Entry, field: DivisionShown | None, *, sees_table: bool) -> Spot:
    division = entry.division
    several = len(mine.entries) > 1
    spot = Spot(division, entry, division.name if several else "")
    if not mine.event.is_open:
        over = _("This event is over. Thank you for playing.")
        spot = replace(spot, wait=over, starts="" if field is None else finished_text(field, entry))
    elif division.is_chouette:
        return _chouette(spot, mine, sees_table=sees_table)
    matches = [one for one in mine.matches if one.round and one.round.division_id == division.pk]
    done = tuple(_done(one, mine) for one in reversed(matches) if one.is_settled)
    spot = replace(spot, done=done)
    if spot.wait:
        return spot
    playing = [one for one in matches if one.state in Match.UNDECIDED]
    to_confirm = [one for one in playing if one.state in Match.TO_CONFIRM]
    to_play = [one for one in playing if one.state == Match.State.OPEN]
    # First, because others are waiting for this player's confirmation.
    asked = (one for one in to_confirm if _waits_for(one, mine))
    for match in (*asked, *to_play):
        return _playing(spot, match, mine)
    if to_confirm:
        return _playing(spot, to_confirm[0], mine)
    return replace(spot, wait=_waiting(mine, entry, matches), starts=_starts(entry, matches))


def _waits_for(match: Match, mine: Mine) -> bool:
    """Tell whether a reported result awaits this player's confirmation."""
    return match.state == Match.State.REPORTED and _side(match, mine) != match.reported_by


def _playing(spot: Spot, match: Match, mine: Mine) -> Spot:
    side, names = _side(match, mine), names_of(match, mine.people)
    opponent = names[1 - side]
    board = match.board if match.state == Match.State.OPEN else None
    about = f"{title_of(match)} · {round_name(match)}"
    title = _("Table %(number)s") % {"number": board} if board else _("No table yet")
    if match.state in Match.TO_CONFIRM:
        is_disputed = match.state == Match.State.DISPUTED
        title = _("Result disputed") if is_disputed else _("Result reported")
        if match.board:
            about = f"{_('Table %(number)s') % {'number': match.board}} · {about}"
    now = Now(
        title=title,
        board=board,
        opponent=opponent,
        about=about,
        url=reverse("match", args=[match.public_id]),
        link=_("Keep the score here"),
        board_url=reverse("match_board", args=[match.public_id]) if match.online_id else "",
    )
    reports = mine.event.self_reports
    report = Report(match, side, opponent, chips_of(match.length)) if reports else None
    if match.state == Match.State.OPEN:
        said = "" if board else _("As soon as a table is free, its number stands here.")
        if not reports:
            said = f"{said} {_('Tell the director the result when you are through.')}".strip()
        return replace(spot, now=now, report=report, said=said)
    result = final_text(match, names)
    now = replace(now, link=_("Open the match’s page"))
    if match.state == Match.State.DISPUTED:
        lines = version_lines(match, versions_of(match), names)
        said = dispute_text(match, names, side, lines)
        accepts = opponents(lines, side) if reports else None
        return replace(
            spot, now=now, said=said, report=report, disputed=match, versions=lines, accepts=accepts
        )
    if match.reported_by == side:
        params = {"result": result, "name": opponent}
        said = _("You have reported: %(result)s %(name)s has to confirm it.") % params
        return replace(spot, now=now, said=said, takes_back=match)
    said = _("%(name)s has reported: %(result)s Is that right?") % {
        "name": opponent,
        "result": result,
    }
    return replace(spot, now=now, said=said, confirms=match)


def _chouette(spot: Spot, mine: Mine, *, sees_table: bool) -> Spot:
    seats = [one for one in mine.seats if one.entry_id == spot.entry.pk]
    seat = seats[-1] if seats else None
    session = None if seat is None else seat.table.session
    if seat is None or session is None or not session.is_open:
        starts = _starts(spot.entry)
        return replace(spot, wait=_waiting(mine, spot.entry, (), seats), starts=starts)
    mates = tuple(
        mine.people[one.entry.player_id].name
        for one in mine.mates
        if one.table_id == seat.table_id and one.entry_id != spot.entry.pk
    )
    now = Now(
        title=_("Table %(number)s") % {"number": seat.table.number},
        board=seat.table.number,
        opponent=in_a_row(mates),
        about=_("Chouette · Round %(number)s") % {"number": seat.round.number},
        url=_table_url(session) if sees_table else "",
        link=_("To the table"),
        mates=mates,
    )
    said = "" if sees_table else _("To double and take on this phone, scan the code at the table.")
    return replace(spot, now=now, said=said)


def _table_url(session: Session) -> str:
    return reverse("table", args=[session.public_id])


def _starts(entry: Entry, matches: Sequence[Match] = ()) -> str:
    """Say when the next round starts, to who plays on."""
    is_through = any(one.state == Match.State.WAITING for one in matches)
    is_out = bool(matches) and matches[-1].is_of_bracket and not is_through
    return next_start(entry.division) if entry.is_active and not is_out else ""


def _waiting(
    mine: Mine, entry: Entry, matches: Sequence[Match], seats: Sequence[TableSeat] = ()
) -> str:
    """Say what a player without a match is waiting for."""
    division = entry.division
    if entry.state == Entry.State.WITHDRAWN:
        return _("You have withdrawn. The director can bring you back.")
    if entry.state == Entry.State.PAUSED:
        return _("You pause: the next draw leaves you out. Tell the director when you are back.")
    if division.pk not in mine.drawn:
        here, entered = mine.present.get(division.pk, (0, 0))
        params = {"here": here, "entered": entered}
        return _("Nothing is drawn yet: %(here)s of %(entered)s are here.") % params
    upcoming = next((one for one in matches if one.state == Match.State.WAITING), None)
    if upcoming is not None:
        side = _side(upcoming, mine)
        opponent = upcoming.second if side == 0 else upcoming.first
        if opponent is None:
            return _goes_on(mine, upcoming, matches)
    missing = mine.missing.get(division.pk, 0)
    latest = matches[-1] if matches else None
    if latest is not None and latest.outcome == Match.Outcome.BYE and missing:
        return _("You have a bye in this round: nothing to play, and it counts as won.")
    is_out = matches and latest is not None and latest.is_of_bracket
    if is_out:
        won = latest is not None and latest.advancing == _side(latest, mine)
        if won:
            return _("You have won all there was to win here.")
        return _("You are out here. Thank you for playing.")
    if missing:
        playing = ngettext(
            "%(count)s match is still being played.",
            "%(count)s matches are still being played.",
            missing,
        ) % {"count": missing}
        return f"{playing} {_next_table(division, latest)}"
    return _next_table(division, latest)


def _goes_on(mine: Mine, upcoming: Match, matches: Sequence[Match]) -> str:
    """Say to who waits for their opponent in a bracket whether they won, or where they play on."""
    ended = [one for one in matches if one.is_settled and one.advancing is not None]
    if ended and ended[-1].advancing != _side(ended[-1], mine):
        said = _("You play on: %(where)s. Your next opponent is still playing.")
        return said % {"where": round_name(upcoming)}
    return _("You are through. Your next opponent is still playing.")


def _next_table(division: Division, latest: Match | None) -> str:
    """Say where the next table will stand, unless the last round has been drawn."""
    planned = planned_rounds(division)
    drawn = latest.round.number if latest is not None and latest.round is not None else 0
    if planned is not None and drawn >= planned:
        return _("That was the last round. Your place stands here once the event is ended.")
    return _("Your next table stands here as soon as it is drawn.")


def _done(match: Match, mine: Mine) -> Done:
    side, names = _side(match, mine), names_of(match, mine.people)
    points = match.figures
    own, other = points if side == 0 else points[::-1]
    is_bye = match.outcome == Match.Outcome.BYE
    if is_bye:
        result = _("bye")
    elif match.outcome == Match.Outcome.NO_SHOW:
        result = _("lost: neither came")
    elif match.is_unplayed_half:
        result = _("not played, a half for each")
    elif match.is_draw:
        result = _("a draw")
    elif match.winner is None:
        result = _("unfinished")
    elif match.winner == side:
        result = _("won")
    else:
        result = _("lost")
    if match.outcome == Match.Outcome.FORFEIT:
        result = f"{result}, {_('forfeited')}"
    forfeited = match.outcome in {Match.Outcome.FORFEIT, Match.Outcome.NO_SHOW}
    return Done(
        round=round_name(match),
        opponent="" if is_bye else names[1 - side],
        score="" if is_bye or forfeited or match.is_unplayed_half else f"{own} : {other}",
        result=result,
        url="" if is_bye else reverse("match", args=[match.public_id]),
    )


def _side(match: Match, mine: Mine) -> int:
    return 1 if match.second_id in mine.keys else 0
