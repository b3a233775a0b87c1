"""Addresses of the pages: accounts, home, set-up, the table; and those that are read."""

from django.urls import path

from games import (
    urls_clubs,
    urls_device,
    urls_imports,
    urls_join,
    urls_live,
    urls_programs,
    urls_reading,
    urls_wall,
)
from games.views import accounts, home, organizing, remarks, setup, table

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
    path("clubs/<slug:slug>/sessions/import/", organizing.session_import, name="session_import"),
    path(
        "sessions/<slug:public_id>/disputes/<slug:note_id>/",
        organizing.dispute_end,
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
    path("sessions/<slug:public_id>/rules/", remarks.session_rules, name="session_rules"),
    path(
        "sessions/<slug:public_id>/games/<int:number>/amend/",
        remarks.game_amend_page,
        name="game_amend",
    ),
    path(
        "sessions/<slug:public_id>/games/<int:number>/note/",
        remarks.game_note_page,
        name="game_note",
    ),
    *urls_clubs.urlpatterns,
    *urls_imports.urlpatterns,
    *urls_join.urlpatterns,
    *urls_live.urlpatterns,
    *urls_reading.urlpatterns,
    *urls_programs.urlpatterns,
    *urls_wall.urlpatterns,
    *urls_device.urlpatterns,
]
