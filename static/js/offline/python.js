// Speaks with the worker: what is asked of it is a promise of its answer.

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
