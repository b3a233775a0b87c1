"""Reads the archive of a club: checks and folds everything, writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.clubs.services.clubs import CLUB_FIELDS
from games.files.archive.form import read
from games.files.archive.ids import named
from games.files.archive.problems import BadArchive
from games.files.archive.shapes import DECISION, PLAYER, SEASON, SESSION, amount, shaped
from games.files.services.archive_parts import Part, Sizes, parts_known
from games.files.services.job_files import Progress
from games.ledger.money import coins
from games.models import (
    Action,
    Session,
    public_id,
)
from games.record.log.damage import UNREADABLE, sound_line
from games.record.log.history import (
    FOLDED,
    Finished,
    History,
    Kind,
    Position,
    begun,
    cuts_of,
    is_cut,
    replay,
)
from games.record.log.projections import LARGEST
from games.rules.chouette import RULES_VERSION, ChouetteError, HouseRules

STATUS_AFTER: Final = {
    Kind.END: Session.Status.ENDED,
    Kind.REOPEN: Session.Status.OPEN,
    Kind.VOID: Session.Status.VOID,
}


@dataclass(frozen=True, slots=True)
class Folded:
    """A session of the archive, folded and ready to be written."""

    data: dict[str, Any]
    rows: list[Action]
    rules: HouseRules
    position: Position
    games: list[Finished]
    history: History
    notes: list[str]
    is_damaged: bool = False
    """Whether the log cannot be followed: only what comes before the damage was folded."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A valid archive; its players already have their new identifiers."""

    club: dict[str, Any]
    seasons: list[dict[str, Any]]
    players: list[dict[str, Any]]
    ids: list[str]
    sessions: list[Folded]
    decisions: list[dict[str, Any]]
    more: dict[str, list[dict[str, Any]]]


def archive_read(*, data: bytes, progress: Progress) -> Archive:
    """Read an archive and fold all of its sessions; nothing is written.

    Raises:
        BadArchive: it cannot be read, or its sessions fold to other figures than it says.
    """
    return parts_fold(parts=parts_read(data), progress=progress)


def parts_read(data: bytes) -> dict[str, Any]:
    """Return the parts of an archive by name, after checking that nobody changed them.

    Raises:
        BadArchive: see `read`.
    """
    return read(data, RULES_VERSION, [one.name for one in parts_known()])


def parts_fold(*, parts: Mapping[str, Any], progress: Progress) -> Archive:
    """Fold what the parts of an archive say; nothing is written.

    Raises:
        BadArchive: a part has another shape, or sessions fold to other figures than it says.
    """
    more = parts_known()
    players = shaped("players", PLAYER, parts["players"])
    seasons = shaped("seasons", SEASON, parts["seasons"])
    decisions = shaped("decisions", DECISION, parts["decisions"])
    rows = parts["sessions"]
    sizes = Sizes(len(players), len(seasons), len(rows))
    try:
        for player in players:
            sizes.check(player=player["merged_into"])
            target = player["merged_into"]
            if target and players[target - 1]["merged_into"]:
                raise ValueError(_("a player is merged into one who is merged"))
        for decision in decisions:
            sizes.check(player=decision["player"], season=decision["season"])
            sizes.check(player=decision["other_player"], session=decision["session"])
    except ValueError as error:
        raise BadArchive("shape", part="players", detail=str(error)) from error
    ids = [public_id() for _player in players]
    people = _People(ids, [player["merged_into"] for player in players])
    # One step each for folding and for writing.
    progress.expect(2 * len(rows))
    sessions = []
    for number, row in enumerate(rows, 1):
        sessions.append(_folded(number, row, people, sizes))
        progress.step()
    added = {one.name: _added(one, parts[one.name], sizes) for one in more}
    return Archive(_club(parts["club"]), seasons, players, ids, sessions, decisions, added)


class _People:
    """The identifiers in the log, and the numbers of the players they count as."""

    def __init__(self, ids: list[str], merged: list[int | None]) -> None:
        self.ids = ids
        self.numbers = {one: merged[at - 1] or at for at, one in enumerate(ids, 1)}

    def named_in(self, rows: list[Action]) -> dict[str, str]:
        """Map the identifiers in the log of a session that was moved here from another club."""
        move = next((row for row in reversed(rows) if row.kind == Kind.MOVE), None)
        return dict(move.payload["players"]) if move else {}


def _added(part: Part, rows: list[Any], sizes: Sizes) -> list[dict[str, Any]]:
    try:
        return [part.read(row, sizes) for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise BadArchive("shape", part=part.name, detail=str(error)) from error


def _club(data: Any) -> dict[str, Any]:
    """Return the fields of the club, without those that an older program did not know."""
    if not isinstance(data, dict) or not data.keys() <= CLUB_FIELDS or not data.get("name"):
        raise BadArchive("shape", part="club", detail=", ".join(sorted(map(str, data)))[:100])
    fields = dict(data)
    try:
        if fields.get("stake_amount") is not None:
            fields["stake_amount"] = amount(fields["stake_amount"])
    except TypeError as error:
        raise BadArchive("shape", part="club", detail=str(error)) from error
    return fields


def _folded(number: int, row: Any, people: _People, sizes: Sizes) -> Folded:
    try:
        data = SESSION(row)
        folded = _fold(data, people.ids)
        sizes.check(season=data["season"])
        _check_payments(data, sizes)
        wrong = _wrong_game(data, folded, people)
    except (ChouetteError, *UNREADABLE) as error:
        raise BadArchive("session", number=number, detail=str(error) or repr(error)) from error
    if wrong and not folded.is_damaged:
        raise BadArchive("figures", number=number, game=wrong)
    return folded


def _check_payments(data: dict[str, Any], sizes: Sizes) -> None:
    """Check payments; version 1 has them among the debts, from where they are added."""
    for debt in data["debts"]:
        sizes.check(player=debt["debtor"], session=debt["carried_to"])
        sizes.check(player=debt["creditor"])
        if debt["amount"] <= 0:
            raise ValueError(_("a debt has no amount"))
        coins(debt["amount"], debt["currency"])
        if debt["paid_at"] is not None:
            data["payments"].append(
                {
                    "payer": debt["debtor"],
                    "payee": debt["creditor"],
                    "amount": debt["amount"],
                    "currency": debt["currency"],
                    "made_at": debt["paid_at"],
                    "takes_back": None,
                }
            )
    taken_back: set[int] = set()
    for place, payment in enumerate(data["payments"], 1):
        sizes.check(player=payment["payer"])
        sizes.check(player=payment["payee"])
        if payment["amount"] <= 0 or payment["payer"] == payment["payee"]:
            raise ValueError(_("a payment has no amount, or is to oneself"))
        coins(payment["amount"], payment["currency"])
        target = payment["takes_back"]
        if target is not None and (not 1 <= target < place or target in taken_back):
            raise ValueError(_("a number refers to nothing in the archive"))
        if target is not None:
            taken_back.add(target)


def _fold(data: dict[str, Any], ids: list[str]) -> Folded:
    notes = [public_id() for _note in data["notes"]]
    names = {f"p{number}": one for number, one in enumerate(ids, 1)}
    names |= {f"n{number}": one for number, one in enumerate(notes, 1)}
    rows = [
        Action(
            sequence=sequence, kind=kind, step=step, version=version, created_at=at,
            payload=named(payload, names),
        )
        for sequence, (kind, step, version, at, payload) in enumerate(data["log"], 1)
    ]  # fmt: skip
    _check_log(data, rows)
    start = begun(rows[0].payload)
    cuts = cuts_of(rows)
    steps = [row for row in rows if row.kind in FOLDED and not is_cut(cuts, row.sequence)]
    try:
        history = History.of(steps)
        position, games = replay(start, history.standing())
    except (ChouetteError, *UNREADABLE):
        if data["status"] != Session.Status.VOID:
            raise
        # It counts nowhere, with all of its games or with those that the log still shows.
        position, games = replay(start, sound_line(start, steps))
        rules = start.table.rules
        return Folded(data, rows, rules, position, games, History(), notes, is_damaged=True)
    return Folded(data, rows, start.table.rules, position, games, history, notes)


def _check_log(data: dict[str, Any], rows: list[Action]) -> None:
    kinds = [row.kind for row in rows]
    if not rows or kinds[0] != Kind.SETUP or Kind.SETUP in kinds[1:]:
        raise ValueError(_("the log does not begin with the set-up"))
    if not set(kinds) <= set(Kind.values):
        raise ValueError(_("the log has rows of an unknown kind"))
    versions = [row.version for row in rows]
    if versions != sorted(versions) or any(row.step > row.sequence for row in rows):
        raise ValueError(_("the log has gaps"))
    status = Session.Status.OPEN
    for kind in kinds:
        status = STATUS_AFTER.get(Kind(kind), status)
    if data["status"] != status:
        raise ValueError(_("its state is not what the log says"))
    if data["by_totals"] != (Kind.TOTALS in kinds) or (data["by_totals"] and data["games"]):
        raise ValueError(_("its totals are not what the log says"))
    for row in rows:
        if row.kind == Kind.TOTALS:
            _check_totals(row.payload["totals"], rows[0].payload["players"])


def _check_totals(said: Any, players: list[str]) -> None:
    pairs = [(player, points) for player, points in said]
    numbers = all(type(points) is int and abs(points) <= LARGEST for _player, points in pairs)
    if not numbers or not {player for player, _points in pairs} <= set(players):
        raise ValueError(_("its totals are not what the log says"))


def _wrong_game(data: dict[str, Any], folded: Folded, people: _People) -> int:
    """Return the first game whose points differ from the archive's, or 0."""
    moved = people.named_in(folded.rows)
    if len(folded.games) != len(data["games"]):
        return min(len(folded.games), len(data["games"])) + 1
    for number, (finished, (_at, told)) in enumerate(
        zip(folded.games, data["games"], strict=True), 1
    ):
        points = {} if finished.is_void else finished.result.points
        mine = {people.numbers[moved.get(one, one)]: amount for one, amount in points.items()}
        if mine != dict(told) or len(mine) != len(points):
            return number
    return 0
