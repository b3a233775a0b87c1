"""Folds sessions again and compares the results: log, snapshot, seats, games, points, transfers,
sums.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.errors import Damaged
from games.fast.processes import folded
from games.models import Session
from games.models.locks import rows_locked
from games.record.log.damage import UNREADABLE, damage_of
from games.record.log.history import (
    FOLDED,
    Cuts,
    Finished,
    History,
    Kind,
    Position,
    begun,
    cuts_of,
    is_cut,
    replay,
    totals_said,
)
from games.record.log.kept import Kept, KeptGame, KeptSession, Texts, kept_of, texts_of
from games.record.log.projections import Keys, scores_of
from games.record.log.snapshots import snapshot_of
from games.rules.chouette import RULES_VERSION, ChouetteError, HouseRules, RuleError
from games.rules.codec import to_plain
from games.signals import table_beat

USUAL: Final[Mapping[str, Any]] = to_plain(HouseRules())
"""The house rules as a snapshot has them, where nothing else is said."""


@dataclass(slots=True)
class Report:
    """The findings of a check: differences need action, remarks are only information."""

    session: str
    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    key: int = 0
    is_damaged: bool = False
    """Whether an earlier check has closed the session to writing."""


@transaction.atomic
def session_check(*, session: Session) -> Report:
    """Compare a session's row and projections with its log; it changes nothing.

    Raises:
        Session.DoesNotExist: it was deleted.
    """
    # The lock keeps writers out between the queries, which would otherwise disagree.
    key = rows_locked(Session.objects).only("pk").get(pk=session.pk).pk
    (report,) = _compared(texts_of([key]))
    return report


def sessions_check(keys: Collection[int], *, workers: int | None = None) -> Iterator[Report]:
    """Compare many sessions, in this order; other processes fold while this one reads.

    It takes no locks: a session with a difference is checked again under a lock, because somebody
    may have played on between the queries. Deleted ones are left out.
    """
    fold = partial(_compared, language=get_language())
    for report in folded(keys, texts_of, fold, workers=workers):
        if not report.differences:
            yield report
            continue
        row = Session.objects.filter(pk=report.key).only("pk").first()
        if row is not None:
            yield session_check(session=row)


def _compared(texts: Texts, language: str | None = None) -> list[Report]:
    """Fold and compare what was read; needs no database, so it runs in any process."""
    with override(language or get_language()):
        return [_report(kept) for kept in kept_of(texts)]


def _report(kept: Kept) -> Report:
    session = kept.session
    report = Report(session.public_id, key=session.pk, is_damaged=session.is_damaged)
    snapshot = session.snapshot if isinstance(session.snapshot, dict) else {}
    if RULES_VERSION not in (session.rules_version, snapshot.get("rules_version")):
        report.remarks.append(
            _("played by version %(old)s of the rules, checked by version %(new)s")
            % {"old": session.rules_version, "new": RULES_VERSION}
        )
    try:
        cuts = cuts_of(kept.log)
        report.differences += _log_differences(kept, cuts)
        first = next(row for row in kept.log if row.sequence == 1)
        history = History.of(
            row
            for row in kept.log
            if row.kind in FOLDED
            and row.sequence <= session.length
            and not is_cut(cuts, row.sequence)
        )
        position, games = replay(begun(first.payload), history.standing())
    except RuleError as error:
        words = _("the rules refuse the log: %(error)s") % {"error": error}
        is_older = session.rules_version != RULES_VERSION
        (report.remarks if is_older else report.differences).append(words)
    except ChouetteError as error:
        report.differences.append(_("the rules refuse the log: %(error)s") % {"error": error})
    except UNREADABLE as error:
        report.differences.append(_("the log cannot be read: %(error)r") % {"error": error})
    else:
        report.differences += _row_differences(kept, position, history)
        report.differences += _game_differences(kept, position, games)
        report.differences += _sum_differences(kept, position)
    return report


@transaction.atomic
def session_damage_note(*, session: Session) -> Damaged | None:
    """Close a session with a damaged log to writing, or reopen it; return the damage.

    Its results can still be read and exported, and an organizer can declare it void. What only
    later versions of the rules refuse is no damage.
    """
    session = rows_locked(Session.objects).get(pk=session.pk)
    damaged = damage_of(session)
    if damaged is not None and damaged.by_rules and session.rules_version != RULES_VERSION:
        damaged = None
    is_damaged = damaged is not None
    if is_damaged != session.is_damaged:
        session.is_damaged = is_damaged
        session.save(update_fields=["is_damaged"])
        table_beat(session)
    return damaged


def _log_differences(kept: Kept, cuts: Cuts) -> Iterator[str]:
    session, rows = kept.session, kept.log
    if session.cuts != cuts:
        yield _("what was cut away is not what the log says")
    numbers = list(range(1, session.length + 1))
    if cuts:  # what is missing where the log was cut is missed no more
        rows = [row for row in rows if row.kind not in FOLDED or not is_cut(cuts, row.sequence)]
        there = {row.sequence for row in rows}
        numbers = [one for one in numbers if one in there or not is_cut(cuts, one)]
    if [row.sequence for row in rows] != numbers:
        yield _("the log has gaps, or another length than %(length)s") % {"length": session.length}
    if not rows or rows[0].kind != Kind.SETUP:
        yield _("the log does not begin with the set-up")
    versions = [row.version for row in rows]
    if versions != sorted(versions) or versions[-1:] != [session.version]:
        yield _("the versions of the log do not lead to version %(version)s") % {
            "version": session.version
        }
    statuses = [ENDINGS[row.kind] for row in rows if row.kind in ENDINGS]
    if (statuses or [Session.Status.OPEN])[-1] != session.status:
        yield _("the session is %(status)s, the log says otherwise") % {
            "status": Session.Status(session.status).label
        }


ENDINGS: Final[Mapping[str, Session.Status]] = {
    Kind.END: Session.Status.ENDED,
    Kind.REOPEN: Session.Status.OPEN,
    Kind.VOID: Session.Status.VOID,
}


def _row_differences(kept: Kept, position: Position, history: History) -> Iterator[str]:
    undo = history.done[-1] if history.done else None
    redo = history.undone[-1] if history.undone else None
    folded = snapshot_of(position, undo, redo)
    there = kept.session.snapshot if isinstance(kept.session.snapshot, dict) else {}
    there = {**_with_new_options(there), "rules_version": RULES_VERSION}
    if there != folded:
        parts = sorted(key for key in folded if there.get(key) != folded[key])
        yield _("the snapshot differs in %(parts)s") % {"parts": ", ".join(parts) or "?"}
    if _rules_differ(kept.session, position.table.rules):
        yield _("the house rules differ from those of the log")
    seats = tuple((logged_as, stake) for logged_as, stake, *_rest in kept.seats)
    table = position.table
    if seats != tuple((player, table.stake_of(player)) for player in table.players):
        yield _("the seats differ")
    elif {logged_as: player for logged_as, _stake, player, _total in kept.seats} != _keys(
        kept, position
    ):
        yield _("the seats are other people's")
    if {logged_as: total for logged_as, *_rest, total in kept.seats if total is not None} != (
        totals_said(kept.log)
    ):
        yield _("the totals differ")


def _with_new_options(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot with the usual value of each option that it is older than."""
    table = snapshot.get("table")
    if not isinstance(table, dict) or not isinstance(table.get("rules"), dict):
        return snapshot
    return {**snapshot, "table": {**table, "rules": {**USUAL, **table["rules"]}}}


def _rules_differ(session: KeptSession, rules: HouseRules) -> bool:
    """Tell whether a row's house rules, as text or one by one, are not those of the log.

    A row that is older than an option is right about the others: it was played with the usual
    value, even where a preset has another one now.
    """
    kept, logged, named = session.rules_json, rules.to_json(), _rules_of(session.rules)
    if named is None or not isinstance(kept, dict):
        return True
    if {**HouseRules().to_json(), **kept} != logged:
        return True
    said = named.to_json()
    return any(said[name] != logged[name] for name in kept)


@lru_cache(maxsize=256)
def _rules_of(text: str) -> HouseRules | None:
    try:
        return HouseRules.parse(text)
    except ChouetteError:
        return None


def _keys(kept: Kept, position: Position) -> Keys:
    """Return the players behind the identifiers in the log, as `persons` does."""
    move = next((row for row in reversed(kept.log) if row.kind == Kind.MOVE), None)
    moved = move.payload["players"] if move else {}
    ids = ((player, moved.get(player, player)) for player in position.table.players)
    return {player: kept.keys[known] for player, known in ids if known in kept.keys}


def _game_differences(kept: Kept, position: Position, games: list[Finished]) -> Iterator[str]:
    keys = _keys(kept, position)
    there = {game.number: game for game in kept.games}
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


def _differing_parts(game: KeptGame, finished: Finished, keys: Keys) -> list[str]:
    result = finished.result
    wanted_scores = [(keys.get(player), *columns) for player, _place, *columns in scores_of(result)]
    wanted_transfers = {
        (keys.get(payer), keys.get(payee), amount) for payer, payee, amount in result.transfers
    }
    if finished.is_void:
        wanted_scores, wanted_transfers = [], set()
    places = (game.box_id, game.captain_id, game.partner_id)
    partner = keys.get(result.partner) if result.partner else None
    plain = to_plain(result)
    same = {
        "line": places == (keys.get(result.box), keys.get(result.captain), partner),
        "flags": (game.by_hand, game.line_differs, game.is_void)
        == (finished.by_hand, finished.differs, finished.is_void),
        "result": game.result == plain
        and (game.winner, game.level, game.ending) == (result.winner, result.level, result.ending),
        "rows": (game.first_sequence, game.last_sequence)
        == (finished.first_sequence, finished.last_sequence),
        "scores": game.scores == wanted_scores,
        "transfers": game.transfers == wanted_transfers,
    }
    return [part for part, is_same in same.items() if not is_same]


def _sum_differences(kept: Kept, position: Position) -> Iterator[str]:
    keys = _keys(kept, position)
    totals = dict.fromkeys(keys.values(), 0)
    for game in kept.games:
        scores = {player: points for player, _role, points, *_rest in game.scores}
        if sum(scores.values()) != 0:
            yield _("the points of game %(game)s do not sum to zero") % {"game": game.number}
        for player, points in scores.items():
            totals[player] = totals.get(player, 0) + points
    wanted = {keys.get(player): points for player, points in position.table.totals.items()}
    if totals != wanted:
        yield _("the totals differ")
