"""Metrics for Prometheus, on their own port; off by default."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from prometheus_client import Counter, Gauge, Histogram, start_http_server

from chouette.bodies import Bodies
from chouette.outage import Outage

PROCESSES: Final = 16
"""Each process of a server takes the next free port, up to this many."""
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS: Final = Counter("chouette_requests", "Requests answered.", ["kind", "status"])
SECONDS: Final = Histogram(
    "chouette_request_seconds", "How long requests took.", ["kind"], buckets=BUCKETS
)
RUNNING: Final = Gauge("chouette_requests_running", "Requests that are being worked on.")
BODIES: Final = Gauge("chouette_bodies_unfinished", "Requests that are still coming in.")
AWAY: Final = Gauge("chouette_broker_away", "1 while the broker does not answer, else 0.")

log = structlog.get_logger(__name__)
Application = Callable[[Any, Any, Any], Awaitable[None]]


def serve(host: str, port: int, bodies: Bodies, outage: Outage) -> int | None:
    """Serve metrics at the first free port from this one on; return it."""
    BODIES.set_function(lambda: sum(bodies.unfinished.values()))
    AWAY.set_function(outage.is_on)
    for free in range(port, port + PROCESSES):
        try:
            start_http_server(free, host)
        except OSError:
            continue
        log.info("metrics", host=host, port=free)
        return free
    log.warning("metrics_without_port", host=host, port=port)
    return None


def measured(inner: Application, is_tap: Callable[[str], object]) -> Application:
    """Wrap an application: requests are counted by kind, never by address or person."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return
        status = ["none"]

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                status[0] = str(message["status"])
            await send(message)

        path = scope["path"]
        kind = "tap" if is_tap(path) else "api" if path.startswith("/api/") else "page"
        began = time.perf_counter()
        with RUNNING.track_inprogress():
            try:
                await inner(scope, receive, sent)
            finally:
                SECONDS.labels(kind).observe(time.perf_counter() - began)
                REQUESTS.labels(kind, status[0]).inc()

    return application
