"""Traces of signing in do not stay for ever."""

from datetime import timedelta
from importlib import import_module

import pytest
from axes.models import AccessAttempt
from celery import current_app
from django.conf import settings
from django.utils import timezone

from games.tasks import old_sign_ins_delete

pytestmark = pytest.mark.django_db


def test_failed_attempts_are_forgotten_after_30_days() -> None:
    for days in (29, 31):
        attempt = AccessAttempt.objects.create(
            username=f"{days}@example.org", failures_since_start=1
        )
        AccessAttempt.objects.filter(pk=attempt.pk).update(
            attempt_time=timezone.now() - timedelta(days=days)
        )
    old_sign_ins_delete.delay()
    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["29@example.org"]


def test_expired_sign_ins_are_deleted() -> None:
    sign_ins = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class().objects
    now = timezone.now()
    sign_ins.create(session_key="old", session_data="", expire_date=now - timedelta(days=1))
    sign_ins.create(session_key="new", session_data="", expire_date=now + timedelta(days=1))
    old_sign_ins_delete.delay()
    assert [sign_in.session_key for sign_in in sign_ins.all()] == ["new"]


def test_everything_that_is_due_every_day_is_a_task() -> None:
    current_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in current_app.tasks
