"""URLs of leaderboards, player pages and official lists."""

from games.web.routes import path, views

leaderboards, officials, ratings, waiting = views(
    "tournaments.ladders.views", "leaderboards", "officials", "ratings", "waiting"
)

app_name = "tournaments"

urlpatterns = [
    path("clubs/<slug:slug>/leaderboard/", leaderboards.leaderboard, name="leaderboard"),
    path("clubs/<slug:slug>/waiting/", waiting.waiting, name="waiting"),
    path("clubs/<slug:slug>/players/", leaderboards.player_list, name="player_list"),
    path("clubs/<slug:slug>/records/", leaderboards.records, name="records"),
    path("clubs/<slug:slug>/compare/", leaderboards.compare, name="compare"),
    path("clubs/<slug:slug>/players/<slug:public_id>/", leaderboards.player, name="player"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/figures.csv",
        leaderboards.player_table,
        {"kind": "csv"},
        "player_csv",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/figures.xlsx",
        leaderboards.player_table,
        {"kind": "xlsx"},
        "player_xlsx",
    ),
    path(
        "clubs/<slug:slug>/leaderboard.csv",
        leaderboards.leaderboard_table,
        {"kind": "csv"},
        "leaderboard_csv",
    ),
    path(
        "clubs/<slug:slug>/leaderboard.xlsx",
        leaderboards.leaderboard_table,
        {"kind": "xlsx"},
        "leaderboard_xlsx",
    ),
    path("clubs/<slug:slug>/official/", officials.lists, name="official_lists"),
    path("clubs/<slug:slug>/official/<slug:key>/", officials.one, name="official_list"),
    path(
        "clubs/<slug:slug>/official/<slug:key>.csv",
        officials.table,
        {"kind": "csv"},
        "official_csv",
    ),
    path(
        "clubs/<slug:slug>/official/<slug:key>.xlsx",
        officials.table,
        {"kind": "xlsx"},
        "official_xlsx",
    ),
    path("clubs/<slug:slug>/ratings/", ratings.method, name="ratings_method"),
    path("clubs/<slug:slug>/ratings/games/", ratings.games, name="game_ratings"),
    path("clubs/<slug:slug>/ratings/inputs.csv", ratings.inputs, name="ratings_inputs"),
    path("clubs/<slug:slug>/ratings/matches.csv", ratings.matches, name="match_inputs"),
    path("clubs/<slug:slug>/ratings/games.csv", ratings.game_results, name="game_inputs"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/rating/",
        ratings.player_rating,
        name="player_rating",
    ),
]
