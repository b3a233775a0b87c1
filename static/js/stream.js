// One stream of what is to be seen at an address; where no stream passes, the same address is asked
// again and again. The caller is told of every picture, newest last, and of silence.

const FIRST_WORD = 8000; // a stream that has said nothing by then does not pass here
const WAITS = [1000, 2000, 4000, 8000, 15000];
const POLL = 3000;
const TRY_AGAIN = 60000;
const ANSWER = 10000;
const GONE = new Set([401, 403, 404, 410]);

const later = (wait) => wait * (0.8 + Math.random() * 0.4); // not all phones of a room at once

export class Stream {
  // heard: { beat() what is shown, table(html, beat, force), current() nothing new, gone(), down() }
  constructor(address, heard) {
    this.address = new URL(address, location.href);
    this.heard = heard;
    this.tag = "";
    this.failures = 0;
    this.timers = {};
    this.running = false;
  }

  start() {
    if (this.running) return;
    this.running = true;
    this.failures = 0;
    this.open();
  }

  stop() {
    this.running = false;
    this.close();
    for (const name of Object.keys(this.timers)) this.clear(name);
  }

  // Ask once, now. True means that what is shown is up to date. A page that polls says so: its
  // player is there, though no stream tells.
  async refresh(force = false, polls = false) {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), ANSWER);
    try {
      const headers = this.tag && !force ? { "If-None-Match": this.tag } : {};
      if (polls) headers["X-Live-Polls"] = "1";
      const answer = await fetch(this.address, { headers, cache: "no-store", signal: control.signal });
      if (answer.status === 304) {
        this.heard.current();
      } else if (answer.ok && !answer.redirected) {
        const html = await answer.text();
        this.tag = answer.headers.get("ETag") ?? "";
        this.heard.table(html, Number(/^(?:W\/)?"(\d+)/.exec(this.tag)?.[1] ?? 0), force);
      } else if (GONE.has(answer.status) || answer.redirected) {
        this.stop();
        this.heard.gone();
        return false;
      } else {
        throw new Error(`status ${answer.status}`);
      }
      if (this.silent) this.recovered();
      return true;
    } catch {
      this.silent = true;
      this.heard.down();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  // The network is back: a stream need not wait for its minute.
  recovered() {
    this.silent = false;
    if (this.running && !this.source && this.timers.open) this.open();
  }

  open() {
    this.close();
    this.clear("open");
    this.settled = false;
    const address = new URL(this.address);
    address.searchParams.set("beat", this.heard.beat());
    const source = new EventSource(address);
    this.source = source;
    this.set("word", () => this.failed(true), FIRST_WORD);
    source.addEventListener("hello", () => { this.spoken(); this.heard.current(); });
    source.addEventListener("table", (event) => {
      this.spoken();
      this.heard.table(event.data, Number(event.lastEventId), false);
    });
    source.addEventListener("gone", () => { this.close(); this.ended(); });
    source.addEventListener("error", () => { if (source === this.source) this.failed(false); });
  }

  // For tests: is there a stream, does the page poll, or neither?
  set settled(is) {
    this.isSettled = is;
    document.documentElement.dataset.stream = is ? "open" : "closed";
  }

  get settled() {
    return this.isSettled;
  }

  spoken() {
    this.clear("word");
    this.clear("poll");
    this.settled = true;
    this.silent = false;
    this.failures = 0;
  }

  // Readers whose rights have changed are sent away, too: the page asks again what they may see.
  async ended() {
    this.clear("word");
    await this.refresh(true);
    this.failed(false);
  }

  failed(neverSpoke) {
    this.close();
    this.clear("word");
    if (!this.running) return;
    this.failures += 1;
    const wait = neverSpoke || this.failures > 2 ? TRY_AGAIN : later(WAITS[this.failures - 1]);
    this.set("open", () => this.open(), wait);
    if (neverSpoke || this.failures >= 2) this.poll();
  }

  async poll() {
    if (!this.running || this.timers.poll) return;
    this.timers.poll = -1;
    await this.refresh(false, true);
    if (!this.running || this.timers.poll !== -1) return; // a stream spoke in the meantime
    delete this.timers.poll;
    this.set("poll", () => { delete this.timers.poll; this.poll(); }, later(POLL));
  }

  close() {
    this.source?.close();
    this.source = null;
    this.settled = false;
  }

  set(name, what, wait) {
    this.clear(name);
    this.timers[name] = setTimeout(what, wait);
  }

  clear(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }
}
