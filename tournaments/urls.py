"""Addresses of the pages made of many games."""

from django.urls import path

from tournaments import rating_views, views

app_name = "tournaments"

urlpatterns = [
    path("clubs/<slug:slug>/leaderboard/", views.leaderboard, name="leaderboard"),
    path("clubs/<slug:slug>/players/", views.player_list, name="player_list"),
    path("clubs/<slug:slug>/records/", views.records, name="records"),
    path("clubs/<slug:slug>/players/<slug:public_id>/", views.player, name="player"),
    path("clubs/<slug:slug>/leaderboard.csv", views.leaderboard_csv, name="leaderboard_csv"),
    path("clubs/<slug:slug>/ratings/", rating_views.method, name="ratings_method"),
    path("clubs/<slug:slug>/ratings/inputs.csv", rating_views.inputs, name="ratings_inputs"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/rating/",
        rating_views.player_rating,
        name="player_rating",
    ),
]
