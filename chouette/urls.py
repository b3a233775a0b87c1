"""The URLs of all apps."""

from csp.constants import SELF
from csp.decorators import csp_update
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

# Swagger's style sheet embeds its pictures as data URLs.
api_docs = csp_update({"img-src": [SELF, "data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema")
)

handler400 = "games.web.views.errors.bad_request"
handler403 = "games.web.views.errors.forbidden"
handler404 = "games.web.views.errors.not_found"
handler500 = "games.web.views.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
    path("", include("tournaments.ladders.urls")),
    path("", include("tournaments.desk.urls")),
    path("", include("tournaments.leagues.urls")),
    path("", include("tournaments.pages.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.ladders.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/docs/", api_docs, name="api-docs"),
]
