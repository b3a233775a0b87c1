"""URLs of the pages about access tokens; those of the API are in `urls`."""

from django.urls import path

from games.api.views import tokens

urlpatterns = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<str:public_id>/revoke/", tokens.token_revoke, name="token_revoke"),
]
