// The list of what was played in this game, beside the board where there is room; it is asked for again
// at each change, and on phones never.
const WIDE = matchMedia("(min-width: 64rem)");

const list = document.querySelector("[data-moves-url]");
let asked = 0;

const look = async () => {
  if (!WIDE.matches) return;
  asked += 1;
  const own = asked;
  try {
    const answer = await fetch(list.dataset.movesUrl, { cache: "no-store" });
    const html = await answer.text();
    if (!answer.ok || answer.redirected || own !== asked) return;
    const news = new DOMParser().parseFromString(`<ol>${html}</ol>`, "text/html").querySelector("ol");
    list.replaceChildren(...news.childNodes);
    list.parentElement.hidden = !list.children.length;
    list.scrollTop = list.scrollHeight;
  } catch { /* at the next change */ }
};

if (list) {
  WIDE.addEventListener("change", look);
  document.addEventListener("board:news", look);
  look();
}
