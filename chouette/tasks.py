"""The background task of the project itself; all others are in `games/tasks.py` and `tournaments/tasks.py`."""

from celery import shared_task

from chouette.health import heartbeat_write


@shared_task(ignore_result=True)
def heartbeat() -> None:
    """Record that the scheduler and a worker are running."""
    heartbeat_write()
