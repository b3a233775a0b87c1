"""Members' answers on their own phones: kept secret until all have answered, then one step of the
log.

An answer names its question, not the session's version: it is accepted while the question is open,
whatever others did meanwhile.
"""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict, NotAllowed, Refused
from games.eventlog.turns import one_at_a_time
from games.models import Declaration, Session, public_id
from games.permissions import Actor, Reader
from games.record.log.history import Kind
from games.record.log.open_question import offers_mark
from games.record.log.origins import Sender
from games.record.log.snapshots import position_of
from games.record.log.writing import SEEN, Request, append, named, require_open
from games.record.services.actions import played_on
from games.record.services.asked import (
    Ask,
    Declared,
    Open,
    heard_before,
    heard_close,
    heard_others,
    hold_ended,
    offers_put,
    question_opened,
    require_voice_for,
    require_word,
    session_locked,
    spend,
)
from games.record.services.speakers import (
    HELD,
    OpenRound,
    held_by,
    phones_at,
    proxies_of,
    require_open_time,
    speaks_until,
)
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import RuleError, action_to_json
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
from games.signals import board_at_table_beat, table_beat


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
    ask = Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = session_locked(session)
        heard = heard_before(locked, ask, player, word)
        if heard is not None:
            return heard
        require_open(locked)
        now = question_opened(locked, ask, game, may_open=word == DOUBLE)
        require_voice_for(now, ask, Deed.SAY, speaker(now.table, player), ((player, word),))
        require_word(now, player, word)
        require_open_time(now.locked, now.table)
        if word == DOUBLE:
            hold_ended(locked, player)
        word_say(now, ask, player, word)
        declared = settled(now, ask, [player])
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
    ask = Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = session_locked(session)
        require_open(locked)
        before = locked.question
        now = question_opened(locked, ask, game, may_open=True)
        require_voice_for(now, ask, Deed.CLOSE, now.captain)
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
    ask = Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = session_locked(session)
        heard = heard_close(locked, ask)
        if heard is not None:
            return heard
        require_open(locked)
        now = question_opened(locked, ask, None, may_open=False)
        if now.asked.kind != OFFERS:
            raise Conflict("question_closed")
        if not rolling:
            require_voice_for(now, ask, Deed.CLOSE, now.captain)
        standing = now.standing()
        _require_time(now, ask, standing, rolling)
        for silent in now.asked.words.keys() - standing.complete.keys():
            word_say(now, ask, silent, HOLD)
        declared = settled(now, ask, ())
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return declared


def others_answer(
    *,
    session: Session,
    question: int | None,
    word: str,
    key: str,
    sender: Actor | Reader,
    origin: Sender | None = None,
    also: Collection[str] = (),
) -> Declared:
    """Give the same answer for all who have said nothing, as who keeps the score.

    It is for nobody whose own phone is at the table, unless they are among `also`, and for nobody
    whom the sender has a bet against.

    Raises:
        As `declaration_make`; Conflict, too, where nobody is left to answer for.
    """
    ask = Ask.of(session, question, key, sender, origin)
    with one_at_a_time():
        locked = session_locked(session)
        heard = heard_others(locked, ask, word)
        if heard is not None:
            return heard
        require_open(locked)
        now = question_opened(locked, ask, None, may_open=False)
        if now.asked.kind == OFFERS:
            raise Conflict("question_closed")
        silent = _silent(now, ask, also)
        if not silent:
            raise Conflict("nobody_silent")
        for player in silent:
            require_word(now, player, word)
            word_say(now, ask, player, word)
        declared = settled(now, ask, silent)
    # The caller shows this row; the changes were made on the locked copy.
    session.refresh_from_db(fields=SEEN)
    return declared


def _silent(now: Open, ask: Ask, also: Collection[str]) -> list[str]:
    """Return whose cubes an answer for all others is about.

    Raises:
        NotAllowed: the sender does not keep the score.
    """
    if not ask.speaking.scores:
        raise NotAllowed("not_yours")
    voice = ask.speaking.voice(now.locked, now.table, now.proxies)
    apart = phones_at(now.locked) - {ask.speaking.player, *also}
    waiting = [(one, speaker(now.table, one)) for one in now.standing().waiting]
    return [one for one, who in waiting if who not in apart and voice.may(Deed.SAY, [who])]


def _require_time(now: Open, ask: Ask, standing: OpenRound, rolling: Collection[str]) -> None:
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
    """Ask the team who doubles, for the program: on the board before each roll of theirs.

    Where all hold until they say otherwise, nobody is asked.
    """
    table = position_of(locked).table
    question = question_at(table)
    if question is not None and question.kind == OFFERS:
        offers_put(locked, table)
        if held_by(locked, table):
            now = Open(locked, table, question, proxies_of(locked), locked.questions)
            if not now.standing().waiting:
                _all_held(now)
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
    ask = Ask.of(session, None, public_id(), by, None)
    locked = session_locked(session)
    question, now = question_at(position_of(locked).table), locked.question
    if now is None or question is None or now["kind"] != question.kind:
        return False
    found = question_opened(locked, ask, None, may_open=False)
    standing = found.standing()
    if standing.waiting or not standing.words:
        return False
    try:
        with transaction.atomic():
            return settled(found, ask, [found.captain]).is_settled
    except RuleError:
        return False


def word_say(now: Open, ask: Ask, player: str, word: str) -> None:
    """Store an answer; the key of the one it replaces is remembered."""
    rows = now.locked.declarations.filter(question=now.number, player=player)
    before = rows.first()
    if before is not None:
        spend(now.locked, before)
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


def settled(now: Open, ask: Ask, players: Collection[str]) -> Declared:
    """Write the step that the answers amount to, if complete; those of these players came last."""
    standing = now.standing()
    words = standing.complete
    if now.asked.kind == REPLIES and not now.locked.replies_hidden:
        led = now.proxies.followers if now.captain in players else frozenset()
        words = {one: said for one, said in words.items() if one in players or one in led}
        part = Question(REPLIES, tuple(words), {one: now.asked.words[one] for one in words})
        return _written(now, ask, part.action(words))
    if standing.waiting:
        table_beat(now.locked)
        return Declared(now.number, is_settled=False)
    return _written(now, ask, now.asked.action(words))


def _written(now: Open, ask: Ask, action: RulesAction | None) -> Declared:
    locked = now.locked
    open_rows = locked.declarations.filter(question=now.number, step=None, overridden_by=None)
    if action is None:
        # All have held: no step is written, and nothing is secret any more.
        open_rows.update(step=0)
        _all_held(now)
        table_beat(locked)
        board_at_table_beat(locked)
        return Declared(now.number, is_settled=True)
    open_rows.update(step=locked.length + 1)
    content = [action_to_json(action)]
    request = Request(
        ask.session, ask.sender, Kind.PLAY, content, locked.version, ask.key, ask.origin
    )
    recorded = append(request, lambda again: played_on(again, [action], content))
    return Declared(now.number, is_settled=True, recorded=recorded)


def _all_held(now: Open) -> None:
    """Close a round of offers in which all hold."""
    held = {"number": now.number, "kind": HELD, "mark": offers_mark(now.table)}
    Session.objects.filter(pk=now.locked.pk).update(question=held)
    now.locked.question = held
