"""URLs of leagues."""

from games.web.routes import path, views

calendars, cups, desk, files, fixtures, founding, leagues = views(
    "tournaments.leagues.views",
    *("calendars", "cups", "desk", "files", "fixtures", "founding", "leagues"),
)

urlpatterns = [
    path("clubs/<slug:slug>/leagues/", leagues.league_list, name="league_list"),
    path("clubs/<slug:slug>/leagues/new/", founding.league_new, name="league_new"),
    path("leagues/<slug:public_id>/", leagues.league, name="league"),
    path("leagues/<slug:public_id>/wall/", leagues.league_wall_page, name="league_wall"),
    path("leagues/<slug:public_id>/wall/live/", leagues.league_wall_live, name="league_wall_live"),
    path("leagues/<slug:public_id>/print/", leagues.league_print, name="league_print"),
    *(
        path(
            f"leagues/<slug:public_id>/seasons/<int:number>/{what}.{kind}",
            files.season_file,
            {"what": what, "kind": kind},
            f"league_{what}_{kind}",
        )
        for what in ("tables", "fixtures")
        for kind in ("csv", "xlsx")
    ),
    path("leagues/<slug:public_id>/me/", fixtures.league_me, name="league_me"),
    path("leagues/<slug:public_id>/direct/", desk.league_direct, name="league_direct"),
    path("clubs/<slug:slug>/cups/new/", cups.cup_new, name="cup_new"),
    path("cups/<slug:public_id>/me/", cups.cup_me, name="cup_me"),
    path("cups/<slug:public_id>/direct/", cups.cup_direct_page, name="cup_direct"),
    path("cups/<slug:public_id>/deadlines/", cups.cup_of_event, name="cup_of_event"),
    path("cups/<slug:public_id>/wall/", cups.cup_wall_page, name="cup_wall"),
    path("cups/<slug:public_id>/wall/live/", cups.cup_wall_live, name="cup_wall_live"),
    *(
        path(
            f"cups/<slug:public_id>/fixtures.{kind}",
            cups.cup_file,
            {"kind": kind},
            f"cup_fixtures_{kind}",
        )
        for kind in ("csv", "xlsx")
    ),
    path("fixtures/<slug:public_id>/date.ics", calendars.fixture_calendar, name="fixture_calendar"),
    path("calendars/<str:token>.ics", calendars.feed, name="calendar_feed"),
    path("fixtures/<slug:public_id>/", fixtures.fixture, name="fixture"),
]
