"""URLs for the device: installing the app, offline use."""

from games.web.routes import path, views

device, runtime = views("games.web.views", "device", "runtime")

urlpatterns = [
    path("device/", device.device, name="device"),
    path("offline/", device.offline, name="offline"),
    path("offline/worker.js", runtime.worker, name="offline_worker"),
    path("offline/runtime/<slug:digest>/<str:name>", runtime.part, name="offline_runtime"),
    path("offline/code/<slug:digest>.zip", runtime.pure_code, name="offline_code"),
    path("manifest.webmanifest", device.manifest, name="manifest"),
    path("sw.js", device.worker, name="service_worker"),
]
