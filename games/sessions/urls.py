"""Addresses of the pages that are read."""

from django.urls import path

from games.clubs.views import privacy
from games.sessions.views import sheets

urlpatterns = [
    path("clubs/<slug:slug>/", sheets.club, name="club"),
    path("clubs/<slug:slug>/sessions/", sheets.session_list, name="session_list"),
    path("clubs/<slug:slug>/balances/", sheets.balances, name="balances"),
    path("clubs/<slug:slug>/recounted/", sheets.debts_recounted, name="debts_recounted"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/shown/",
        privacy.player_shown,
        name="player_shown",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/data/",
        privacy.player_data,
        name="player_data",
    ),
    path("account/data/", privacy.account_data, name="account_data"),
    path("sessions/<slug:public_id>/", sheets.sheet, name="sheet"),
    path("sessions/<slug:public_id>/print/", sheets.sheet_print, name="sheet_print"),
    path("sessions/<slug:public_id>/sheet.csv", sheets.sheet_csv, name="sheet_csv"),
    path("sessions/<slug:public_id>/sheet.json", sheets.sheet_json, name="sheet_json"),
    path("sessions/<slug:public_id>/record.csn", sheets.sheet_csn, name="sheet_csn"),
    path("sessions/<slug:public_id>/games/<int:number>/", sheets.game_story, name="game_story"),
    path("debts/<slug:public_id>/paid/", sheets.debt_paid, name="debt_paid"),
    path("debts/<slug:public_id>/unpaid/", sheets.debt_unpaid, name="debt_unpaid"),
]
