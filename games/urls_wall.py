"""Addresses of the screens on the wall."""

from django.urls import path

from games.views import wall

urlpatterns = [
    path("sessions/<slug:public_id>/wall/", wall.session, name="session_wall"),
    path("sessions/<slug:public_id>/wall/live/", wall.session_live, name="session_wall_live"),
    path("clubs/<slug:slug>/wall/", wall.club, name="club_wall"),
    path("clubs/<slug:slug>/wall/live/", wall.club_live, name="club_wall_live"),
]
