// An event says by one stream that something has changed; its pages ask what, each for what it shows. Where no stream
// passes they ask again and again, and now and then in any case: no stream tells what time alone changes.
import { Stream } from "./stream.js";

const SELDOM = 30000;
const OFTEN = 4000; // where there is no stream to wait for
const ASLEEP = 60000; // a page that nobody sees for so long needs no stream

class News extends Stream {
  async refresh() {
    await this.heard.ask();
    return true;
  }
}

export const armEventNews = (asks) => {
  const ask = () => (document.hidden ? null : asks());
  const address = document.querySelector("[data-news]")?.dataset.news;
  setInterval(ask, address ? SELDOM : OFTEN);
  const nothing = () => {};
  const heard = { beat: () => "", table: ask, ask, gone: nothing, current: nothing, down: nothing };
  const news = address ? new News(address, heard) : null;
  let sleeps = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(sleeps);
    if (document.hidden) {
      sleeps = setTimeout(() => news?.stop(), ASLEEP);
      return;
    }
    news?.start();
    ask();
  });
  news?.start();
};

// Pages whose changing part htmx fetches.
export const armLooks = () => armEventNews(() => {
  for (const part of document.querySelectorAll("[hx-trigger='look']")) window.htmx?.trigger(part, "look");
});
