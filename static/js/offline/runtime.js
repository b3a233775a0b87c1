// Python in this worker: the interpreter is fetched part by part, with progress, and given the program's code.
// Addresses name their content, so that whoever has a part already fetches none of it again.

// What lies compressed on a plain web space, as `name.packed`, is unpacked here.
const counted = async (address, told, isPacked = false) => {
  const answer = await fetch(isPacked ? `${address}.packed` : address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const body = isPacked ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  const count = new TransformStream({ transform: (chunk, out) => { told(chunk.length); out.enqueue(chunk); } });
  const type = address.endsWith(".wasm") ? "application/wasm" : answer.headers.get("Content-Type") ?? "";
  return new Response(body.pipeThrough(count), { headers: { "Content-Type": type } });
};

// Line by line: scripts are served without indentation.
const BEGIN = [
  "import importlib, json, sys, zipfile",
  "zipfile.ZipFile('/code.zip').extractall('/code')",
  "sys.path.insert(0, '/code')",
  "importlib.invalidate_caches()",
  "call = lambda module, name, given: json.dumps(getattr(importlib.import_module(module), name)(**json.loads(given)))",
].join("\n");

// `parts`: { base, files: bytes by name, packed: names of those that lie compressed, info, code }; `progress` hears how much of all bytes has come.
export const startPython = async ({ base, files, packed = [], info, code }, progress) => {
  const total = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  const told = (bytes) => { loaded += bytes; progress(Math.min(loaded, total), total); };
  const answers = new Map(Object.keys(files).map((name) => [name, counted(base + name, told, packed.includes(name))]));
  const pure = counted(code, () => {});
  // Scripts are imported below, from what the browser keeps: here they are only counted.
  for (const name of Object.keys(files)) if (name.endsWith(".mjs")) await (await answers.get(name)).arrayBuffer();

  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const whole = globalThis.fetch;
  globalThis.fetch = (asked, how) => answers.get(new URL(asked, location.href).pathname.split("/").at(-1)) ?? whole(asked, how);
  const python = await loadPyodide({ indexURL: base, lockFileContents: { info, packages: {} } });
  globalThis.fetch = whole;
  python.FS.writeFile("/code.zip", new Uint8Array(await (await pure).arrayBuffer()));
  python.runPython(BEGIN);
  const call = python.globals.get("call");
  return (module, name, given = {}) => JSON.parse(call(module, name, JSON.stringify(given)));
};
