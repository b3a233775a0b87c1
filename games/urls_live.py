"""Addresses of the live streams."""

from django.urls import path

from games.views import live

urlpatterns = [
    path("sessions/<slug:public_id>/live/", live.table, name="table_live"),
]
