// The worker: Python, and what this device keeps. In come { id, do, … }, out go { id, answer } or { id, error }, and
// { loaded, total } while the interpreter is fetched. `games/offline/calls.py` says what Python is asked.
import { startPython } from "./runtime.js";
import * as store from "./store.js";

const CALLS = "games.offline.calls";
let call = null;
let now = null; // the evening that is open: { id, tab, place: how many taps are kept }

const ask = (name, given) => call(CALLS, name, given);

const local = () => {
  const at = new Date();
  return new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
};

const reasonOf = (error) => (error.name === "QuotaExceededError" ? "full" : error.message || error.name);

const acts = {
  start: async ({ parts }) => {
    call ??= await startPython(parts, (loaded, total) => postMessage({ loaded, total }));
    return true;
  },
  call: ({ module = CALLS, name, given }) => call(module, name, given),
  evening: ({ evening }) => store.evening(evening),
  evenings: () => store.evenings(),
  keep: ({ record }) => store.keep(record),
  forget: ({ evening }) => store.forget(evening),

  // Opens what is kept, in this tab.
  open: async ({ evening, tab, over }) => {
    const { base, speech, addresses } = await store.lease(evening, tab, over);
    const entries = await store.entriesOf(evening);
    ask("speak", speech);
    const view = ask("open", { base, entries, addresses: addresses ?? null });
    now = { id: evening, tab, place: entries.length };
    return { ...view, entries: entries.length };
  },
  renew: async () => {
    if (!now) return;
    try {
      await store.renew(now.id, now.tab);
    } catch (error) {
      if (error.message === "elsewhere") now = null; // until somebody says to go on in this tab
      throw error;
    }
  },
  release: () => now && store.release(now.id, now.tab),

  // A tap is kept first, then played, then shown.
  tap: async ({ where, fields }) => {
    const { entry, view } = ask("tap", { where, fields, at: local() });
    if (!entry) return { ...view, entries: now.place };
    await store.add(now.id, now.tab, now.place, entry);
    now.place += 1;
    return { ...ask("take", { entry }), entries: now.place };
  },
  show: ({ pane, fields }) => ask("show", { pane, fields }),
  handed: async () => {
    const entries = await store.entriesOf(now.id);
    const names = Object.assign({}, ...entries.map(({ newcomers }) => newcomers));
    return { entries, shown: ask("view").fingerprint, names };
  },
};

// One after the other, in the order in which they came.
let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(async () => {
    try {
      postMessage({ id: data.id, answer: await acts[data.do](data) });
    } catch (error) {
      postMessage({ id: data.id, error: reasonOf(error) });
    }
  });
});
