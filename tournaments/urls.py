"""Addresses of the pages made of many games."""

from django.urls import path

from tournaments import official_views, rating_views, views

app_name = "tournaments"

urlpatterns = [
    path("clubs/<slug:slug>/leaderboard/", views.leaderboard, name="leaderboard"),
    path("clubs/<slug:slug>/players/", views.player_list, name="player_list"),
    path("clubs/<slug:slug>/records/", views.records, name="records"),
    path("clubs/<slug:slug>/players/<slug:public_id>/", views.player, name="player"),
    path("clubs/<slug:slug>/leaderboard.csv", views.leaderboard_csv, name="leaderboard_csv"),
    path("clubs/<slug:slug>/official/", official_views.lists, name="official_lists"),
    path("clubs/<slug:slug>/official/<slug:key>/", official_views.one, name="official_list"),
    path("clubs/<slug:slug>/official/<slug:key>.csv", official_views.csv, name="official_csv"),
    path("clubs/<slug:slug>/ratings/", rating_views.method, name="ratings_method"),
    path("clubs/<slug:slug>/ratings/inputs.csv", rating_views.inputs, name="ratings_inputs"),
    path("clubs/<slug:slug>/ratings/matches.csv", rating_views.matches, name="match_inputs"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/rating/",
        rating_views.player_rating,
        name="player_rating",
    ),
]
