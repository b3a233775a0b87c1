"""Addresses of leaderboards for programs."""

from django.urls import path

from tournaments import api

urlpatterns = [
    path("clubs/<str:slug>/leaderboard", api.ClubLeaderboard.as_view(), name="api-leaderboard"),
]
