"""Many at one table at once: no tap is lost, none counts twice, and the ledger still agrees."""

import threading
import uuid
from collections import Counter

import pytest
from django.db import connections

from games.errors import KeyReused, Refused, StaleVersion
from games.models import Action, Session
from games.record.log.checking import session_check
from games.record.log.history import Kind
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action, undo
from games.rules.chouette import BoxReplies, EndGame, StartGame, TeamDoubles

CLIENTS = 20

pytestmark = pytest.mark.django_db(transaction=True)


def together(work, clients=CLIENTS):
    """Run the same work in many threads, each with a connection of its own, all at once."""
    gate = threading.Barrier(clients)
    failures = []

    def run(number):
        try:
            gate.wait()
            work(number)
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures, failures[:3]


def next_action(table):
    """Some legal action that never leaves the session stuck."""
    if table.phase == "between":
        return StartGame(table.line.box, table.line.partner, table.line.team)
    if table.phase == "replies":
        return BoxReplies(tuple((member, "take") for member in table.game.round.waiting))
    offers = [member for member, problem in table.team_offers().items() if problem is None]
    if offers and not any(bet.turned for bet in table.game.bets):
        return TeamDoubles(tuple(offers))
    return EndGame("team")


def test_of_twenty_taps_on_the_same_version_one_is_written(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee")
    action = next_action(table_of(session))
    outcome = Counter()

    def tap(number):
        try:
            record_action(
                session=Session.objects.get(pk=session.pk),
                actions=[action],
                version=2,
                key=f"client {number}",
                sender=scorer.user,
            )
            outcome["written"] += 1
        except StaleVersion as error:
            outcome["stale", error.version] += 1

    together(tap)

    assert outcome == {"written": 1, ("stale", 3): CLIENTS - 1}
    assert Action.objects.count() == 3


def test_the_same_tap_sent_twenty_times_is_written_once(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee")
    action = next_action(table_of(session))
    answers = []

    def tap(number):
        answer = record_action(
            session=Session.objects.get(pk=session.pk),
            actions=[action],
            version=2,
            key="the same tap",
            sender=scorer.user,
        )
        answers.append((answer.version, answer.replayed))

    together(tap)

    assert Counter(answers) == {(3, False): 1, (3, True): CLIENTS - 1}
    assert Action.objects.count() == 3


@pytest.mark.thorough
def test_twenty_clients_play_on_without_losing_or_doubling_an_action(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee")
    wanted = 5
    written = []

    def play(number):
        done = 0
        while done < wanted:
            fresh = Session.objects.get(pk=session.pk)
            request = {
                "session": fresh,
                "actions": [next_action(table_of(fresh))],
                "version": fresh.version,
                "key": uuid.uuid4().hex,
                "sender": scorer.user,
            }
            try:
                answer = record_action(**request)
            except StaleVersion:
                continue
            assert record_action(**request).replayed  # an impatient thumb
            written.append(answer.version)
            done += 1

    together(play)

    session.refresh_from_db()
    assert sorted(written) == list(range(3, 3 + CLIENTS * wanted))
    assert session.log.filter(kind=Kind.PLAY).count() == CLIENTS * wanted + 1
    assert session_check(session=session).differences == []


def test_undo_and_play_at_once_keep_the_ledger_right(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame")

    def work(number):
        for _ in range(3):
            fresh = Session.objects.get(pk=session.pk)
            request = {
                "session": fresh,
                "version": fresh.version,
                "key": uuid.uuid4().hex,
                "sender": scorer.user,
            }
            try:
                if number % 3 == 0 and fresh.version > 3:
                    undo(**request)
                else:
                    table = table_of(fresh)
                    if table.phase != "order":
                        record_action(actions=[next_action(table)], **request)
            except (StaleVersion, Refused):  # late, or everything is undone already
                pass

    together(work)

    session.refresh_from_db()
    assert session_check(session=session).differences == []


def test_one_key_with_two_contents_is_one_written_and_one_refused(scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame")
    outcome = Counter()

    def tap(number):
        try:
            record_action(
                session=Session.objects.get(pk=session.pk),
                actions=[EndGame("team" if number else "box")],
                version=3,
                key="k",
                sender=scorer.user,
            )
            outcome["written"] += 1
        except KeyReused:
            outcome["refused"] += 1

    together(tap, clients=2)

    assert outcome == {"written": 1, "refused": 1}
