// Makes the runtime that keeps score without network anew: node games/offline/runtime/make.mjs SITE_PACKAGES
// SITE_PACKAGES is where Jinja and MarkupSafe of locks/base.txt are installed. docs/developing.md says when.
//
// From the package `pyodide` of npm, whose hash stands below, it takes the interpreter as it is, and of the standard
// library only what is needed, as bytecode of this very interpreter. All of it is written compressed by brotli, with
// the hash of each file in runtime.json. The same versions give the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const VERSION = "314.0.7";
const INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==";
const AS_IT_IS = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
// What the program imports besides what the interpreter itself does at its start.
const WANTED = `
  csv dataclasses datetime decimal enum fractions functools gettext hashlib hmac html html.entities io
  itertools json json.decoder json.encoder logging numbers operator random re secrets string textwrap types typing unicodedata
  urllib.parse collections.abc _strptime importlib.metadata encodings.latin_1 encodings.ascii
  encodings.unicode_escape encodings.raw_unicode_escape jinja2.debug
  jinja2 jinja2.ext markupsafe`.trim().split(/\s+/);

const here = import.meta.dirname;
const site = process.argv[2];
if (!site) {
  console.error("Usage: node make.mjs SITE_PACKAGES");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "runtime-"));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

const unpack = () => {
  const name = execFileSync("npm", ["pack", `pyodide@${VERSION}`, "--silent"], { cwd: work, encoding: "utf8" }).trim();
  const found = `sha512-${createHash("sha512").update(readFileSync(join(work, name))).digest("base64")}`;
  if (found !== INTEGRITY) throw new Error(`pyodide ${VERSION} is ${found}, and not what is locked here.`);
  execFileSync("tar", ["xzf", name], { cwd: work });
  return join(work, "package");
};

// Only Node asks for it, and only for connections.
const withoutConnections = (folder) => {
  const ws = join(folder, "node_modules", "ws");
  mkdirSync(ws, { recursive: true });
  writeFileSync(join(ws, "package.json"), '{"name": "ws", "main": "index.mjs"}');
  writeFileSync(join(ws, "index.mjs"), "export default {};");
};

const libraries = (python) => {
  for (const name of ["jinja2", "markupsafe"]) {
    python.FS.mkdirTree(`/new/${name}`);
    for (const file of readdirSync(join(site, name))) {
      if (file.endsWith(".py")) python.FS.writeFile(`/new/${name}/${file}`, readFileSync(join(site, name, file)));
    }
  }
};

// Imports what is wanted and writes every module that is there then as a zip of bytecode, in a fixed order and with a
// fixed date. Docstrings and the numbers of lines, a third of it, are left out: nobody reads them there.
const ZIP = `
import importlib, importlib._bootstrap_external as external, io, sys, zipfile
sys.path.insert(0, "/new")
for name in wanted:
    importlib.import_module(name)
importlib.invalidate_caches()
library = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
names = set(library.namelist())
def source(module):
    path = module.replace(".", "/")
    for file in (f"{path}/__init__.py", f"{path}.py"):
        if file in names:
            return file, library.read(file)
        try:
            return file, open(f"/new/{file}", "rb").read()
        except OSError:
            pass
    return None
def lean(code):
    parts = tuple(lean(one) if hasattr(one, "co_code") else one for one in code.co_consts)
    units = len(code.co_code) // 2
    places = [0xF8 | min(units - at, 8) - 1 for at in range(0, units, 8)]  # "nowhere", for each eight
    return code.replace(co_consts=parts, co_linetable=bytes(places))
found = {}
for module in sorted(sys.modules):
    if (read := source(module)) and module != "markupsafe._speedups":
        found[read[0]] = read[1]
made = io.BytesIO()
with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as pack:
    for file, text in sorted(found.items()):
        code = lean(compile(text, file, "exec", dont_inherit=True, optimize=2))
        pack.writestr(zipfile.ZipInfo(file + "c", (1980, 1, 1, 0, 0, 0)), external._code_to_timestamp_pyc(code))
built = set(sys.builtin_module_names) | {"importlib._bootstrap", "importlib._bootstrap_external"}
modules = sorted({name for name in sys.modules if not name.startswith(("_pyodide", "pyodide"))} | built)
`;

const library = async (folder) => {
  const { loadPyodide } = await import(join(folder, "pyodide.mjs"));
  const lock = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
  const python = await loadPyodide({ indexURL: `${folder}/`, lockFileContents: { info: lock.info, packages: {} } });
  libraries(python);
  const names = python.toPy({ wanted: WANTED });
  python.runPython(ZIP, { globals: names });
  return {
    info: lock.info,
    zip: Buffer.from(names.get("made").getbuffer().toJs ? names.get("made").getvalue().toJs() : []),
    modules: names.get("modules").toJs(),
  };
};

const small = (bytes) => brotliCompressSync(bytes, { params: {
  [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
} });

const folder = unpack();
withoutConnections(folder);
const { info, zip, modules } = await library(folder).catch((error) => {
  console.error(error.message); // with its stack it would show the whole interpreter
  process.exit(1);
});
const version = (name) => {
  const found = readdirSync(site).find((one) => one.startsWith(`${name}-`) && one.endsWith(".dist-info"));
  return found.slice(name.length + 1, -".dist-info".length);
};
const files = Object.fromEntries([
  ...AS_IT_IS.map((name) => {
    const bytes = readFileSync(join(folder, name));
    // A map of sources is nothing that a phone needs.
    return [name, name === "pyodide.mjs" ? Buffer.from(bytes.toString("utf8").replace(/\n\/\/# sourceMappingURL=.*/, "")) : bytes];
  }),
  ["python_stdlib.zip", zip],
]);
const said = {};
for (const [name, bytes] of Object.entries(files)) {
  const packed = small(bytes);
  writeFileSync(join(here, `${name}.br`), packed);
  said[name] = { sha256: sha256(bytes), bytes: bytes.length, brotli: packed.length, gzip: gzipSync(bytes, { level: 9 }).length };
}
const pyodide = { version: VERSION, integrity: INTEGRITY, licence: "MPL-2.0", info };
writeFileSync(join(here, "runtime.json"), `${JSON.stringify({
  pyodide, jinja2: version("jinja2"), markupsafe: version("markupsafe"), files: said, modules,
}, null, 1)}\n`);
copyFileSync(join(folder, "README.md"), join(work, "README.md"));
rmSync(work, { recursive: true });
for (const [name, { bytes, brotli }] of Object.entries(said)) console.log(name.padEnd(20), String(bytes).padStart(9), String(brotli).padStart(9));
process.exit(0);
