"""Addresses of matches and of the phones of an event's players."""

from django.urls import path

from tournaments import match_views, phone_views

urlpatterns = [
    path("clubs/<slug:slug>/matches/", match_views.match_list, name="match_list"),
    path("clubs/<slug:slug>/matches/new/", match_views.match_new, name="match_new"),
    path("matches/<slug:public_id>/", match_views.match, name="match"),
    path("matches/<slug:public_id>/live/", match_views.match_live, name="match_live"),
    path("matches/<slug:public_id>/act/", match_views.match_act, name="match_act"),
    path("e/", phone_views.code, name="event_code"),
    path("e/link/<str:sealed>/", phone_views.open_link, name="event_pass"),
    path("e/<str:code>/", phone_views.check_in, name="event_check_in"),
    path("events/<slug:public_id>/waiting/", phone_views.waiting, name="event_waiting"),
    path("events/<slug:public_id>/waiting/stop/", phone_views.stop, name="event_waiting_stop"),
    path("events/<slug:public_id>/me/", phone_views.me, name="event_me"),
    path("events/<slug:public_id>/me/act/", phone_views.me_act, name="event_me_act"),
    path("events/<slug:public_id>/phones/", phone_views.phones, name="event_phones"),
    path(
        "events/<slug:public_id>/phones/code/<slug:do>/", phone_views.switch, name="event_code_do"
    ),
    path("events/<slug:public_id>/phones/new/", phone_views.link_new, name="event_pass_new"),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/grant/",
        phone_views.grant,
        name="event_pass_grant",
    ),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/refuse/",
        phone_views.refuse,
        name="event_pass_refuse",
    ),
    path(
        "events/<slug:public_id>/phones/<slug:pass_id>/revoke/",
        phone_views.revoke,
        name="event_pass_revoke",
    ),
]
