"""URLs of the pages about webhooks."""

from games.web.routes import path, views

webhooks = views("games.webhooks.views")

urlpatterns = [
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<str:public_id>/", webhooks.webhook_log, name="webhook_log"),
    path("webhooks/<str:public_id>/test/", webhooks.webhook_test, name="webhook_test"),
    path("webhooks/<str:public_id>/switch/", webhooks.webhook_switch, name="webhook_switch"),
    path("webhooks/<str:public_id>/delete/", webhooks.webhook_remove, name="webhook_remove"),
    path("deliveries/<str:public_id>/resend/", webhooks.webhook_resend, name="webhook_resend"),
]
