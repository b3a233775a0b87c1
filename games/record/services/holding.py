"""Holding until one says otherwise: said once, it counts in every later round of the game.

It is kept beside the log, on the session's row. Whether it stands follows from the table
(`games.rules.chouette.holding`), and nobody else is told.
"""

from __future__ import annotations

from typing import Any

from games.errors import Conflict, Refused
from games.eventlog.keys import require_same
from games.eventlog.turns import one_at_a_time
from games.models import Session
from games.permissions import Actor, Reader
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.writing import SEEN, require_open
from games.record.services.asked import (
    MOST_SPENT,
    Ask,
    Declared,
    digest,
    hold_ended,
    question_opened,
    require_voice_of,
    session_locked,
)
from games.record.services.declarations import settled, word_say
from games.record.services.speakers import is_on_board, proxies_of, require_open_time
from games.rules.chouette import RuleError, Table
from games.rules.chouette.holding import mark_of, may_stand
from games.rules.chouette.questions import HOLD, OFFERS, speaker
from games.rules.chouette.voices import Deed
from games.signals import table_beat


def holding_say(
    *,
    session: Session,
    player: str,
    stands: bool,
    key: str,
    sender: Actor | Reader,
    question: int | None = None,
    origin: Sender | None = None,
    game: int | None = None,
) -> Declared:
    """Say for a player's cube that it holds until they say otherwise, or take that back.

    While the team is asked, holding is also the answer to that round; taking it back leaves what
    was said to it. `question` and `game` keep a late word out of the next round and the next game.

    Raises:
        NotAllowed: the sender may not speak for that player.
        Conflict: the round is closed, its time is over, or another game has begun; KeyReused: see
            `record_action`.
        Refused: the key is malformed, or the game is not on a board.
        RuleError: that cube cannot be turned now.
    """
    ask = Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = session_locked(session)
        table = position_of(locked).table
        proxies = proxies_of(locked)
        require_voice_of(locked, table, proxies, ask, Deed.SAY, speaker(table, player))
        heard = _heard(locked, ask, player, stands=stands)
        if heard is not None:
            return heard
        require_open(locked)
        if table.game is None or game not in (None, table.game.number):
            raise Conflict("question_closed")
        if stands:
            declared = _stand(locked, table, ask, player)
        else:
            hold_ended(locked, player)
            table_beat(locked)
            declared = _told(locked)
        _remember(locked, ask, player, stands=stands)
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return declared


def _stand(locked: Session, table: Table, ask: Ask, player: str) -> Declared:
    """Write that a player's hold stands, and let it answer the open round."""
    if not is_on_board(locked):
        raise Refused("hold_on_board")
    if not may_stand(table, player):
        offers = table.team_offers() if table.phase == "play" else {}
        raise offers.get(player) or RuleError("answer_not_due", player=player)
    is_asked = _is_asked(locked)
    now = question_opened(locked, ask, None, may_open=False) if is_asked or ask.question else None
    if now is not None:
        require_open_time(now.locked, now.table)
    mark = mark_of(table, player)
    assert mark is not None  # the cube may be turned
    assert table.game is not None
    kept = {
        cube: said
        for cube, said in locked.holding.get("cubes", {}).items()
        if said[0] == table.game.number
    }
    kept[player] = [*mark, ask.speaking.player]
    locked.holding = {**locked.holding, "cubes": kept}
    locked.save(update_fields=["holding"])
    if now is None:
        table_beat(locked)
        return _told(locked)
    word_say(now, ask, player, HOLD)
    return settled(now, ask, [player])


def _is_asked(locked: Session) -> bool:
    return locked.question is not None and locked.question["kind"] == OFFERS


def _told(locked: Session, *, replayed: bool = False) -> Declared:
    return Declared(locked.questions, is_settled=not _is_asked(locked), replayed=replayed)


def _heard(locked: Session, ask: Ask, player: str, *, stands: bool) -> Declared | None:
    """Return the first answer to a repeated request, or None if its key is new."""
    spent: dict[str, Any] = locked.holding.get("keys", {})
    found = spent.get(digest(ask.sender, ask.key))
    if found is None:
        return None
    require_same(found == digest(ask.sender, f"{player} {stands}"))
    return _told(locked, replayed=True)


def _remember(locked: Session, ask: Ask, player: str, *, stands: bool) -> None:
    keys = dict(locked.holding.get("keys", {}))
    keys[digest(ask.sender, ask.key)] = digest(ask.sender, f"{player} {stands}")
    for oldest in list(keys)[:-MOST_SPENT]:
        del keys[oldest]
    locked.holding = {**locked.holding, "keys": keys}
    Session.objects.filter(pk=locked.pk).update(holding=locked.holding)
