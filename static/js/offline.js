// The page without network: it asks again when the network is back, and every ten seconds besides.
const again = async () => {
  try {
    const answer = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* not yet */ }
};

document.querySelector("[data-again]")?.addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
addEventListener("online", again);
setInterval(again, 10_000);
