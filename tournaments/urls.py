"""Addresses of leaderboards."""

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [path("clubs/<slug:slug>/leaderboard/", views.leaderboard, name="leaderboard")]
