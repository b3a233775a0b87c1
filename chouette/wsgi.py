"""Django as a WSGI application: what `chouette.asgi` serves, and any other WSGI server can."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chouette.settings")

application = get_wsgi_application()
