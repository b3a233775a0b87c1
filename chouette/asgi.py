"""The application that uvicorn serves: all of Django, synchronous, in a few threads.

Django under ASGI would start a new thread for every request; here a few threads serve them all and
keep their database connections, and some threads serve only taps at the tables. Slow senders and
readers, and streams, occupy no thread.
"""

import re
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.db import connection

from chouette import memory
from chouette.addresses import address_of
from chouette.bodies import Bodies, one_household
from chouette.bridge import Bridge
from chouette.celery import app
from chouette.garbage import everything_is_loaded
from chouette.live.application import Application, LiveApplication
from chouette.live.wiring import hub_create
from chouette.updating import watch
from chouette.wsgi import application as django

THREADS = 6
# With SQLite taps run one after the other anyway; while a database server answers one, others can
# run.
THREADS_FOR_TAPS = 2 if connection.vendor == "sqlite" else 4
TAPS = re.compile(r"/sessions/[^/]+/table/|/boards/[^/]+/act/")

_bodies = Bodies(lambda scope: address_of(scope, settings.TRUSTED_PROXIES))
_bridge = Bridge(
    cast(WSGIApp, django),
    THREADS,
    bodies=_bodies,
    is_urgent=TAPS.match,
    urgent_workers=THREADS_FOR_TAPS,
)
_inner = cast(Application, _bridge)
if settings.METRICS is not None:
    from chouette import metrics

    _inner = metrics.measured(_inner, TAPS.match)
    metrics.serve(*settings.METRICS, _bodies, app.outage)
application = LiveApplication(
    _inner, hub_create, lambda scope: one_household(_bodies.address_of(scope))
)
watch.begin()
memory.begin()

everything_is_loaded()
