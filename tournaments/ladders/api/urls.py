"""URLs of leaderboards in the API."""

from games.web.routes import path, views

leaderboards, ratings, records = views(
    "tournaments.ladders.api", "leaderboards", "ratings", "records"
)

urlpatterns = [
    path(
        "clubs/<str:slug>/leaderboard",
        leaderboards.ClubLeaderboard.as_view(),
        name="api-leaderboard",
    ),
    path(
        "players/<str:public_id>/ratings",
        ratings.PlayerRatings.as_view(),
        name="api-player-ratings",
    ),
    path(
        "players/<str:public_id>/evenings",
        ratings.PlayerEvenings.as_view(),
        name="api-player-evenings",
    ),
    path(
        "players/<str:public_id>/against/<str:other_id>",
        records.PlayerAgainst.as_view(),
        name="api-player-against",
    ),
    path(
        "players/<str:public_id>/record",
        records.PlayerRecord.as_view(),
        name="api-player-record",
    ),
]
