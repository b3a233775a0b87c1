"""Sessions from score notation and back: lossless, all of a file or nothing."""

import datetime
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.clubs.selectors.players import Roster
from games.clubs.services.clubs import player_create
from games.errors import Refused
from games.models import Club, Player, Session, User
from games.names.identity import ByName, spelled
from games.permissions import NOBODY, Capability, Reader, require
from games.record.log.bulk import steps_write
from games.record.log.damage import recorded
from games.record.log.history import Played, Position, advance, as_written
from games.record.selectors.sessions import names_of
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import (
    EnterPoints,
    GameResult,
    Join,
    Leave,
    NamePartner,
    RollOrder,
    RuleError,
    SetOrder,
    StartGame,
    Table,
)
from games.rules.chouette.notation import Record, Stake, parse, text_of, write
from games.rules.chouette.renaming import renamed
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import require_past, session_create, session_end

_DATE = re.compile(r"(\d{4})[.-](\d{2})[.-](\d{2})")
LONGEST_LABEL = 120


@transaction.atomic
def csn_import(*, club: Club, by: User, text: str | bytes, end: bool = True) -> Session:
    """Make a session from a file: players are matched with the club's by name, or added to it.

    Raises:
        NotAllowed: the user may not do this.
        NotationError: a line cannot be read or breaks the rules; nothing was written.
        Refused: a name cannot be a player's, a number is too large, or the evening was imported
            already; nothing was written.
    """
    require(by, Capability.IMPORT_SESSION, club)
    text = _one_form(text)
    record = parse(text)
    debts_lock(club.pk)
    names = list(dict.fromkeys((*record.header.players, *record.table.players)))
    players = _players(club, by, names, record, text)
    ids = {name: player.public_id for name, player in players.items()}
    stake = record.header.stake
    session = session_create(
        club=club,
        by=by,
        players=[players[name] for name in record.header.players],
        rules=record.header.rules.text(),
        stakes={ids[name]: number for name, number in record.header.stakes.items() if name in ids},
        stake_amount=_amount(stake),
        currency=stake.currency if stake else "",
        title=record.header.tag("Event")[:LONGEST_LABEL],
        place=record.header.tag("Site")[:LONGEST_LABEL],
        played_on=_date(record.header.tag("Date")),
    )
    steps = ([renamed(action, ids) for action in step.actions] for step in record.steps)
    steps_write(session=session, steps=steps, sender=by, at=timezone.now())
    twin = _twin(session)
    if twin is not None:
        raise Refused("import_twice", session=str(twin))
    if end:
        require_past(session)
        session_end(session=session, by=by, version=session.version, key="import")
    return session


def csn_export(*, session: Session, reader: Reader = NOBODY, with_money: bool = True) -> str:
    """Return a session as text; a game in progress is left out, and a comment says so.

    The value of a point and the stakes are included only for readers whom money concerns, and only
    `with_money`. For other readers, a session with different stakes has the points of each game
    instead of its cubes: without the stakes the cubes would give other points.
    """
    found = recorded(session)
    base, line, position, games = found.base, found.line, found.position, found.games
    actions = [as_written(played.action) for played in line]
    start, names = base.table, names_of(session, reader)
    private = with_money and reader.sees_money_of(session)
    stake = None
    if private and session.stake_amount is not None and session.currency:
        stake = Stake(session.stake_amount.normalize(), re.sub(r"[\s0-9]", "", session.currency))
    hidden = not private and any(number != 1 for number in position.table.stakes.values())
    if hidden:
        start = Table.new(start.players, start.rules)
    earlier = _of_earlier_rules(base, line)
    if hidden or earlier or any(game.is_void for game in games):
        actions = list(_points_only(start, line, base, hidden, earlier))
    comment = _("The game in progress is left out.")
    text = write(start, actions, tags=_tags(session), stake=stake, names=names, comment=comment)
    if hidden:
        text += "# " + _("Only the points of each game are given.") + "\n"
    if any(game.is_void for game in games):
        text += "# " + _("A game that was declared void is given without points.") + "\n"
    if earlier and not hidden:
        text += "# " + _("Games that today's rules would not allow are given as points.") + "\n"
    return text


def _of_earlier_rules(position: Position, line: Sequence[Played]) -> frozenset[int]:
    """Return the games with an answer that was allowed when it was recorded and is not today."""
    found = set()
    for played in line:
        if not isinstance(played.action, StartGame):
            try:
                position.table.apply(played.action)
            except RuleError:
                found.add(position.table.played + 1)
        position, _finished = advance(position, played, as_played=True)
    return frozenset(found)


def _one_form(content: str | bytes) -> str:
    """Return a file with letters and accents in one piece: programs write one name in two forms."""
    return unicodedata.normalize("NFC", text_of(content))


def _twin(session: Session) -> Session | None:
    """Return a session of the same day with exactly the same games, which a second import would
    duplicate.
    """
    games = _played(session)
    others = Session.objects.filter(club_id=session.club_id, played_on=session.played_on)
    others = others.exclude(pk=session.pk).exclude(status=Session.Status.VOID)
    return next((other for other in others if games and _played(other) == games), None)


def _played(session: Session) -> list[tuple[object, object]]:
    games = session.games.order_by("number").values_list("result", flat=True)
    return [(result["line"], result["points"]) for result in games]


def _players(
    club: Club, by: User, names: Iterable[str], record: Record, text: str
) -> dict[str, Player]:
    roster = Roster(club)
    there: dict[str, Player] = {}
    names = list(names)
    listed = ByName((name, name) for name in names)
    for name in names:
        # Two who are spelled almost alike at one table are two.
        are_two = len(listed.alike(name)) > 1
        known = roster.called(name)
        if known is not None and not (are_two and known.name != spelled(name)):
            there[name] = known
            continue
        try:
            there[name] = player_create(club=club, by=by, name=name, is_namesake=are_two)
            roster.add(there[name])
        except Refused as error:
            line = _line_naming(name, record, text)
            reason = error.params.get("reason", str(error))
            raise Refused("import_player", line=line, name=name, reason=reason) from error
    return there


def _line_naming(name: str, record: Record, text: str) -> int:
    """Return the line of a file that introduces a player: a join, or the Players tag."""
    for step in record.steps:
        if any(isinstance(action, Join) and action.player == name for action in step.actions):
            return step.line
    lines = text.split("\n")
    return next(n for n, line in enumerate(lines, 1) if line.strip().startswith("[Players"))


def _amount(stake: Stake | None) -> Decimal | None:
    if stake is None:
        return None
    if stake.amount != round(stake.amount, 2):
        raise Refused("stake_amount_invalid")
    return stake.amount


def _date(text: str) -> datetime.date | None:
    found = _DATE.fullmatch(text.strip())
    try:
        return datetime.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _tags(session: Session) -> list[tuple[str, str]]:
    tags = [("Event", session.title), ("Site", session.place)]
    tags.append(("Date", f"{session.played_on:%Y.%m.%d}"))
    return [(name, content) for name, content in tags if content]


def _points_only(
    start: Table,
    line: Sequence[Played],
    position: Position,
    hidden: bool,
    earlier: Collection[int] = (),
) -> Iterator[RulesAction]:
    """Replace cubes by points: in void games, in `earlier` ones or, if `hidden`, in all.

    With other results the rules may propose other lines and partners than those played: games are
    set by hand where necessary.
    """
    table = start
    inside: list[RulesAction] = []
    moves: list[RulesAction] = []
    for played in line:
        position, finished = advance(position, played, as_played=True)
        action = played.action
        given: list[RulesAction] = []
        if isinstance(action, RollOrder | SetOrder):
            given = [action]
        elif isinstance(action, Join):
            moves.append(replace(action, stake=None) if hidden else action)
        elif isinstance(action, Leave):
            moves.append(action)
        elif isinstance(action, StartGame):
            assert position.table.game is not None  # it has just begun
            share = position.table.game.share
            given = [*partner_set(table, action.partner, share), as_written(action)]
        elif finished is not None or position.table.game is not None:
            inside.append(action)  # what is done between games shows in the next line
        if finished is not None:
            number = finished.result.number
            is_told = not (hidden or finished.is_void or number in earlier)
            given += inside if is_told else [_entered(finished.result)]
            inside = []
        if position.table.game is None:
            given += moves
            moves = []
        for one in given:
            table = table.apply(one)
            yield one


def partner_set(table: Table, partner: str | None, share: str) -> list[RulesAction]:
    """Yield actions that give the box this partner: players who must make room leave and come
    back.
    """
    seating = table.seating
    if (seating.partner, seating.share if partner else share) == (partner, share):
        return []
    moves: list[RulesAction] = []
    for player in (seating.partner, partner if partner == seating.order[0] else None):
        if player is not None:
            moves += [Leave(player), Join(player)]
    return [*moves, NamePartner(partner, share)] if partner else moves


def _entered(result: GameResult) -> EnterPoints:
    points = tuple((member, result.points[member]) for member in result.team)
    return EnterPoints(points, result.winner)
