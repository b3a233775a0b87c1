"""URLs of the front page and of the pages for running a club."""

from games.web.routes import path, views

home, members, players, privacy, settings, trying, welcome = views(
    "games.clubs.views", "home", "members", "players", "privacy", "settings", "trying", "welcome"
)

urlpatterns = [
    path("", home.home, name="home"),
    path("try/", trying.try_out, name="try"),
    path("try/send/", trying.try_send, name="try_send"),
    path("welcome/<str:token>/", welcome.welcome, name="welcome"),
    path("new-club/", home.club_new, name="club_new"),
    path("clubs/<slug:slug>/members/", members.members, name="members"),
    path("clubs/<slug:slug>/members/<int:number>/", members.member_role, name="member_role"),
    path(
        "clubs/<slug:slug>/members/<int:number>/remove/",
        members.member_remove,
        name="member_remove",
    ),
    path("clubs/<slug:slug>/members/<int:number>/owner/", members.owner, name="member_owner"),
    path("clubs/<slug:slug>/leave/", members.leave, name="club_leave"),
    path("clubs/<slug:slug>/invitations/", members.invitations, name="invitations"),
    path("clubs/<slug:slug>/invitations/all/", members.invitations_all, name="invitations_all"),
    path(
        "clubs/<slug:slug>/invitations/<int:number>/revoke/",
        members.invitation_withdraw,
        name="invitation_revoke",
    ),
    path("clubs/<slug:slug>/settings/", settings.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/settings/delete/", settings.deletion, name="club_delete"),
    path("clubs/<slug:slug>/settings/rules/", settings.club_rules, name="club_rules"),
    path(
        "clubs/<slug:slug>/settings/rules/options/",
        settings.club_rules_options,
        name="club_rules_options",
    ),
    path("clubs/<slug:slug>/settings/look/", settings.club_look, name="club_look"),
    path("clubs/<slug:slug>/settings/look/colour/", settings.accent_set, name="accent_set"),
    path("clubs/<slug:slug>/settings/look/logo/", settings.logo_upload, name="logo_set"),
    path(
        "clubs/<slug:slug>/settings/look/logo/remove/", settings.logo_take_away, name="logo_remove"
    ),
    path("clubs/<slug:slug>/logo/<slug:digest>.png", settings.logo, name="club_logo"),
    path("colours/<slug:name>.css", settings.accent_sheet, name="accent"),
    path("clubs/<slug:slug>/seasons/", settings.seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/<slug:public_id>/", settings.season, name="season"),
    path(
        "clubs/<slug:slug>/seasons/<slug:public_id>/<slug:do>/",
        settings.season_switch,
        name="season_switch",
    ),
    path("clubs/<slug:slug>/people/add/", players.players_add, name="players_add"),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/edit/",
        players.player_edit,
        name="player_edit",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/shown/",
        privacy.player_shown,
        name="player_shown",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/figures/",
        privacy.player_figures,
        name="player_figures",
    ),
    path(
        "clubs/<slug:slug>/players/<slug:public_id>/data/",
        privacy.player_data,
        name="player_data",
    ),
    path("account/data/", privacy.account_data, name="account_data"),
]
