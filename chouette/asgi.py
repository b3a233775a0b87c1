"""The application that uvicorn serves: all of Django, synchronous, in a few threads.

Django under ASGI would make a new thread for every request; here a few threads serve them all
and keep their database connections, some of them only what is tapped at the tables. Who sends or
reads slowly, and what is streamed, needs no thread at all.
"""

import gc
import re
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.db import connection

from chouette.addresses import address_of
from chouette.bodies import Bodies
from chouette.bridge import Bridge
from chouette.celery import app
from chouette.live.application import Application, LiveApplication
from chouette.live.wiring import hub_create
from chouette.updating import watch
from chouette.wsgi import application as django

THREADS = 6
# A file answers at once; while a database server answers one tap, another can be worked on.
THREADS_FOR_TAPS = 2 if connection.vendor == "sqlite" else 4
TAPS = re.compile(r"/sessions/[^/]+/table/")

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
application = LiveApplication(_inner, hub_create)
watch.begin()

# What is there by now stays for good: a full collection, during which everybody waits, need not go
# through all of it again and again.
gc.collect()
gc.freeze()
