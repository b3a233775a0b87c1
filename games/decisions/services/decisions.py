"""Organizers' decisions about the record: services that also store a reason.

Each function does what the service of its name does, in one transaction with a row that says who
decided and why. If a session has ended, its log shows that it was reopened for the decision and
ended again.
"""

import re
import uuid
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import transaction

from games.clubs.services import seasons
from games.decisions.services import merging, refolding
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.cutting import session_cut
from games.decisions.services.game_moving import evenings_beside, steps_of_moved
from games.decisions.services.moving import session_move
from games.errors import Refused, StaleVersion
from games.models import Action, Club, Decision, Pass, Player, Season, Seat, Session, User
from games.models.locks import rows_lock
from games.names.identity import identity
from games.permissions import Capability, require
from games.record.log.checking import Report
from games.record.log.origins import Sender
from games.record.log.writing import Recorded
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.record.services.amend import game_amend
from games.record.services.voiding import game_reinstate, game_void
from games.rules.chouette import Action as RulesAction
from games.sessions.services.debts import debts_lock
from games.sessions.services.sessions import (
    session_describe,
    session_end,
    session_reopen,
    session_void,
)

P = ParamSpec("P")
R = TypeVar("R")

LONGEST_REASON = 500
WORD = re.compile(r"[^\W\d_]+")
"""A word in a reason, or a part of a name."""
Kind = Decision.Kind


def decision_keep(*, kind: Kind, club: Club, by: User, reason: str, **about: Any) -> Decision:
    """Store who decided what, and why; call it in the transaction of the decision.

    Raises:
        Refused: the reason is missing or too long.
    """
    return Decision.objects.create(
        kind=kind, club=club, made_by=by, reason=_worded(reason), **about
    )


def _worded(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason:
        raise Refused("reason_missing")
    if len(reason) > LONGEST_REASON:
        raise Refused("text_too_long", limit=LONGEST_REASON)
    return reason


def _decided(decide: Callable[P, R]) -> Callable[P, R]:
    """Check the reason first, then run the decision in one transaction."""

    @wraps(decide)
    def decided(*args: P.args, **kwargs: P.kwargs) -> R:
        _worded(str(kwargs["reason"]))
        with transaction.atomic():
            return decide(*args, **kwargs)

    return decided


@_decided
def session_void_decide(
    *,
    session: Session,
    by: User,
    reason: str,
    version: int | None = None,
    key: str = "",
    origin: Sender | None = None,
) -> Recorded:
    """Declare a session void: see `sessions.session_void`."""
    version = session.version if version is None else version
    done = session_void(
        session=session, by=by, version=version, key=key or _key("void"), origin=origin
    )
    if not done.replayed:
        _kept(Kind.SESSION_VOID, session, by, reason)
    return done


@_decided
def session_reinstate_decide(
    *,
    session: Session,
    by: User,
    reason: str,
    version: int | None = None,
    origin: Sender | None = None,
) -> None:
    """Let a void session count again; one that had ended before is ended again.

    Raises:
        As `sessions.session_reopen`; Refused: it is not void.
    """
    if session.status != Session.Status.VOID:
        raise Refused("session_not_void")
    kinds = (Action.Kind.END, Action.Kind.REOPEN, Action.Kind.VOID)
    earlier = session.log.filter(kind__in=kinds).order_by("-sequence")
    had_ended = list(earlier.values_list("kind", flat=True)[1:2]) == [Action.Kind.END]
    _held(session, version=version)
    _reopen(session, by, origin)
    if had_ended and not session.by_totals:
        _end(session, by, origin)
    _kept(Kind.SESSION_REINSTATE, session, by, reason)


@_decided
def session_refold_decide(*, session: Session, by: User, reason: str) -> Report:
    """Check a session and repair its projections: see `refolding.session_refold`."""
    report = refolding.session_refold(session=session, by=by)
    _kept(Kind.SESSION_REFOLD, session, by, reason)
    return report


@_decided
def session_cut_decide(
    *, session: Session, by: User, reason: str, origin: Sender | None = None
) -> None:
    """Cut a damaged log back to its last sound step: see `cutting.session_cut`."""
    session_cut(session=session, by=by, version=session.version, key=_key("cut"), origin=origin)
    _kept(Kind.SESSION_CUT, session, by, reason)


@_decided
def session_season_decide(
    *,
    session: Session,
    season: Season | None,
    by: User,
    reason: str,
    version: int | None = None,
) -> None:
    """Move a session to another season of its club: see `sessions.session_describe`.

    Raises:
        Refused: it is in that season already.
        StaleVersion: see `_seen`.
    """
    if session.season_id == (season.pk if season else None):
        raise Refused("season_same")
    described = session_describe(
        session=session,
        by=by,
        title=session.title,
        place=session.place,
        played_on=session.played_on,
        season=season,
    )
    _seen(described, version)
    _kept(Kind.SESSION_SEASON, session, by, reason, season=season)


@_decided
def session_club_decide(
    *, session: Session, club: Club, by: User, reason: str, origin: Sender | None = None
) -> None:
    """Move a session to another club: see `moving.session_move`. Both clubs keep the reason."""
    _kept(Kind.SESSION_CLUB, session, by, reason)
    session_move(
        session=session,
        club=club,
        by=by,
        version=session.version,
        key=_key("move"),
        origin=origin,
    )
    _kept(Kind.SESSION_CLUB, session, by, reason)


@_decided
def game_void_decide(
    *,
    session: Session,
    game: int,
    by: User,
    reason: str,
    version: int | None = None,
    origin: Sender | None = None,
) -> None:
    """Declare a game void: see `voiding.game_void`."""
    _game(Kind.GAME_VOID, game_void, session, game, by, reason, origin, version)


@_decided
def game_reinstate_decide(
    *,
    session: Session,
    game: int,
    by: User,
    reason: str,
    version: int | None = None,
    origin: Sender | None = None,
) -> None:
    """Let a void game count again: see `voiding.game_reinstate`."""
    _game(Kind.GAME_REINSTATE, game_reinstate, session, game, by, reason, origin, version)


@_decided
def game_amend_decide(
    *,
    session: Session,
    game: int,
    actions: Sequence[RulesAction],
    by: User,
    reason: str,
    origin: Sender | None = None,
) -> None:
    """Replace a game's actions: see `amend.game_amend`."""
    amend = partial(game_amend, actions=actions)
    _game(Kind.GAME_AMEND, amend, session, game, by, reason, origin)


@_decided
def game_move_decide(
    *,
    session: Session,
    game: int,
    into: Session,
    by: User,
    reason: str,
    version: int | None = None,
    origin: Sender | None = None,
) -> None:
    """Enter a game at the end of another evening of the club, and declare it void where it stood.

    Raises:
        As `game_void_decide` and `record_action`; Refused: see `game_moving.steps_of_moved`.
    """
    require(by, Capability.VOID_SESSION, into.club, into)
    if not evenings_beside(session).filter(pk=into.pk).exists():
        raise Refused("evening_same")
    _held(session, into, version=version)
    actions = steps_of_moved(session, game, into)

    def enter(**kwargs: Any) -> None:
        del kwargs["game"]
        record_action(actions=actions, **kwargs)

    number = table_of(into).played + 1
    _game(Kind.GAME_MOVE, game_void, session, game, by, reason, origin)
    _game(Kind.GAME_MOVE, enter, into, number, by, reason, origin)


@_decided
def season_close_decide(*, season: Season, by: User, reason: str) -> None:
    """Close a season: see `seasons.season_close`."""
    seasons.season_close(season=season, by=by)
    decision_keep(kind=Kind.SEASON_CLOSE, club=season.club, by=by, reason=reason, season=season)


@_decided
def season_reopen_decide(*, season: Season, by: User, reason: str) -> None:
    """Open a season again: see `seasons.season_reopen`."""
    seasons.season_reopen(season=season, by=by)
    decision_keep(kind=Kind.SEASON_REOPEN, club=season.club, by=by, reason=reason, season=season)


@_decided
def players_merge_decide(*, player: Player, into: Player, by: User, reason: str) -> None:
    """Merge two players: see `merging.players_merge`."""
    merging.players_merge(player=player, into=into, by=by)
    decision_keep(
        kind=Kind.PLAYER_MERGE,
        club=player.club,
        by=by,
        reason=reason,
        player=player,
        other_player=into,
    )


@_decided
def player_separate_decide(*, player: Player, by: User, reason: str) -> None:
    """Undo a merge: see `merging.player_separate`."""
    other = player.merged_into
    merging.player_separate(player=player, by=by)
    decision_keep(
        kind=Kind.PLAYER_SEPARATE,
        club=player.club,
        by=by,
        reason=reason,
        player=player,
        other_player=other,
    )


@_decided
def player_anonymise_decide(*, player: Player, by: User, reason: str) -> None:
    """Make a player anonymous: see `anonymising.player_anonymise`.

    The reason is kept without their name: a note of it would be the only place that knows it.
    """
    former = [player.name, *player.merged.values_list("name", flat=True)]
    reason = _without_names(reason, former)
    player_anonymise(player=player, by=by)
    decision_keep(kind=Kind.PLAYER_ANONYMISE, club=player.club, by=by, reason=reason, player=player)


def _without_names(text: str, names: Sequence[str]) -> str:
    """Return a text in which each word of these names, however it is spelled, is an ellipsis."""
    parts = {identity(part) for name in names for part in WORD.findall(name) if len(part) > 1}
    return WORD.sub(lambda found: "…" if identity(found[0]) in parts else found[0], text)


def _kept(kind: Kind, session: Session, by: User, reason: str, **about: Any) -> None:
    decision_keep(kind=kind, club=session.club, by=by, reason=reason, session=session, **about)


def _game(
    kind: Kind,
    change: Callable[..., object],
    session: Session,
    game: int,
    by: User,
    reason: str,
    origin: Sender | None,
    version: int | None = None,
) -> None:
    """Change a session's game; if it has ended, it is reopened for this and ended again."""
    had_ended = session.status == Session.Status.ENDED
    _held(session, version=version)
    if had_ended:
        _reopen(session, by, origin)
    change(
        session=session,
        game=game,
        version=session.version,
        key=_key("game"),
        sender=by,
        origin=origin,
    )
    if had_ended:
        _end(session, by, origin)
    _kept(kind, session, by, reason, game_number=game)


def _held(*sessions: Session, version: int | None = None) -> None:
    """Lock sessions of one club, which change twice: before their debts and after.

    Where there are several, people of one may join the other.

    Raises:
        StaleVersion: see `_seen`.
    """
    _seen(sessions[0], version)
    debts_lock(sessions[0].club_id)
    keys = [session.pk for session in sessions]
    rows_lock(Session.objects.filter(pk__in=keys))
    if len(sessions) > 1:
        seated = Seat.objects.filter(session__in=keys)
        rows_lock(Player.objects.filter(pk__in=seated.values("player")))
    rows_lock(Pass.objects.filter(session__in=keys))


def _seen(session: Session, version: int | None) -> None:
    """Check the version that the sender saw, if they name it; the log compares it again.

    Raises:
        StaleVersion: it is an older one.
    """
    if version is not None and version != session.version:
        raise StaleVersion(session.version)


def _reopen(session: Session, by: User, origin: Sender | None) -> None:
    session_reopen(
        session=session, by=by, version=session.version, key=_key("reopen"), origin=origin
    )


def _end(session: Session, by: User, origin: Sender | None) -> None:
    session_end(session=session, by=by, version=session.version, key=_key("end"), origin=origin)


def _key(what: str) -> str:
    """Return a new key: the page sends a version, so that a decision is never retried."""
    return f"{what}-{uuid.uuid4().hex}"
