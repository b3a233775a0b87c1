// Behind TLS the page can be installed, and says so itself when there is no network.
export const armShell = () => {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => { navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => {}); });
};
