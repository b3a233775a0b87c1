"""Addresses of the pages about programs: access tokens and webhooks."""

from django.urls import path

from games.views import tokens, webhooks

urlpatterns = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<str:public_id>/revoke/", tokens.token_revoke, name="token_revoke"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<str:public_id>/", webhooks.webhook_log, name="webhook_log"),
    path("webhooks/<str:public_id>/test/", webhooks.webhook_test, name="webhook_test"),
    path("webhooks/<str:public_id>/switch/", webhooks.webhook_switch, name="webhook_switch"),
    path("webhooks/<str:public_id>/delete/", webhooks.webhook_remove, name="webhook_remove"),
    path("deliveries/<str:public_id>/resend/", webhooks.webhook_resend, name="webhook_resend"),
]
