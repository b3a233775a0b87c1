"""Folds sessions again and compares: log, snapshot, seats, games, points, transfers, sums."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Damaged
from games.models import Game, Session
from games.models.locks import rows_locked
from games.record.log.damage import UNREADABLE, damage_of
from games.record.log.history import (
    Finished,
    History,
    Kind,
    Position,
    beginning,
    replay,
    rows_after,
)
from games.record.log.projections import Keys, persons, scores_of
from games.record.log.snapshots import snapshot_of
from games.rules.chouette import RULES_VERSION, ChouetteError, HouseRules
from games.rules.chouette.codec import to_plain
from games.signals import table_beat


@dataclass(slots=True)
class Report:
    """What a check found: differences have to be looked into, remarks only be known."""

    session: str
    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@transaction.atomic
def session_check(*, session: Session) -> Report:
    """Compare a session's row and projections with its log; nothing is changed."""
    # The lock keeps writers out between the queries, so that none of them is mistaken.
    session = rows_locked(Session.objects).get(pk=session.pk)
    report = Report(str(session.public_id))
    if RULES_VERSION not in (session.rules_version, session.snapshot.get("rules_version")):
        report.remarks.append(
            _("played by version %(old)s of the rules, checked by version %(new)s")
            % {"old": session.rules_version, "new": RULES_VERSION}
        )
    report.differences += _log_differences(session)
    try:
        history = History.of(rows_after(session))
        position, games = replay(beginning(session), history.standing())
    except ChouetteError as error:
        report.differences.append(_("the rules refuse the log: %(error)s") % {"error": error})
    except UNREADABLE as error:
        report.differences.append(_("the log cannot be read: %(error)r") % {"error": error})
    else:
        report.differences += _row_differences(session, position, history)
        report.differences += _game_differences(session, position, games)
        report.differences += _sum_differences(session, position)
    return report


@transaction.atomic
def session_damage_note(*, session: Session) -> Damaged | None:
    """Close a session whose log is damaged to writing, or open it again; return the damage.

    Its results can still be read and exported, and an organizer can declare it void.
    """
    session = rows_locked(Session.objects).get(pk=session.pk)
    found = damage_of(session)
    is_damaged = found is not None
    if is_damaged != session.is_damaged:
        session.is_damaged = is_damaged
        session.save(update_fields=["is_damaged"])
        table_beat(session)
    return found


def _log_differences(session: Session) -> Iterator[str]:
    rows = list(session.log.order_by("sequence").values_list("sequence", "kind", "version"))
    if [sequence for sequence, _kind, _version in rows] != list(range(1, session.length + 1)):
        yield _("the log has gaps, or another length than %(length)s") % {"length": session.length}
    if not rows or rows[0][1] != Kind.SETUP:
        yield _("the log does not begin with the set-up")
    versions = [version for _sequence, _kind, version in rows]
    if versions != sorted(versions) or versions[-1:] != [session.version]:
        yield _("the versions of the log do not lead to version %(version)s") % {
            "version": session.version
        }
    kinds = [kind for _sequence, kind, _version in rows]
    endings = {
        Kind.END: Session.Status.ENDED,
        Kind.REOPEN: Session.Status.OPEN,
        Kind.VOID: Session.Status.VOID,
    }
    statuses = [endings[Kind(kind)] for kind in kinds if kind in endings]
    if (statuses or [Session.Status.OPEN])[-1] != session.status:
        yield _("the session is %(status)s, the log says otherwise") % {
            "status": session.get_status_display()
        }


def _row_differences(session: Session, position: Position, history: History) -> Iterator[str]:
    undo = history.done[-1] if history.done else None
    redo = history.undone[-1] if history.undone else None
    folded = snapshot_of(position, undo, redo)
    kept = {**session.snapshot, "rules_version": RULES_VERSION}
    if kept != folded:
        parts = sorted(key for key in folded if kept.get(key) != folded[key])
        yield _("the snapshot differs in %(parts)s") % {"parts": ", ".join(parts) or "?"}
    rules = position.table.rules
    if session.rules_json != rules.to_json() or _rules_of(session.rules) != rules:
        yield _("the house rules differ from those of the log")
    seats = tuple(session.seats.order_by("position").values_list("logged_as", "stake"))
    table = position.table
    if seats != tuple((player, table.stake_of(player)) for player in table.players):
        yield _("the seats differ")
    elif dict(session.seats.values_list("logged_as", "player_id")) != persons(
        session, table.players
    ):
        yield _("the seats are other people's")


def _rules_of(text: str) -> HouseRules | None:
    try:
        return HouseRules.parse(text)
    except ChouetteError:
        return None


def _game_differences(session: Session, position: Position, games: list[Finished]) -> Iterator[str]:
    keys = persons(session, position.table.players)
    there = {game.number: game for game in session.games.prefetch_related("scores", "transfers")}
    for finished in games:
        number = finished.result.number
        game = there.pop(number, None)
        if game is None:
            yield _("game %(game)s is missing") % {"game": number}
            continue
        parts = _differing_parts(game, finished, keys)
        if parts:
            yield _("game %(game)s differs in %(parts)s") % {
                "game": number,
                "parts": ", ".join(parts),
            }
    for number in there:
        yield _("game %(game)s is not in the log") % {"game": number}


def _differing_parts(game: Game, finished: Finished, keys: Keys) -> list[str]:
    result = finished.result
    wanted_scores = [
        (keys.get(player), score.role, score.points, score.cube, score.cube_turned, score.closing)
        for player, score in zip(result.line.order, scores_of(result), strict=True)
    ]
    scores = [
        (
            score.player_id,
            score.role,
            score.points,
            score.cube,
            score.cube_turned,
            score.closing,
        )
        for score in sorted(game.scores.all(), key=lambda score: score.place)
    ]
    wanted_transfers = {
        (keys.get(payer), keys.get(payee), amount) for payer, payee, amount in result.transfers
    }
    transfers = {(one.payer_id, one.payee_id, one.amount) for one in game.transfers.all()}
    if finished.is_void:
        wanted_scores, wanted_transfers = [], set()
    places = (game.box_id, game.captain_id, game.partner_id)
    partner = keys.get(result.partner) if result.partner else None
    same = {
        "line": game.line == to_plain(result.line)
        and places == (keys.get(result.box), keys.get(result.captain), partner),
        "flags": (game.by_hand, game.line_differs, game.is_void)
        == (finished.by_hand, finished.differs, finished.is_void),
        "result": game.result == to_plain(result)
        and (game.winner, game.level, game.ending) == (result.winner, result.level, result.ending),
        "rows": (game.first_sequence, game.last_sequence)
        == (finished.first_sequence, finished.last_sequence),
        "scores": scores == wanted_scores,
        "transfers": transfers == wanted_transfers,
    }
    return [part for part, is_same in same.items() if not is_same]


def _sum_differences(session: Session, position: Position) -> Iterator[str]:
    keys = persons(session, position.table.players)
    totals = dict.fromkeys(keys.values(), 0)
    for game in session.games.prefetch_related("scores"):
        scores = {score.player_id: score.points for score in game.scores.all()}
        if sum(scores.values()) != 0:
            yield _("the points of game %(game)s do not sum to zero") % {"game": game.number}
        for player, points in scores.items():
            totals[player] = totals.get(player, 0) + points
    wanted = {keys.get(player): points for player, points in position.table.totals.items()}
    if totals != wanted:
        yield _("the totals differ")
