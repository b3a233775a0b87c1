"""The background task of the project itself; each app has its own."""

from celery import shared_task

from chouette.health import heartbeat_write


@shared_task(ignore_result=True)
def heartbeat() -> None:
    """Record that the scheduler and a worker are running."""
    heartbeat_write()
