"""URLs of a board while it is played, of two or of a chouette."""

from games.web.routes import path, views

boards, crew, play = views("games.chouetteboards.views", "boards", "crew", "play")

urlpatterns = [
    path("sessions/<slug:public_id>/board/", play.session_board, name="session_board"),
    path("boards/<slug:public_id>/say/", boards.say, name="board_say"),
    path("boards/<slug:public_id>/", boards.board, name="board"),
    path("boards/<slug:public_id>/begin/", boards.begin, name="board_begin"),
    path("boards/<slug:public_id>/text/", boards.text, name="board_text"),
    path("boards/<slug:public_id>/act/", boards.act, name="board_act"),
    path("boards/<slug:public_id>/seed/", boards.seed, name="board_seed"),
    path("boards/<slug:public_id>/dice/", boards.restart, name="board_dice"),
    path("boards/<slug:public_id>/live/", boards.live, name="board_live"),
    path("boards/<slug:public_id>/moves/", boards.moves, name="board_moves"),
    path("boards/<slug:public_id>/crew/", crew.act, name="board_crew"),
    path("boards/<slug:public_id>/crew/live/", crew.live, name="board_crew_live"),
    path("boards/<slug:public_id>/speaker/", play.speaker, name="board_speaker"),
    path("boards/<slug:public_id>/wall/", boards.wall, name="board_wall"),
    path("boards/<slug:public_id>/wall/live/", boards.wall_live, name="board_wall_live"),
]
