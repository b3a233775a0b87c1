"""URLs of a board while it is played."""

from django.urls import path

from games.boards.views import chouettes, crew, play

urlpatterns = [
    path("boards/<slug:public_id>/", play.board, name="board"),
    path("boards/<slug:public_id>/begin/", play.begin, name="board_begin"),
    path("boards/<slug:public_id>/text/", play.text, name="board_text"),
    path("boards/<slug:public_id>/act/", play.act, name="board_act"),
    path("boards/<slug:public_id>/seed/", play.seed, name="board_seed"),
    path("boards/<slug:public_id>/dice/", play.restart, name="board_dice"),
    path("boards/<slug:public_id>/live/", play.live, name="board_live"),
    path("boards/<slug:public_id>/moves/", play.moves, name="board_moves"),
    path("boards/<slug:public_id>/crew/", crew.act, name="board_crew"),
    path("boards/<slug:public_id>/crew/live/", crew.live, name="board_crew_live"),
    path("boards/<slug:public_id>/speaker/", chouettes.speaker, name="board_speaker"),
    path("boards/<slug:public_id>/wall/", play.wall, name="board_wall"),
    path("boards/<slug:public_id>/wall/live/", play.wall_live, name="board_wall_live"),
]
