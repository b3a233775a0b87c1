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
    # Connect once only: a request that queues a task must not wait.
    "max_retries": 0,
    "socket_timeout": PATIENCE_SECONDS,
    "socket_connect_timeout": PATIENCE_SECONDS,
}


class Application(Celery):
    """Celery whose callers never wait for an unreachable broker.

    Queueing a task raises `OperationalError` after half a second at most; while the broker is down,
    further calls raise it at once. Callers can go on without the task.
    """

    # The task class that Celery chooses by itself in a Django project.
    task_cls = "celery.contrib.django.task:DjangoTask"

    @cached_property
    def outage(self) -> Outage:
        """Whether the broker is down, as this process knows."""
        return Outage("broker", self._answers)

    def connection_for_write(self, url: str | None = None, **kwargs: Any) -> Any:
        """Return a connection with short time-outs; workers read from patient ones."""
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
    """Keep Celery from installing log handlers: Django's settings configure the log."""
    logging.getLogger("celery").setLevel(loglevel or logging.WARNING)
    if environment.flag(os.environ, "CHOUETTE_LOG_JSON"):
        # Celery prints its shutdown messages past all loggers.
        worker.safe_say = _say  # type: ignore[attr-defined]


def _say(said: object, f: object = None) -> None:
    """Write a line inside a signal handler, without taking any lock."""
    line = {
        "event": str(said).strip(),
        "logger": "celery",
        "level": "info",
        "timestamp": datetime.now(UTC).isoformat(),
    }
    os.write(2, json.dumps(line).encode() + b"\n")
