"""Addresses of the interface for programs."""

from django.urls import path

from games.api import views

urlpatterns = [
    path("sessions", views.Sessions.as_view(), name="api-sessions"),
    path("sessions/<slug:public_id>", views.SessionDetail.as_view(), name="api-session"),
    path("sessions/<slug:public_id>/actions", views.SessionActions.as_view(), name="api-actions"),
    path("sessions/<slug:public_id>/undo", views.SessionUndo.as_view(), name="api-undo"),
    path("sessions/<slug:public_id>/redo", views.SessionRedo.as_view(), name="api-redo"),
    path("sessions/<slug:public_id>/end", views.SessionEnd.as_view(), name="api-end"),
    path("sessions/<slug:public_id>/sheet", views.SessionSheet.as_view(), name="api-sheet"),
]
