"""Addresses of leaderboards for programs."""

from django.urls import path

from tournaments import api, rating_api

urlpatterns = [
    path("clubs/<str:slug>/leaderboard", api.ClubLeaderboard.as_view(), name="api-leaderboard"),
    path(
        "players/<str:public_id>/ratings",
        rating_api.PlayerRatings.as_view(),
        name="api-player-ratings",
    ),
]
