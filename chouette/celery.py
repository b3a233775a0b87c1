"""The Celery app; tasks live in the apps."""

import json
import logging
import os
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from celery import Celery
from celery.apps import worker
from celery.signals import setup_logging
from kombu.exceptions import OperationalError

from chouette import environment
from chouette.outage import Outage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")

PATIENCE_SECONDS: Final = 0.5
QUICKLY: Final = {
    # One try to connect: a request that queues a task must not wait.
    "max_retries": 0,
    "socket_timeout": PATIENCE_SECONDS,
    "socket_connect_timeout": PATIENCE_SECONDS,
}


class Application(Celery):
    """Celery, whose callers never wait for a broker that is frozen or away.

    A task that cannot be queued raises `OperationalError` after half a second; as long as the
    broker is away all others do so at once. The code that queues a task can go on without it.
    """

    # The kind of task that Celery itself would choose where there is Django.
    task_cls = "celery.contrib.django.task:DjangoTask"

    @cached_property
    def outage(self) -> Outage:
        """Whether the broker is away, for this process."""
        return Outage("broker", self._answers)

    def connection_for_write(self, url: str | None = None, **kwargs: Any) -> Any:
        """Return a connection that gives up quickly; workers read from patient ones."""
        options = {**QUICKLY, **(kwargs.pop("transport_options", None) or {})}
        return super().connection_for_write(url, transport_options=options, **kwargs)

    def send_task(self, *args: Any, **options: Any) -> Any:
        """Queue a task, or raise `OperationalError` soon."""
        if self.outage.is_on():
            raise OperationalError("The broker is away.")
        try:
            return super().send_task(*args, **{"retry": False, **options})
        except OperationalError as error:
            self.outage.begin(error)
            raise

    def _answers(self) -> None:
        with self.connection_for_write() as connection:
            connection.default_channel.close()


app = Application("chouette")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _leave_the_log_alone(loglevel: int | str | None = None, **rest: Any) -> None:
    """Keep Celery from handlers of its own: Django's settings say how lines are written."""
    logging.getLogger("celery").setLevel(loglevel or logging.WARNING)
    if environment.flag(os.environ, "CHOUETTE_LOG_JSON"):
        # What a worker says when it is told to end goes past all loggers.
        worker.safe_say = _say  # type: ignore[attr-defined]


def _say(said: object, f: object = None) -> None:
    """Write a line while a signal is handled: nothing that takes a lock is asked for anything."""
    line = {
        "event": str(said).strip(),
        "logger": "celery",
        "level": "info",
        "timestamp": datetime.now(UTC).isoformat(),
    }
    os.write(2, json.dumps(line).encode() + b"\n")
