"""Addresses of the pages: accounts, home, set-up, the table; and those of each room."""

from django.urls import path

from games.accounts.views import accounts
from games.clubs import urls as clubs
from games.clubs.views import home
from games.files import urls as files
from games.sessions import urls as sessions
from games.sessions.views import csn, earlier_games, setup
from games.table import urls as tables
from games.table.views import table
from games.web import urls as web
from games.webhooks import urls as webhooks

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-in/<str:token>/", accounts.sign_in_link, name="sign-in-link"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.password, name="password"),
    path("account/devices/out/", accounts.devices_out, name="devices_out"),
    path("account/devices/<slug:device>/out/", accounts.device_out, name="device_out"),
    path("password/forgotten/", accounts.password_forgotten, name="password_forgotten"),
    path("password/<str:uid>/<str:token>/", accounts.password_new, name="password_new"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("new-club/", home.club_new, name="club_new"),
    path("clubs/<slug:slug>/sessions/new/", setup.session_new, name="session_new"),
    path(
        "clubs/<slug:slug>/sessions/new/player/",
        setup.session_new_player,
        name="session_new_player",
    ),
    path(
        "clubs/<slug:slug>/sessions/new/options/",
        setup.session_new_options,
        name="session_new_options",
    ),
    path("clubs/<slug:slug>/sessions/import/", csn.session_import, name="session_import"),
    path(
        "sessions/<slug:public_id>/disputes/<slug:note_id>/",
        csn.dispute_end,
        name="dispute_end",
    ),
    path("sessions/<slug:public_id>/table/", table.table, name="table"),
    path("sessions/<slug:public_id>/table/act/", table.act, name="table_act"),
    path("sessions/<slug:public_id>/table/declare/", table.declare, name="table_declare"),
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
    path("sessions/<slug:public_id>/rules/", earlier_games.session_rules, name="session_rules"),
    path(
        "sessions/<slug:public_id>/games/<int:number>/amend/",
        earlier_games.game_amend_page,
        name="game_amend",
    ),
    path(
        "sessions/<slug:public_id>/games/<int:number>/note/",
        earlier_games.game_note_page,
        name="game_note",
    ),
    *clubs.urlpatterns,
    *files.urlpatterns,
    *tables.urlpatterns,
    *sessions.urlpatterns,
    *webhooks.urlpatterns,
    *web.urlpatterns,
]
