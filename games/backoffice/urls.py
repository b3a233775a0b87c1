"""URLs of organizers' decisions on pages of the club."""

from games.web.routes import path, views

club_pages = views("games.backoffice.club_pages")

urlpatterns = [
    path(
        "sessions/<slug:public_id>/games/<int:number>/decide/<slug:do>/",
        club_pages.game_decision,
        name="game_decision",
    ),
    path(
        "sessions/<slug:public_id>/decide/<slug:do>/",
        club_pages.session_decision,
        name="session_decision",
    ),
    path("clubs/<slug:slug>/sessions/enter/", club_pages.sheet_entering, name="sheet_entering"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/merge/",
        club_pages.player_decision,
        name="player_merge",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/decide/<slug:do>/",
        club_pages.player_decision,
        name="player_decision",
    ),
]
