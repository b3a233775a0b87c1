"""What an answer is said to: who asks to be heard, the open question under the session's lock, and
whether the same was heard before.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from games.errors import Conflict, NotAllowed, Refused
from games.eventlog.keys import require_key, require_same
from games.models import Declaration, Session
from games.models.locks import rows_locked
from games.permissions import Actor, Reader, acting
from games.record.log.open_question import offers_mark
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.writing import Recorded, named
from games.record.services.speakers import (
    OpenRound,
    Proxies,
    Speaking,
    proxies_of,
    sells_to_self,
    speaking_of,
    standing_of,
)
from games.rules.chouette import RuleError, Table
from games.rules.chouette.questions import HOLD, OFFERS, Question, question_at
from games.rules.chouette.voices import Deed, Voice
from games.signals import offers_due

MOST_SPENT: Final = 50
"""The most changed answers that are remembered, to recognise late retries."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The answer to a declaration: its question, and whether that is settled now.

    `recorded` is the step written with this answer; `replayed`: the same answer came before.
    """

    question: int
    is_settled: bool
    recorded: Recorded | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """The sender of a request and its question."""

    session: Session
    question: int | None
    speaking: Speaking
    key: str
    sender: Actor
    origin: Sender | None

    @classmethod
    def of(
        cls,
        session: Session,
        question: int | None,
        key: str,
        sender: Actor | Reader,
        origin: Sender | None,
    ) -> "Ask":
        """Check that the sender may play here, and the key.

        Raises:
            NotAllowed: the user may not do this.
            Refused: the key is malformed.
        """
        speaking = speaking_of(session, sender)
        require_key(key)
        return cls(session, question or None, speaking, key, acting(sender), origin)


@dataclass(frozen=True, slots=True)
class Open:
    """The open question, with the session's locked row."""

    locked: Session
    table: Table
    asked: Question
    proxies: Proxies
    number: int

    @property
    def captain(self) -> str:
        """The acting captain."""
        assert self.table.game is not None  # a question implies a game in progress
        return self.table.game.acting_captain

    def standing(self) -> OpenRound:
        """Return the answers so far."""
        found = standing_of(self.locked, self.table, self.proxies)
        assert found is not None
        return found


def session_locked(session: Session) -> Session:
    return rows_locked(Session.objects).get(pk=session.pk)


def question_opened(locked: Session, ask: Ask, game: int | None, *, may_open: bool) -> Open:
    """Return the open question, opening the next round of offers if that is meant."""
    table = position_of(locked).table
    question, now = question_at(table), locked.question
    if game is not None and (table.game is None or table.game.number != game):
        raise Conflict("question_closed")
    if question is None:
        raise _nothing_asked(locked, table, ask.question)
    is_open = now is not None and now["kind"] == question.kind
    number = now["number"] if now is not None and is_open else locked.questions + 1
    opens = may_open and question.kind == OFFERS
    if ask.question not in (None, number) or not (is_open or opens):
        raise Conflict("question_closed")
    if not is_open:
        if locked.on_board:
            offers_due.send(sender=Session, session=locked)
        offers_put(locked, table)
    return Open(locked, table, question, proxies_of(locked), number)


def offers_put(locked: Session, table: Table) -> None:
    """Open the next round of offers; on the board it is known since when."""
    at = {"at": int(timezone.now().timestamp() * 1000)} if locked.on_board else {}
    number = locked.questions + 1
    locked.question = {"number": number, "kind": OFFERS, "mark": offers_mark(table), **at}
    locked.questions = number
    locked.save(update_fields=["question", "questions"])


def _nothing_asked(locked: Session, table: Table, question: int | None) -> Exception:
    """Return why nobody is asked now; another number belongs to another time."""
    is_next = question in (None, locked.questions + 1)
    if is_next and table.phase == "play" and not table.rules.team_cube:
        return RuleError("nobody_may_double")
    return Conflict("question_closed")


def require_voice_for(
    now: Open, ask: Ask, deed: Deed, player: str, replies: Sequence[tuple[str, str]] = ()
) -> None:
    """Check that the sender speaks for a player, and sells no cube to themselves.

    Raises:
        NotAllowed: they do not, or would.
    """
    voice = require_voice_of(now.locked, now.table, now.proxies, ask, deed, player)
    if sells_to_self(voice, now.table, replies):
        raise NotAllowed("bet_against")


def require_voice_of(
    locked: Session, table: Table, proxies: Proxies, ask: Ask, deed: Deed, player: str
) -> Voice:
    """Return for whom the sender speaks, the player among them.

    Raises:
        NotAllowed: they do not speak for the player.
    """
    voice = ask.speaking.voice(locked, table, proxies)
    if not voice.may(deed, [player]):
        raise NotAllowed("bet_against" if voice.is_bound else "not_yours")
    return voice


def hold_ended(locked: Session, player: str) -> None:
    """End a player's hold by their own word."""
    cubes = locked.holding.get("cubes", {})
    if player in cubes:
        left = {one: said for one, said in cubes.items() if one != player}
        locked.holding = {**locked.holding, "cubes": left}
        locked.save(update_fields=["holding"])


def require_word(now: Open, player: str, word: str) -> None:
    words = now.asked.words.get(player)
    if words is None:
        offers = now.table.team_offers() if now.asked.kind == OFFERS else {}
        raise offers.get(player) or RuleError("answer_not_due", player=player)
    if word not in words:
        raise Refused("word_unknown", words=", ".join(words))
    problem = words[word]
    if problem is not None:
        raise problem


def heard_before(locked: Session, ask: Ask, player: str, word: str) -> Declared | None:
    """Return the first answer to a repeated request, or None if its key is new."""
    mine = named(ask.sender)
    row = locked.declarations.filter(**mine, key=ask.key).first()
    if row is not None:
        # A restored answer has moved to a later question, with the same key.
        is_later = (ask.question or 0) > row.question
        require_same((row.player, row.word) == (player, word) and not is_later)
        if row.overridden_by is not None:
            raise Conflict("question_closed")
        return Declared(row.question, is_settled=row.step is not None, replayed=True)
    now = locked.question or {}
    spent = now.get("spent", {}).get(digest(ask.sender, ask.key))
    if spent is not None:
        require_same(spent == digest(ask.sender, f"{player} {word}"))
        return Declared(now["number"], is_settled=False, replayed=True)
    require_same(not locked.log.filter(**mine, key=ask.key).exists())
    return None


def heard_close(locked: Session, ask: Ask) -> Declared | None:
    """Return the first answer to a repeated closing, or None."""
    mine = named(ask.sender)
    step = locked.log.filter(**mine, key=ask.key).values_list("step", flat=True).first()
    rows = (
        locked.declarations.filter(step=step)
        if step
        else locked.declarations.filter(**mine, key=ask.key, word=HOLD, step=0)
    )
    row = rows.first()
    if row is not None and ask.question in (None, row.question):
        return Declared(row.question, is_settled=True, replayed=True)
    require_same(row is None and step is None)
    return None


def heard_others(locked: Session, ask: Ask, word: str) -> Declared | None:
    """Return the first answer to a repeated answer for all others, or None if its key is new."""
    row = locked.declarations.filter(**named(ask.sender), key=ask.key).first()
    return heard_before(locked, ask, "" if row is None else row.player, word)


def spend(locked: Session, row: Declaration) -> None:
    """Remember a replaced answer's key: a retry of it is old."""
    sender = row.sender or row.sent_by
    if locked.question is None or sender is None:
        return
    spent: dict[str, Any] = locked.question.setdefault("spent", {})
    spent[digest(sender, row.key)] = digest(sender, f"{row.player} {row.word}")
    for oldest in list(spent)[:-MOST_SPENT]:
        del spent[oldest]
    locked.save(update_fields=["question"])


def digest(sender: Actor, text: str) -> str:
    [(column, who)] = named(sender).items()
    return hashlib.sha256(f"{column} {who.pk} {text}".encode()).hexdigest()[:16]
