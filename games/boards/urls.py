"""Pages around a board: set up, invited, listed, looked back at."""

from games.web.routes import path, views

afterwards, lines, lists, messages, reading, setup = views(
    "games.boards.views", "afterwards", "lines", "lists", "messages", "reading", "setup"
)

urlpatterns = [
    path("boards/", lists.my_boards, name="boards"),
    path("clubs/<slug:slug>/boards/", lists.club_boards, name="club_boards"),
    path("clubs/<slug:slug>/boards/new/", setup.board_new, name="board_new"),
    path("clubs/<slug:slug>/boards/read/", reading.record_read, name="record_read"),
    path("boards/invitation/<str:token>/", setup.board_invitation, name="board_invitation"),
    path("boards/<slug:public_id>/invite/", setup.board_invite, name="board_invite"),
    path(
        "boards/<slug:public_id>/invite/<int:number>/withdraw/",
        setup.board_invitation_withdraw,
        name="board_invitation_withdraw",
    ),
    path(
        "boards/<slug:public_id>/seat/<int:number>/<slug:answer>/",
        setup.board_handover,
        name="board_handover",
    ),
    path("boards/<slug:public_id>/wait/<slug:do>/", setup.board_wait, name="board_wait"),
    path("boards/<slug:public_id>/join/", setup.board_join, name="board_join"),
    path("boards/<slug:public_id>/decline/", setup.board_decline, name="board_decline"),
    path("boards/<slug:public_id>/game/", afterwards.board_replay, name="board_replay"),
    path("boards/<slug:public_id>/game/<int:number>/", afterwards.board_replay, name="board_game"),
    path("boards/<slug:public_id>/file/<slug:kind>/", afterwards.board_file, name="board_file"),
    path("boards/<slug:public_id>/proof/", afterwards.board_proof, name="board_proof"),
    path(
        "boards/<slug:public_id>/proof/file/", afterwards.board_proof_file, name="board_proof_file"
    ),
    path("boards/<slug:public_id>/abandon/", afterwards.board_abandon_it, name="board_abandon"),
    path("boards/<slug:public_id>/rematch/", afterwards.board_rematch, name="board_rematch"),
    path("boards/<slug:public_id>/block/", afterwards.board_block, name="board_block"),
    path("boards/<slug:public_id>/messages/", messages.subscribe, name="board_messages"),
    path(
        "boards/<slug:public_id>/messages/<slug:subscription>/out/",
        messages.unsubscribe,
        name="board_messages_out",
    ),
    path("boards/<slug:public_id>/lines/", lines.board_lines, name="board_lines"),
    path(
        "boards/<slug:public_id>/lines/<int:number>/report/",
        lines.board_line_report,
        name="board_line_report",
    ),
    path(
        "boards/<slug:public_id>/lines/<int:number>/hide/",
        lines.board_line_hide,
        name="board_line_hide",
    ),
    path("boards/blocked/<int:number>/remove/", afterwards.board_unblock, name="board_unblock"),
]
