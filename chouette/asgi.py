"""The application that uvicorn serves: all of Django, synchronous, in a few threads.

Django under ASGI would make a new thread for every request; here eight threads serve them all
and keep their database connections.
"""

from typing import cast

from a2wsgi.wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from chouette.wsgi import application as django

THREADS = 8

application = WSGIMiddleware(cast(WSGIApp, django), workers=THREADS)
