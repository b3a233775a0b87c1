"""URLs of signing in and out, of the user's account, and of the language."""

from games.web.routes import path, views

accounts, language, mails, network, push = views(
    "games.accounts.views", "accounts", "language", "mails", "network", "push"
)

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-in/<str:token>/", accounts.sign_in_link, name="sign-in-link"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.password, name="password"),
    path("account/messages/", push.subscribe, name="push_subscribe"),
    path("account/messages/<slug:subscription>/out/", push.unsubscribe, name="push_unsubscribe"),
    path("mails/stop/<str:token>/", mails.stop, name="mails_stop"),
    path("account/devices/out/", accounts.devices_out, name="devices_out"),
    path("account/devices/<slug:device>/out/", accounts.device_out, name="device_out"),
    path("password/forgotten/", accounts.password_forgotten, name="password_forgotten"),
    path("password/<str:uid>/<str:token>/", accounts.password_new, name="password_new"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("network/", network.network, name="network"),
    path("language/", language.choose, name="language"),
]
