"""URLs for devices that keep score without network."""

from games.web.routes import path, views

keeping, shell = views("games.handover.views", "keeping", "shell")

urlpatterns = [
    path("sessions/<slug:public_id>/offline/", keeping.begin, name="offline_begin"),
    path("sessions/<slug:public_id>/offline/keep/", keeping.keep, name="offline_keep"),
    path("sessions/<slug:public_id>/offline/end/", keeping.end, name="offline_end"),
    path("sessions/<slug:public_id>/offline/hand-over/", keeping.hand_over, name="hand_over"),
    path("offline/table/", shell.table, name="offline_table"),
]
