"""Addresses of the pages about files: imports, exports, and the work on them."""

from django.urls import path

from games.views import imports

urlpatterns = [
    path("clubs/<slug:slug>/files/", imports.files, name="files"),
    path("clubs/<slug:slug>/files/<slug:kind>/", imports.files_send, name="files_send"),
    path("new-club/archive/", imports.club_read, name="club_read"),
    path("jobs/<slug:public_id>/", imports.job, name="job"),
    path("jobs/<slug:public_id>/choices/", imports.job_choices, name="job_choices"),
    path("jobs/<slug:public_id>/start/", imports.job_begin, name="job_begin"),
    path("jobs/<slug:public_id>/cancel/", imports.job_stop, name="job_stop"),
    path("jobs/<slug:public_id>/state/", imports.job_state, name="job_state"),
    path("jobs/<slug:public_id>/file/", imports.job_file, name="job_file"),
]
