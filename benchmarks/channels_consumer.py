"""The table page with a Channels consumer for its stream, for comparison in `benchmarks/live.py`.

Django is served as Channels does it, as ASGI, and writes through the same views and services; only
the stream differs. Channels gets the best conditions: the fragment is rendered once for all, not by
each consumer, and the channel layer is in memory, without a network.

    python -m benchmarks.channels_consumer --port 8001
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "chouette.settings"

import django
from django.conf import settings

settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
# Under ASGI every request has its own thread, whose connection would never be reused.
settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
django.setup()

import uvicorn  # noqa: E402
from asgiref.sync import async_to_sync  # noqa: E402
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.http import AsyncHttpConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from chouette import preparation  # noqa: E402
from games.models import Session  # noqa: E402
from games.record.selectors.sessions import session_get  # noqa: E402
from games.signals import table_changed  # noqa: E402
from games.table.presenters.html import table_html  # noqa: E402
from games.table.presenters.parts import SWAP  # noqa: E402
from games.table.presenters.reading import table_page  # noqa: E402
from games.table.presenters.values import Audience  # noqa: E402
from games.web.input import Input  # noqa: E402

WATCHING = Audience(signed_in=True)
HEADERS = [(b"Content-Type", b"text/event-stream"), (b"Cache-Control", b"no-store")]


def group_of(public_id):
    return f"table.{public_id}"


def event_of(public_id):
    """Return the event for viewers: the current table, as a server-sent event."""
    session = Session.objects.select_related("club").get(public_id=public_id)
    page = table_page(session, WATCHING, Input(), broadcast=True)
    text = table_html(SWAP, page)
    data = "\n".join(f"data: {line}" for line in text.splitlines())
    return f"event: table\nid: {session.beat}\n{data}\n\n"


def tell(public_id, **_others):
    """Send everybody the table, once its change has been committed."""
    message = {"type": "table.changed", "event": event_of(public_id)}
    async_to_sync(get_channel_layer().group_send)(group_of(public_id), message)


class TableConsumer(AsyncHttpConsumer):
    """One viewer's stream."""

    group = ""

    async def http_request(self, message):
        """Begin, and stay open: the base class ends when the request has been handled."""
        if not message.get("more_body"):
            await self.handle(b"")

    async def handle(self, _body):
        """Admit members of the club, and send them the current table."""
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        await database_sync_to_async(session_get)(public_id, self.scope["user"])
        self.group = group_of(public_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send_headers(headers=HEADERS)
        event = await database_sync_to_async(event_of)(public_id)
        await self.send_body(event.encode(), more_body=True)

    async def table_changed(self, message):
        await self.send_body(message["event"].encode(), more_body=True)

    async def disconnect(self):
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)


application = URLRouter(
    [
        path(
            "sessions/<slug:public_id>/live/",
            AuthMiddlewareStack(TableConsumer.as_asgi()),
        ),
        re_path("", get_asgi_application()),
    ]
)


def main():
    """Serve it with uvicorn, as `manage.py up` is served."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args()
    preparation.migrate()
    preparation.collect_static_files()
    table_changed.connect(tell)
    uvicorn.run(
        application,
        host="127.0.0.1",
        port=options.port,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
