"""Who was made anonymous is named in no copy any more."""

import pytest

from games.decisions.services.anonymising import player_anonymise
from games.files.services.job_files import JobFiles
from games.models import Attempt, Delivery, Job
from games.webhooks.services.deliveries import body_of, deliveries_write
from games.webhooks.services.webhooks import webhook_create

pytestmark = pytest.mark.django_db


def test_messages_to_webhooks_lose_the_name(club, organizer, players, scorer):
    events = ["game.ended"]
    webhook_create(club=club, by=organizer, url="https://example.org/", events=events)
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    deliveries_write(session_id=scorer.session.pk, version=scorer.session.version)
    delivery = Delivery.objects.get()
    Attempt.objects.create(delivery=delivery, number=1, milliseconds=1, excerpt="Hello Ann")
    assert b'"Ann"' in body_of(delivery)

    now = player_anonymise(player=players["Ann"], by=organizer)

    delivery.refresh_from_db()
    assert "Ann" not in body_of(delivery).decode()
    assert now.name in body_of(delivery).decode()
    assert '"Bob"' in body_of(delivery).decode()
    assert Attempt.objects.get().excerpt == ""


def test_files_and_outcomes_of_jobs_go(club, organizer, players, data_folder):
    made = {}
    for state in Job.State:
        job = Job.objects.create(kind=Job.Kind.CLUB_OUT, club=club, by=organizer, state=state)
        JobFiles.of(job).make()
        JobFiles.of(job).result.write_text("Ann", encoding="utf-8")
        made[state] = job

    player_anonymise(player=players["Ann"], by=organizer)

    assert set(Job.objects.values_list("state", flat=True)) == {"queued", "running"}
