"""Django as a WSGI application: for `chouette.asgi`, or any other WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")

application = get_wsgi_application()
