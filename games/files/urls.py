"""URLs of the pages about files: imports, exports and their jobs; and of analyses."""

from games.web.routes import path, views

analyses, demo, files, scores = views("games.files.views", "analyses", "demo", "files", "scores")

urlpatterns = [
    path("welcome/<str:token>/demo/", demo.look_around, name="welcome_demo"),
    path("clubs/<slug:slug>/files/", files.files, name="files"),
    path("clubs/<slug:slug>/files/<slug:kind>/", files.files_send, name="files_send"),
    path("clubs/<slug:slug>/sessions/import/", scores.session_import, name="session_import"),
    path("new-club/archive/", files.club_read, name="club_read"),
    path("jobs/<slug:public_id>/", files.job, name="job"),
    path("jobs/<slug:public_id>/choices/", files.job_choices, name="job_choices"),
    path("jobs/<slug:public_id>/start/", files.job_begin, name="job_begin"),
    path("jobs/<slug:public_id>/cancel/", files.job_stop, name="job_stop"),
    path("jobs/<slug:public_id>/back/", files.job_back, name="job_back"),
    path("jobs/<slug:public_id>/state/", files.job_state, name="job_state"),
    path("jobs/<slug:public_id>/file/", files.job_file, name="job_file"),
    path("clubs/<slug:slug>/analyses/", analyses.analyses, name="analyses"),
    path("boards/<slug:public_id>/analyse/", analyses.board_analysis, name="board_analyse"),
    path("boards/<slug:public_id>/analysis/", analyses.analysis_of_board, name="board_analysis"),
    path("analyses/<slug:public_id>/", analyses.analysis, name="analysis"),
    path(
        "analyses/<slug:public_id>/game/<int:number>/",
        analyses.analysis_replayed,
        name="analysis_game",
    ),
    path("analyses/<slug:public_id>/state/", analyses.analysis_state, name="analysis_state"),
    path("analyses/<slug:public_id>/cancel/", analyses.analysis_stop, name="analysis_stop"),
    path("analyses/<slug:public_id>/file/", analyses.analysis_file, name="analysis_file"),
]
