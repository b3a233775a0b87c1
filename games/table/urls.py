"""URLs of a table: its page, phones without an account, its stream, its screens."""

from games.web.routes import path, re_path, views

join, live, phones, table, wall = views(
    "games.table.views", "join", "live", "phones", "table", "wall"
)

urlpatterns = [
    path("sessions/<slug:public_id>/table/", table.table, name="table"),
    path("sessions/<slug:public_id>/table/act/", table.act, name="table_act"),
    path("sessions/<slug:public_id>/table/declare/", table.declare, name="table_declare"),
    path("sessions/<slug:public_id>/table/others/", table.others, name="table_others"),
    path("sessions/<slug:public_id>/table/hold/", table.hold, name="table_hold"),
    path("sessions/<slug:public_id>/table/offers/", table.open_offers, name="table_offers"),
    path(
        "sessions/<slug:public_id>/table/offers/close/",
        table.close_offers,
        name="table_offers_close",
    ),
    path("sessions/<slug:public_id>/table/roll/", table.roll, name="table_roll"),
    path("sessions/<slug:public_id>/table/newcomer/", table.newcomer, name="table_newcomer"),
    path("sessions/<slug:public_id>/table/undo/", table.undo_tap, name="table_undo"),
    path("sessions/<slug:public_id>/table/redo/", table.redo_tap, name="table_redo"),
    path("sessions/<slug:public_id>/table/end/", table.end, name="table_end"),
    path("sessions/<slug:public_id>/table/reopen/", table.reopen, name="table_reopen"),
    path("t/<str:sealed>/", join.open_link, name="pass"),
    path("join/", join.join, name="join"),
    path("join/<slug:code>/", join.join_code, name="join_code"),
    path("sessions/<slug:public_id>/join/<slug:secret>/", join.choose, name="join_choose"),
    path("sessions/<slug:public_id>/waiting/", join.waiting, name="join_waiting"),
    path("sessions/<slug:public_id>/waiting/stop/", join.stop_waiting, name="join_stop"),
    path("sessions/<slug:public_id>/phones/", phones.phones, name="phones"),
    re_path(
        r"^sessions/(?P<public_id>[-\w]+)/phones/(?P<do>open|close)/$",
        phones.join_switch,
        name="join_switch",
    ),
    path("sessions/<slug:public_id>/phones/links/", phones.link_new, name="phone_link_new"),
    path("sessions/<slug:public_id>/phones/speak/", phones.speak, name="phones_speak"),
    path("sessions/<slug:public_id>/phones/<slug:pass_id>/", phones.link, name="phone_link"),
    path(
        "sessions/<slug:public_id>/phones/<slug:pass_id>/revoke/",
        phones.revoke,
        name="phone_revoke",
    ),
    re_path(
        r"^sessions/(?P<public_id>[-\w]+)/claims/(?P<pass_id>[-\w]+)/(?P<do>yes|no)/$",
        phones.claim,
        name="claim",
    ),
    path("clubs/<slug:slug>/screens/", phones.club_screens, name="club_screens"),
    path("clubs/<slug:slug>/screens/<slug:pass_id>/", phones.club_screen, name="club_screen"),
    path(
        "clubs/<slug:slug>/screens/<slug:pass_id>/revoke/",
        phones.club_screen_revoke,
        name="club_screen_revoke",
    ),
    path("sessions/<slug:public_id>/live/", live.table, name="table_live"),
    path("sessions/<slug:public_id>/table/panes/", live.panes, name="table_panes"),
    path("sessions/<slug:public_id>/wall/", wall.session, name="session_wall"),
    path("sessions/<slug:public_id>/wall/live/", wall.session_live, name="session_wall_live"),
    path("clubs/<slug:slug>/wall/", wall.club, name="club_wall"),
    path("clubs/<slug:slug>/wall/live/", wall.club_live, name="club_wall_live"),
]
