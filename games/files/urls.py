"""URLs of the pages about files: imports, exports and their jobs."""

from django.urls import path

from games.files import views

urlpatterns = [
    path("clubs/<slug:slug>/files/", views.files, name="files"),
    path("clubs/<slug:slug>/files/<slug:kind>/", views.files_send, name="files_send"),
    path("new-club/archive/", views.club_read, name="club_read"),
    path("jobs/<slug:public_id>/", views.job, name="job"),
    path("jobs/<slug:public_id>/choices/", views.job_choices, name="job_choices"),
    path("jobs/<slug:public_id>/start/", views.job_begin, name="job_begin"),
    path("jobs/<slug:public_id>/cancel/", views.job_stop, name="job_stop"),
    path("jobs/<slug:public_id>/state/", views.job_state, name="job_state"),
    path("jobs/<slug:public_id>/file/", views.job_file, name="job_file"),
]
