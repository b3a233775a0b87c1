"""Addresses of the pages that are read."""

from django.urls import path

from games.views import privacy, reading

urlpatterns = [
    path("clubs/<slug:slug>/", reading.club, name="club"),
    path("clubs/<slug:slug>/sessions/", reading.session_list, name="session_list"),
    path("clubs/<slug:slug>/balances/", reading.balances, name="balances"),
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
    path("sessions/<slug:public_id>/", reading.sheet, name="sheet"),
    path("sessions/<slug:public_id>/print/", reading.sheet_print, name="sheet_print"),
    path("sessions/<slug:public_id>/sheet.csv", reading.sheet_csv, name="sheet_csv"),
    path("sessions/<slug:public_id>/sheet.json", reading.sheet_json, name="sheet_json"),
    path("sessions/<slug:public_id>/record.csn", reading.sheet_csn, name="sheet_csn"),
    path("sessions/<slug:public_id>/games/<int:number>/", reading.game_story, name="game_story"),
    path("debts/<slug:public_id>/paid/", reading.debt_paid, name="debt_paid"),
    path("debts/<slug:public_id>/unpaid/", reading.debt_unpaid, name="debt_unpaid"),
]
