/* Run by node while a site is made: in zip files, each module as the Python of Pyodide compiles it, so that no browser has to.
   Arguments: the folder of Pyodide, and the zip files, which are written anew where they lie. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${folder}/`, env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });
for (const zip of zips) {
  python.FS.writeFile("/one.zip", readFileSync(zip));
  python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
with ZipFile("/one.zip") as whole, ZipFile("/two.zip", "w", ZIP_DEFLATED, compresslevel=9) as made:
    for each in whole.infolist():
        name, data = each.filename, whole.read(each)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True)
            name, data = name + "c", _code_to_hash_pyc(code, source_hash(data), False)
        entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.compress_type, entry.external_attr = ZIP_DEFLATED, each.external_attr
        made.writestr(entry, data)
`);
  writeFileSync(zip, python.FS.readFile("/two.zip"));
}
