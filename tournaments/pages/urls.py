"""URLs of events and matches for players, spectators and screens, and of players' phones."""

from games.web.routes import path, views

entering, events, matches, next_table, phones, phones_directed, results = views(
    "tournaments.pages.views",
    *("entering", "events", "matches", "next_table", "phones", "phones_directed", "results"),
)

urlpatterns = [
    path("events/<slug:public_id>/", events.event, name="event"),
    path("events/<slug:public_id>/live/", events.event_live, name="event_live"),
    path("events/<slug:public_id>/wall/", events.wall, name="event_wall"),
    path("events/<slug:public_id>/wall/live/", events.wall_live, name="event_wall_live"),
    path(
        "events/<slug:public_id>/entries.csv",
        events.entries_table,
        {"kind": "csv"},
        "event_entries_csv",
    ),
    path(
        "events/<slug:public_id>/entries.xlsx",
        events.entries_table,
        {"kind": "xlsx"},
        "event_entries_xlsx",
    ),
    path(
        "events/<slug:public_id>/results.csv",
        events.results_table,
        {"kind": "csv"},
        "event_results_csv",
    ),
    path(
        "events/<slug:public_id>/results.xlsx",
        events.results_table,
        {"kind": "xlsx"},
        "event_results_xlsx",
    ),
    path(
        "events/<slug:public_id>/standings.csv",
        events.standings_table,
        {"kind": "csv"},
        "event_standings_csv",
    ),
    path(
        "events/<slug:public_id>/standings.xlsx",
        events.standings_table,
        {"kind": "xlsx"},
        "event_standings_xlsx",
    ),
    path("clubs/<slug:slug>/results/", results.results, name="results"),
    # Addresses from when each kind had a page of its own.
    path("clubs/<slug:slug>/sessions/", results.results, {"kind": "evenings"}, "session_list"),
    path("clubs/<slug:slug>/matches/", results.results, {"kind": "matches"}, "match_list"),
    path(
        "clubs/<slug:slug>/boards/finished/",
        results.results,
        {"kind": "boards"},
        "boards_finished",
    ),
    path("clubs/<slug:slug>/matches/new/", matches.match_new, name="match_new"),
    path("matches/<slug:public_id>/", matches.match, name="match"),
    path("matches/<slug:public_id>/live/", matches.match_live, name="match_live"),
    path("matches/<slug:public_id>/act/", matches.match_act, name="match_act"),
    path("matches/<slug:public_id>/board/", matches.match_board, name="match_board"),
    path("e/", phones.code, name="event_code"),
    path("e/link/<str:sealed>/", phones.open_link, name="event_pass"),
    path("e/wish/<str:token>/", entering.wish, name="event_wish"),
    path("e/wish/<str:token>/stop/", entering.wish_stop, name="event_wish_stop"),
    path("e/<slug:public_id>/<slug:secret>/enter/", entering.enter, name="event_enter"),
    path("e/<str:code>/", phones.code_written, name="event_code_written"),
    path("e/<slug:public_id>/<slug:secret>/", phones.check_in, name="event_check_in"),
    path("events/<slug:public_id>/waiting/", phones.waiting, name="event_waiting"),
    path("events/<slug:public_id>/waiting/stop/", phones.stop, name="event_waiting_stop"),
    path("events/<slug:public_id>/me/", next_table.me, name="event_me"),
    path("events/<slug:public_id>/me/act/", next_table.me_act, name="event_me_act"),
    path("events/<slug:public_id>/phones/", phones_directed.phones, name="event_phones"),
    path(
        "events/<slug:public_id>/phones/code/<slug:do>/",
        phones_directed.switch,
        name="event_code_do",
    ),
    path("events/<slug:public_id>/phones/new/", phones_directed.link_new, name="event_pass_new"),
    path("events/<slug:public_id>/phones/all/", phones_directed.links_new, name="event_passes_new"),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/grant/",
        phones_directed.grant,
        name="event_pass_grant",
    ),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/refuse/",
        phones_directed.refuse,
        name="event_pass_refuse",
    ),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/revoke/",
        phones_directed.revoke,
        name="event_pass_revoke",
    ),
]
