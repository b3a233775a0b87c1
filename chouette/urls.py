"""The URLs of all apps."""

from django.contrib import admin
from django.urls import include, path

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
]
