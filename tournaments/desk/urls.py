"""URLs of events for directors."""

from games.web.routes import path, views

desk, entering, files, lists, log, printing, rehearsals, settings = views(
    "tournaments.desk.views",
    "desk",
    "entering",
    "files",
    "lists",
    "log",
    "printing",
    "rehearsals",
    "settings",
)

urlpatterns = [
    path("rehearse/", rehearsals.rehearsal_new, name="rehearsal_new"),
    path("clubs/<slug:slug>/events/", lists.event_list, name="event_list"),
    path("clubs/<slug:slug>/events/new/", lists.event_new, name="event_new"),
    path("events/<slug:public_id>/direct/", desk.desk, name="event_direct"),
    path("events/<slug:public_id>/direct/act/", desk.tapped, name="event_act"),
    path("events/<slug:public_id>/settings/", settings.event_settings, name="event_settings"),
    path("events/<slug:public_id>/template/", settings.event_again, name="event_template"),
    path("events/<slug:public_id>/files/", files.event_files, name="event_files"),
    *(
        path(
            f"events/<slug:public_id>/office/{form}.{kind}",
            files.event_office,
            {"form": form, "kind": kind},
            f"event_office_{form}_{kind}",
        )
        for form in ("matches", "table")
        for kind in ("csv", "xlsx")
    ),
    path("events/<slug:public_id>/entering/", entering.event_entering, name="event_entering"),
    path("events/<slug:public_id>/log/", log.event_log, name="event_log"),
    path("events/<slug:public_id>/slips/", printing.event_print, name="event_print"),
]
