"""URLs for the device: installing the app, offline use."""

from django.urls import path

from games.web.views import device

urlpatterns = [
    path("device/", device.device, name="device"),
    path("offline/", device.offline, name="offline"),
    path("manifest.webmanifest", device.manifest, name="manifest"),
    path("sw.js", device.worker, name="service_worker"),
]
