"""Members' answers on their own phones: kept secret until all have answered, then one step of the
log.

An answer names its question, not the session's version: it is accepted while the question is open,
whatever others did meanwhile.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict, KeyReused, NotAllowed, Refused
from games.models import Declaration, Session, public_id
from games.models.locks import rows_locked
from games.permissions import Actor, Reader, acting
from games.record.log.history import Kind
from games.record.log.open_question import offers_mark
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.turns import one_at_a_time
from games.record.log.writing import (
    SEEN,
    Recorded,
    Request,
    append,
    named,
    require_key,
    require_open,
)
from games.record.services.actions import played_on
from games.record.services.speakers import (
    HELD,
    OpenRound,
    Proxies,
    Speaking,
    is_late,
    is_on_board,
    proxies_of,
    sells_to_self,
    speaking_of,
    speaks_until,
    standing_of,
)
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import RuleError, Table, action_to_json
from games.rules.chouette.questions import (
    DOUBLE,
    HOLD,
    OFFERS,
    REPLIES,
    Question,
    question_at,
    speaker,
)
from games.rules.chouette.voices import Deed
from games.signals import board_at_table_beat, offers_due, table_beat

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
class _Ask:
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
    ) -> "_Ask":
        """Check that the sender may play here, and the key.

        Raises:
            NotAllowed: the user may not do this.
            Refused: the key is malformed.
        """
        speaking = speaking_of(session, sender)
        require_key(key)
        return cls(session, question or None, speaking, key, acting(sender), origin)


@dataclass(frozen=True, slots=True)
class _Open:
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


def declaration_make(
    *,
    session: Session,
    question: int | None,
    player: str,
    word: str,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    game: int | None = None,
) -> Declared:
    """Answer for a player's cube: double or hold, a reply to the box, or to its animals.

    `question` is the number of the open question; a double may also have the next number, which
    opens that round. Without a number it is for whatever is open. While the question is open an
    answer may be changed. With the last answer all of them become one step of the log; if replies
    are not hidden, each is a step at once. If all hold, there is no step. `game` keeps a late
    double out of the next game.

    Raises:
        NotAllowed: the sender may not speak for that player.
        Conflict: the question is closed, or the session has ended; KeyReused: see `record_action`.
        Refused: the key or the answer is malformed.
        RuleError: the answer is illegal, alone or together with the others.
    """
    ask = _Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = _locked(session)
        heard = _heard(locked, ask, player, word)
        if heard is not None:
            return heard
        require_open(locked)
        now = _opened(locked, ask, game, may_open=word == DOUBLE)
        _require_voice(now, ask, Deed.SAY, speaker(now.table, player), ((player, word),))
        _require_word(now, player, word)
        _require_open_time(now)
        _say(now, ask, player, word)
        declared = _settled(now, ask, player, word)
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return declared


def offers_open(
    *,
    session: Session,
    question: int | None,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    game: int | None = None,
) -> Declared:
    """Ask the team who doubles, as captain or scorer. Asking twice counts once.

    Raises:
        As `declaration_make`.
    """
    ask = _Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = _locked(session)
        require_open(locked)
        before = locked.question
        now = _opened(locked, ask, game, may_open=True)
        _require_voice(now, ask, Deed.CLOSE, now.captain)
        again = before is not None and before["number"] == now.number
        if not again:
            table_beat(locked)
            board_at_table_beat(locked)
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return Declared(now.number, is_settled=False, replayed=again)


def offers_close(
    *,
    session: Session,
    question: int | None,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    rolling: Collection[str] = (),
) -> Declared:
    """End the round of offers, as captain or scorer: silent members hold.

    `rolling` are those who need not be waited for because the board has them roll now: who does,
    perhaps for a captain who has gone, and that captain.

    Raises:
        As `declaration_make`.
    """
    ask = _Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = _locked(session)
        heard = _heard_close(locked, ask)
        if heard is not None:
            return heard
        require_open(locked)
        now = _opened(locked, ask, None, may_open=False)
        if now.asked.kind != OFFERS:
            raise Conflict("question_closed")
        if not rolling:
            _require_voice(now, ask, Deed.CLOSE, now.captain)
        standing = now.standing()
        _require_time(now, ask, standing, rolling)
        for silent in now.asked.words.keys() - standing.complete.keys():
            _say(now, ask, silent, HOLD)
        declared = _settled(now, ask, "", HOLD)
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return declared


def _require_time(now: _Open, ask: _Ask, standing: OpenRound, rolling: Collection[str]) -> None:
    """Check that nobody is cut short: on the board others have a short time of their own.

    Raises:
        Refused: somebody else may still speak.
    """
    me = now.captain if ask.speaking.scores else ask.speaking.player
    mine = now.proxies.speaks_for(now.table, me)
    others = {speaker(now.table, one) for one in standing.waiting} - mine - set(rolling)
    if (
        now.locked.on_board
        and others
        and timezone.now().timestamp() * 1000 < speaks_until(now.locked)
    ):
        raise Refused("offers_early")


def offers_ask(locked: Session) -> None:
    """Ask the team who doubles, for the program: on the board before each roll of theirs."""
    table = position_of(locked).table
    question = question_at(table)
    if question is not None and question.kind == OFFERS:
        _ask_offers(locked, table)
        table_beat(locked)


def offers_again(locked: Session) -> None:
    """Give the team its short time anew, for the program: after a pause on the board."""
    if locked.question is not None and locked.question["kind"] == OFFERS:
        locked.question["at"] = int(timezone.now().timestamp() * 1000)
        locked.save(update_fields=["question"])


def question_follow(*, session: Session, by: Actor) -> bool:
    """Settle the question if nobody is awaited any more, because the captain speaks for the last.

    Tells whether it did. Answers that are illegal together wait for a change.

    Raises:
        NotAllowed: the user may not play here.
    """
    ask = _Ask.of(session, None, public_id(), by, None)
    locked = _locked(session)
    question, now = question_at(position_of(locked).table), locked.question
    if now is None or question is None or now["kind"] != question.kind:
        return False
    found = _opened(locked, ask, None, may_open=False)
    standing = found.standing()
    if standing.waiting or not standing.words:
        return False
    try:
        with transaction.atomic():
            return _settled(found, ask, found.captain, "").is_settled
    except RuleError:
        return False


def _locked(session: Session) -> Session:
    return rows_locked(Session.objects).get(pk=session.pk)


def _opened(locked: Session, ask: _Ask, game: int | None, *, may_open: bool) -> _Open:
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
        _ask_offers(locked, table)
    return _Open(locked, table, question, proxies_of(locked), number)


def _ask_offers(locked: Session, table: Table) -> None:
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


def _require_voice(
    now: _Open, ask: _Ask, deed: Deed, player: str, replies: Sequence[tuple[str, str]] = ()
) -> None:
    voice = ask.speaking.voice(now.locked, now.table, now.proxies)
    if not voice.may(deed, [player]):
        raise NotAllowed("bet_against" if voice.is_bound else "not_yours")
    if sells_to_self(voice, now.table, replies):
        raise NotAllowed("bet_against")


def _require_open_time(now: _Open) -> None:
    """Check that the short time is not over in which the team says who doubles on a board.

    Who decides alone has all the time of their clock.

    Raises:
        Conflict: it is; silence has held.
    """
    if is_late(now.locked, now.table) and is_on_board(now.locked):
        raise Conflict("offers_over")


def _require_word(now: _Open, player: str, word: str) -> None:
    words = now.asked.words.get(player)
    if words is None:
        offers = now.table.team_offers() if now.asked.kind == OFFERS else {}
        raise offers.get(player) or RuleError("answer_not_due", player=player)
    if word not in words:
        raise Refused("word_unknown", words=", ".join(words))
    problem = words[word]
    if problem is not None:
        raise problem


def _say(now: _Open, ask: _Ask, player: str, word: str) -> None:
    """Store an answer; the key of the one it replaces is remembered."""
    rows = now.locked.declarations.filter(question=now.number, player=player)
    before = rows.first()
    if before is not None:
        _spend(now.locked, before)
    Declaration.objects.update_or_create(
        session=now.locked,
        question=now.number,
        player=player,
        defaults={
            "word": word,
            "key": ask.key,
            "step": None,
            "created_at": timezone.now(),
            "sender": None,
            "sent_by": None,
            **named(ask.sender),
        },
    )


def _settled(now: _Open, ask: _Ask, player: str, word: str) -> Declared:
    """Write the step that the answers amount to, if complete; player and word came last."""
    standing = now.standing()
    words = standing.complete
    if now.asked.kind == REPLIES and not now.locked.replies_hidden:
        led = now.proxies.followers if player == now.captain else frozenset()
        words = {one: said for one, said in words.items() if one == player or one in led}
        part = Question(REPLIES, tuple(words), {one: now.asked.words[one] for one in words})
        return _written(now, ask, part.action(words))
    if standing.waiting:
        table_beat(now.locked)
        return Declared(now.number, is_settled=False)
    return _written(now, ask, now.asked.action(words))


def _written(now: _Open, ask: _Ask, action: RulesAction | None) -> Declared:
    locked = now.locked
    open_rows = locked.declarations.filter(question=now.number, step=None, overridden_by=None)
    if action is None:
        # All have held: no step is written, and nothing is secret any more.
        open_rows.update(step=0)
        held = {"number": now.number, "kind": HELD, "mark": offers_mark(now.table)}
        Session.objects.filter(pk=locked.pk).update(question=held)
        table_beat(locked)
        board_at_table_beat(locked)
        return Declared(now.number, is_settled=True)
    open_rows.update(step=locked.length + 1)
    content = [action_to_json(action)]
    request = Request(
        ask.session, ask.sender, Kind.PLAY, content, locked.version, ask.key, ask.origin
    )
    recorded = append(request, lambda again: played_on(again, [action]))
    return Declared(now.number, is_settled=True, recorded=recorded)


def _heard(locked: Session, ask: _Ask, player: str, word: str) -> Declared | None:
    """Return the first answer to a repeated request, or None if its key is new."""
    mine = named(ask.sender)
    row = locked.declarations.filter(**mine, key=ask.key).first()
    if row is not None:
        # A restored answer has moved to a later question, with the same key.
        if (row.player, row.word) != (player, word) or (ask.question or 0) > row.question:
            raise KeyReused
        if row.overridden_by is not None:
            raise Conflict("question_closed")
        return Declared(row.question, is_settled=row.step is not None, replayed=True)
    now = locked.question or {}
    spent = now.get("spent", {}).get(_digest(ask.sender, ask.key))
    if spent is not None:
        if spent != _digest(ask.sender, f"{player} {word}"):
            raise KeyReused
        return Declared(now["number"], is_settled=False, replayed=True)
    if locked.log.filter(**mine, key=ask.key).exists():
        raise KeyReused
    return None


def _heard_close(locked: Session, ask: _Ask) -> Declared | None:
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
    if row is not None or step is not None:
        raise KeyReused
    return None


def _spend(locked: Session, row: Declaration) -> None:
    """Remember a replaced answer's key: a retry of it is old."""
    sender = row.sender or row.sent_by
    if locked.question is None or sender is None:
        return
    spent: dict[str, Any] = locked.question.setdefault("spent", {})
    spent[_digest(sender, row.key)] = _digest(sender, f"{row.player} {row.word}")
    for oldest in list(spent)[:-MOST_SPENT]:
        del spent[oldest]
    locked.save(update_fields=["question"])


def _digest(sender: Actor, text: str) -> str:
    [(column, who)] = named(sender).items()
    return hashlib.sha256(f"{column} {who.pk} {text}".encode()).hexdigest()[:16]
