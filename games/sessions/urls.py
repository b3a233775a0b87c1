"""URLs of an evening: set-up, sheet, settling up, earlier games."""

from games.web.routes import path, views

earlier_games, setup, sheets, totals = views(
    "games.sessions.views", "earlier_games", "setup", "sheets", "totals"
)

urlpatterns = [
    path("clubs/<slug:slug>/sessions/new/", setup.session_new, name="session_new"),
    path(
        "clubs/<slug:slug>/sessions/new/player/",
        setup.session_new_player,
        name="session_new_player",
    ),
    path(
        "clubs/<slug:slug>/sessions/new/group/",
        setup.session_new_group,
        name="session_new_group",
    ),
    path(
        "clubs/<slug:slug>/sessions/new/options/",
        setup.session_new_options,
        name="session_new_options",
    ),
    path(
        "sessions/<slug:public_id>/disputes/<slug:note_id>/",
        earlier_games.dispute_end,
        name="dispute_end",
    ),
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
    path("clubs/<slug:slug>/evenings/new/", totals.evening_new, name="evening_new"),
    path("clubs/<slug:slug>/evenings.csv", totals.evenings_table, {"kind": "csv"}, "evenings_csv"),
    path(
        "clubs/<slug:slug>/evenings.xlsx", totals.evenings_table, {"kind": "xlsx"}, "evenings_xlsx"
    ),
    path("sessions/<slug:public_id>/totals/", totals.evening_right, name="evening_right"),
    path("clubs/<slug:slug>/", sheets.club, name="club"),
    path("clubs/<slug:slug>/balances/", sheets.balances, name="balances"),
    path("clubs/<slug:slug>/balances/paid/", sheets.balances_paid, name="balances_paid"),
    path("clubs/<slug:slug>/recounted/", sheets.debts_recounted, name="debts_recounted"),
    path("sessions/<slug:public_id>/", sheets.sheet, name="sheet"),
    path("sessions/<slug:public_id>/worth/", setup.session_worth_page, name="session_worth"),
    path("sessions/<slug:public_id>/leaver/<slug:player>/", sheets.leaver, name="leaver"),
    path("sessions/<slug:public_id>/print/", sheets.sheet_print, name="sheet_print"),
    path("sessions/<slug:public_id>/sheet.csv", sheets.sheet_table, {"kind": "csv"}, "sheet_csv"),
    path(
        "sessions/<slug:public_id>/sheet.xlsx", sheets.sheet_table, {"kind": "xlsx"}, "sheet_xlsx"
    ),
    path("sessions/<slug:public_id>/sheet.json", sheets.sheet_json, name="sheet_json"),
    path("sessions/<slug:public_id>/record.csn", sheets.sheet_csn, name="sheet_csn"),
    path("sessions/<slug:public_id>/games/<int:number>/", sheets.game_story, name="game_story"),
    path("debts/<slug:public_id>/paid/", sheets.debt_paid, name="debt_paid"),
    path("debts/<slug:public_id>/unpaid/", sheets.debt_unpaid, name="debt_unpaid"),
]
