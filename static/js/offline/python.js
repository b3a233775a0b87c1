// Speaks with the worker: what is asked of it is a promise of its answer.
import { words } from "../words.js";

// How much is fetched, of the size that the page has said: what is counted is larger, for it is unpacked already.
export const fetchedSoFar = (loaded, total, size) => {
  if (loaded >= total) return words("sayStarting");
  const figures = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const megabytes = (bytes) => (bytes / 1024 ** 2).toLocaleString(document.documentElement.lang, figures);
  return words("sayFetched", { loaded: megabytes((size * loaded) / total), total: megabytes(size) });
};

export const openWorker = (address, progress = () => {}) => {
  const worker = new Worker(address, { type: "module" });
  const asked = new Map();
  let count = 0;
  const fail = (message) => {
    for (const { reject } of asked.values()) reject(new Error(message));
    asked.clear();
  };
  worker.addEventListener("message", ({ data: { id, answer, error, loaded, total } }) => {
    if (id === undefined) {
      progress(loaded, total);
      return;
    }
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  });
  worker.addEventListener("error", (event) => fail(event.message ?? "the worker did not start"));
  return (act, content = {}) => new Promise((resolve, reject) => {
    count += 1;
    asked.set(count, { resolve, reject });
    worker.postMessage({ ...content, id: count, do: act });
  });
};
