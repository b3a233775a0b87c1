"""Two who write at the same moment wait for each other in line, never in a circle."""

import datetime
import threading
import time
import uuid
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.clubs.services.clubs import player_create, season_create
from games.clubs.services.seasons import season_close
from games.clubs.services.showing import player_show
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import player_separate, players_merge
from games.errors import ServiceError
from games.models import Delivery, Pass, Player, Season, Session, Webhook
from games.models.locks import rows_lock
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.rules.chouette import EndGame, StartGame
from games.sessions.services.sessions import session_create
from games.table.services.passes import (
    claim_grant,
    claim_withdraw,
    join_open,
    pass_claim,
    pass_create,
    pass_revoke,
    passes_delete_old,
)
from games.table.services.proxies import proxy_drop, proxy_set
from games.web.sending import Answer
from games.webhooks.services.deliveries import (
    MOST_FAILURES,
    _attempt_write,
    deliveries_delete_old,
    deliveries_write,
)
from games.webhooks.services.webhooks import (
    webhook_create,
    webhook_delete,
    webhook_set_active,
)
from tests.lock_watch import WrongOrder

TRIES = 8
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_connections():
    """Only a database that locks single rows lets two transactions write at once."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one transaction write at a time")


def slowly(execute, sql, params, many, context):
    """Give the other one time to come between any two statements."""
    answer = execute(sql, params, many, context)
    time.sleep(0.004)
    return answer


def at_once(*works):
    """Do several things at the same moment; what the services refuse is an answer, too."""
    gate, failures = threading.Barrier(len(works)), []

    def run(work):
        try:
            gate.wait(60)
            with connection.execute_wrapper(slowly), suppress(ServiceError):
                work()
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures, failures


@pytest.fixture
def webhook(club, organizer, two_connections):
    """One that has failed nineteen times, with messages on their way."""
    made = webhook_create(
        club=club, by=organizer, url="https://example.org/", events=["game.ended"]
    )

    def failed(failures):
        Webhook.objects.filter(pk=made.pk).update(
            failures=failures, is_active=True, disabled_at=None
        )
        Delivery.objects.all().delete()
        return Delivery.objects.bulk_create(
            Delivery(webhook=made, event_id=uuid.uuid4().hex, event="game.ended", payload={})
            for _ in range(4)
        )

    return made, failed


NO_ANSWER = Answer(status=None, problem="refused", excerpt="", milliseconds=1)


def test_the_twentieth_failures_of_two_messages_meet(webhook):
    made, failed = webhook
    for _ in range(TRIES):
        first, *_rest, last = failed(MOST_FAILURES - 1)
        at_once(partial(_attempt_write, last, NO_ANSWER), partial(_attempt_write, first, NO_ANSWER))
        made.refresh_from_db()
        assert not made.is_active


@pytest.mark.parametrize("other", ["off", "delete", "old", "write"])
def test_a_failure_meets_what_is_done_to_the_webhook(webhook, organizer, other, session):
    made, failed = webhook
    tomorrow = timezone.now() + datetime.timedelta(days=40)
    others = {
        "off": partial(webhook_set_active, webhook=made, by=organizer, is_active=False),
        "delete": partial(webhook_delete, webhook=made, by=organizer),
        "old": partial(deliveries_delete_old, now=tomorrow),
        "write": partial(deliveries_write, session_id=session.pk, version=1),
    }
    for _ in range(1 if other == "delete" else TRIES):
        deliveries = failed(MOST_FAILURES - 1)
        at_once(partial(_attempt_write, deliveries[-1], NO_ANSWER), others[other])


@pytest.fixture
def claim(session, organizer, two_connections):
    """Makes phones ask in at a table that is open for them."""
    code = join_open(session=session, by=organizer)
    return partial(pass_claim, code=code, player="", device=f"phone {uuid.uuid4().hex}")


@pytest.mark.parametrize("other", ["withdraw", "again", "revoke", "sweep"])
def test_a_yes_meets_what_else_is_done_to_the_pass(claim, session, organizer, other):
    later = timezone.now() + datetime.timedelta(days=8)
    for _ in range(TRIES):
        asked = claim()
        # As requests have them: rows of their own.
        mine, theirs = (Pass.objects.get(pk=asked.pk) for _ in range(2))
        others = {
            "withdraw": partial(claim_withdraw, claim=theirs),
            "again": partial(
                pass_claim, code=session.join_code, player="", device="phone", earlier=theirs
            ),
            "revoke": partial(pass_revoke, holder=theirs, by=organizer),
            "sweep": partial(passes_delete_old, now=later),
        }
        at_once(partial(claim_grant, claim=mine, by=organizer), others[other])
        Pass.objects.all().delete()
        Session.objects.filter(pk=session.pk).update(join_code=session.join_code)


def test_speaking_for_oneself_again_meets_naming_who_speaks(
    session, organizer, players, two_connections
):
    ann, bob = players["Ann"].public_id, players["Bob"].public_id
    for _ in range(TRIES):
        proxy_set(session=session, by=organizer, player=ann, speaker=bob)
        at_once(
            partial(
                proxy_set,
                session=Session.objects.get(pk=session.pk),
                by=organizer,
                player=ann,
                speaker=bob,
            ),
            partial(
                proxy_drop, session=Session.objects.get(pk=session.pk), by=organizer, player=ann
            ),
        )


def test_a_link_is_made_and_revoked_at_once(session, organizer, two_connections):
    for _ in range(TRIES):
        link = pass_create(session=session, by=organizer, role=Pass.Role.ONLOOKER)
        at_once(
            partial(pass_revoke, holder=Pass.objects.get(pk=link.pk), by=organizer),
            partial(
                pass_create,
                session=Session.objects.get(pk=session.pk),
                by=organizer,
                role=Pass.Role.ONLOOKER,
            ),
        )


def played(session, by, action):
    """Record one action."""
    key = uuid.uuid4().hex
    record_action(session=session, actions=[action], version=session.version, key=key, sender=by)


@pytest.mark.parametrize("other", ["merge", "anonymise", "show"])
def test_a_game_ends_while_something_is_done_to_a_player(
    scorer, session, club, organizer, players, other, two_connections
):
    scorer.play("order Ann, Bob, Cid, Dee")
    for _ in range(TRIES // 2):
        line = table_of(session).line
        played(session, organizer, StartGame(line.box, line.partner, line.team))
        ann = Player.objects.get(pk=players["Ann"].pk)
        twin = player_create(club=club, by=organizer, name=f"Anna {uuid.uuid4().hex[:6]}")
        others = {
            "merge": partial(players_merge, player=ann, into=twin, by=organizer),
            "anonymise": partial(player_anonymise, player=ann, by=organizer),
            "show": partial(player_show, player=ann, by=organizer, shown="hidden"),
        }
        at_once(
            partial(played, Session.objects.get(pk=session.pk), organizer, EndGame("box")),
            others[other],
        )
        session.refresh_from_db()
        if other == "merge":
            player_separate(player=Player.objects.get(pk=ann.pk), by=organizer)
    assert session.games.count() == TRIES // 2


def test_who_sits_down_is_not_merged_away_meanwhile(club, organizer, players, two_connections):
    ann, others = players["Ann"], [players[name] for name in ("Bob", "Cid", "Dee")]
    for _ in range(TRIES):
        twin = player_create(club=club, by=organizer, name=f"Anna {uuid.uuid4().hex[:6]}")
        at_once(
            partial(players_merge, player=twin, into=ann, by=organizer),
            partial(session_create, club=club, by=organizer, players=[twin, *others]),
        )
        assert not twin.seats.exists()


def test_a_season_is_not_closed_while_an_evening_enters_it(
    club, organizer, players, two_connections
):
    today = club.today
    for number in range(TRIES):
        season = season_create(
            club=club, by=organizer, name=f"Cup {number}", starts_on=today, ends_on=today
        )
        at_once(
            partial(season_close, season=season, by=organizer),
            partial(session_create, club=club, by=organizer, players=list(players.values())),
        )
        # Whoever came first: an evening that runs keeps its season open.
        season.refresh_from_db()
        assert season.is_closed == (not season.sessions.exists())
        season.sessions.update(season=None)
        Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())


def test_the_wrong_order_is_refused(session, players):
    with transaction.atomic():
        rows_lock(Player.objects.all())
        with pytest.raises(WrongOrder, match="games_session is locked after games_player"):
            rows_lock(Session.objects.all())
    with transaction.atomic():
        rows_lock(Session.objects.all())
        rows_lock(Player.objects.all())
        Session.objects.update(title="locked before")


def test_rows_are_locked_by_the_one_helper_only():
    found = [
        str(path)
        for app in ("games", "tournaments", "chouette")
        for path in Path(app).rglob("*.py")
        if "select_for_update" in path.read_text("utf-8")
    ]
    assert found == ["games/models/locks.py"]
