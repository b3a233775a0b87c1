"""URLs of the pages about access tokens; those of the API are in `urls`."""

from games.web.routes import path, views

tokens = views("games.api.views.tokens")

urlpatterns = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<str:public_id>/revoke/", tokens.token_revoke, name="token_revoke"),
]
