// The worker's protocol: in come { id, do, … }, out go { id, answer } or { id, error }, and { loaded, total }.
import { startPython } from "./runtime.js";

let call = null;

const acts = {
  start: async ({ parts }) => {
    call ??= await startPython(parts, (loaded, total) => postMessage({ loaded, total }));
    return true;
  },
  call: ({ module, name, given }) => call(module, name, given),
};

// One after the other, in the order in which they came.
let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(async () => {
    try {
      postMessage({ id: data.id, answer: await acts[data.do](data) });
    } catch (error) {
      postMessage({ id: data.id, error: error.message });
    }
  });
});
