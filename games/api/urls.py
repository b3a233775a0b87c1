"""URLs of the API."""

from games.boards.faces.games import GAMES
from games.decisions.kinds.sessions import GameReinstate, GameVoid
from games.web.routes import path, views

(
    aftermath,
    board_files,
    boards,
    catalogue,
    clubs,
    decisions,
    evenings,
    groups,
    jobs,
    paper,
    play,
    records,
    schema,
    sessions,
) = views(
    "games.api.views",
    "aftermath",
    "board_files",
    "boards",
    "catalogue",
    "clubs",
    "decisions",
    "evenings",
    "groups",
    "jobs",
    "paper",
    "play",
    "records",
    "schema",
    "sessions",
)

urlpatterns = [
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("me", catalogue.Me.as_view(), name="api-me"),
    path("presets", catalogue.Presets.as_view(), name="api-presets"),
    path("options", catalogue.Options.as_view(), name="api-options"),
    path("problems", catalogue.Codes.as_view(), name="api-problems"),
    path("clubs", clubs.Clubs.as_view(), name="api-clubs"),
    path("clubs/<str:slug>", clubs.ClubDetail.as_view(), name="api-club"),
    path("clubs/<str:slug>/players", clubs.Players.as_view(), name="api-players"),
    path("clubs/<str:slug>/seasons", clubs.Seasons.as_view(), name="api-seasons"),
    path("clubs/<str:slug>/groups", groups.Groups.as_view(), name="api-groups"),
    path("clubs/<str:slug>/groups/<str:public_id>", groups.GroupDetail.as_view(), name="api-group"),
    path("clubs/<str:slug>/debts", clubs.ClubDebts.as_view(), name="api-debts"),
    path("clubs/<str:slug>/payments", clubs.ClubPayments.as_view(), name="api-payments"),
    path("clubs/<str:slug>/import", sessions.SessionImport.as_view(), name="api-import"),
    path("clubs/<str:slug>/paper-sheets", paper.PaperSheets.as_view(), name="api-paper-sheets"),
    path("clubs/<str:slug>/evenings", evenings.Evenings.as_view(), name="api-evenings"),
    path("clubs/<str:slug>/records", records.Records.as_view(), name="api-records"),
    path("jobs/<str:public_id>", jobs.JobDetail.as_view(), name="api-job"),
    path("players/<str:public_id>", clubs.PlayerDetail.as_view(), name="api-player"),
    path(
        "players/<str:public_id>/merge", decisions.PlayerMerged.as_view(), name="api-player-merge"
    ),
    path(
        "players/<str:public_id>/separate",
        decisions.PlayerSeparated.as_view(),
        name="api-player-separate",
    ),
    path(
        "players/<str:public_id>/anonymise",
        decisions.PlayerAnonymised.as_view(),
        name="api-player-anonymise",
    ),
    path("sessions", sessions.Sessions.as_view(), name="api-sessions"),
    path("sessions/<str:public_id>", sessions.SessionDetail.as_view(), name="api-session"),
    path("sessions/<str:public_id>/table", sessions.SessionTable.as_view(), name="api-table"),
    path(
        "sessions/<str:public_id>/board", sessions.SessionBoard.as_view(), name="api-session-board"
    ),
    path("sessions/<str:public_id>/actions", play.SessionActions.as_view(), name="api-actions"),
    path("sessions/<str:public_id>/roll", play.SessionRoll.as_view(), name="api-roll"),
    path("sessions/<str:public_id>/undo", play.SessionUndo.as_view(), name="api-undo"),
    path("sessions/<str:public_id>/redo", play.SessionRedo.as_view(), name="api-redo"),
    path(
        "sessions/<str:public_id>/declarations",
        play.SessionDeclarations.as_view(),
        name="api-declarations",
    ),
    path(
        "sessions/<str:public_id>/declarations/others",
        play.SessionOthers.as_view(),
        name="api-others",
    ),
    path("sessions/<str:public_id>/holding", play.SessionHolding.as_view(), name="api-holding"),
    path("sessions/<str:public_id>/offers", play.SessionOffers.as_view(), name="api-offers"),
    path(
        "sessions/<str:public_id>/offers/close",
        play.SessionOffersClose.as_view(),
        name="api-offers-close",
    ),
    path("sessions/<str:public_id>/amend", play.SessionAmend.as_view(), name="api-amend"),
    path("sessions/<str:public_id>/end", play.SessionEnd.as_view(), name="api-end"),
    path("sessions/<str:public_id>/reopen", play.SessionReopen.as_view(), name="api-reopen"),
    path("sessions/<str:public_id>/void", play.SessionVoid.as_view(), name="api-void"),
    path(
        "sessions/<str:public_id>/reinstate",
        decisions.SessionReinstated.as_view(),
        name="api-reinstate",
    ),
    path(
        "sessions/<str:public_id>/season",
        decisions.SessionSeasonMoved.as_view(),
        name="api-session-season",
    ),
    path(
        "sessions/<str:public_id>/games/<int:number>/void",
        decisions.GameDecision.as_view(kind=GameVoid),
        name="api-game-void",
    ),
    path(
        "sessions/<str:public_id>/games/<int:number>/reinstate",
        decisions.GameDecision.as_view(kind=GameReinstate),
        name="api-game-reinstate",
    ),
    path(
        "sessions/<str:public_id>/games/<int:number>/move",
        decisions.GameMoved.as_view(),
        name="api-game-move",
    ),
    path("sessions/<str:public_id>/sheet", aftermath.SessionSheet.as_view(), name="api-sheet"),
    path("sessions/<str:public_id>/notes", aftermath.SessionNotes.as_view(), name="api-notes"),
    path("notes/<str:public_id>/resolve", aftermath.NoteResolve.as_view(), name="api-resolve"),
    path("sessions/<str:public_id>/settle-up", aftermath.SettleUp.as_view(), name="api-settle-up"),
    path(
        "sessions/<str:public_id>/payments",
        aftermath.SessionPayments.as_view(),
        name="api-session-payments",
    ),
    path("boards", boards.Boards.as_view(), name="api-boards"),
    path("boards/<str:public_id>", boards.BoardDetail.as_view(), name="api-board"),
    path("boards/<str:public_id>/log", boards.BoardLog.as_view(), name="api-board-log"),
    path("boards/<str:public_id>/acts", boards.BoardActs.as_view(), name="api-board-acts"),
    path("boards/<str:public_id>/join", boards.BoardJoin.as_view(), name="api-board-join"),
    path("boards/<str:public_id>/decline", boards.BoardDecline.as_view(), name="api-board-decline"),
    path("boards/<str:public_id>/rematch", boards.BoardRematch.as_view(), name="api-board-rematch"),
    path(
        "boards/<str:public_id>/withdraw",
        boards.BoardWithdraw.as_view(),
        name="api-board-withdraw",
    ),
    path(
        "boards/<str:public_id>/analysis",
        board_files.BoardAnalysis.as_view(),
        name="api-board-analysis",
    ),
    path("boards/<str:public_id>/export/mat", board_files.BoardMat.as_view(), name="api-board-mat"),
    *(
        path(
            f"boards/<str:public_id>/export/{kind}",
            board_files.BoardText.as_view(kind=kind),
            name=f"api-board-{kind}",
        )
        for kind in sorted(of.FILE for of in GAMES.values())
    ),
    path("debts/<str:public_id>/pay", aftermath.DebtPay.as_view(), name="api-pay"),
    path("debts/<str:public_id>/unpay", aftermath.DebtUnpay.as_view(), name="api-unpay"),
    path("sessions/<str:public_id>/export/csn", aftermath.ExportCsn.as_view(), name="api-csn"),
    path("sessions/<str:public_id>/export/csv", aftermath.ExportCsv.as_view(), name="api-csv"),
    path("sessions/<str:public_id>/export/json", aftermath.ExportJson.as_view(), name="api-json"),
]
