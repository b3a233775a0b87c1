"""Addresses of events for players, onlookers and screens."""

from django.urls import path

from tournaments import event_public_views as views

urlpatterns = [
    path("events/<slug:public_id>/", views.event, name="event"),
    path("events/<slug:public_id>/live/", views.event_live, name="event_live"),
    path("events/<slug:public_id>/wall/", views.wall, name="event_wall"),
    path("events/<slug:public_id>/wall/live/", views.wall_live, name="event_wall_live"),
    path("events/<slug:public_id>/entries.csv", views.entries_csv, name="event_entries_csv"),
    path("events/<slug:public_id>/results.csv", views.results_csv, name="event_results_csv"),
    path("events/<slug:public_id>/standings.csv", views.standings_csv, name="event_standings_csv"),
]
