/* Makes harness/report/page/bundle.js of the page's modules: node scripts/web/bundle.mjs [FOLDER OF MODULES] [OUTPUT]. */

import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../../harness/report/page");
const [folder = join(page, "scripts"), output = join(page, "bundle.js")] = process.argv.slice(2).map((path) => resolve(path));

// A section is a module that declares itself, so all of them are taken; start.js draws what was declared.
const modules = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "start.js").sort();
await build({
  stdin: { contents: [...modules, "start.js"].map((name) => `import "./${name}";`).join("\n"), resolveDir: folder },
  outfile: output,
  bundle: true,
  minify: true,
  lineLimit: 160,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  nodePaths: [join(here, "node_modules")],
  banner: { js: "// Made by scripts/web/bundle.mjs of the modules in scripts/, Preact (MIT) and htm (Apache 2.0): do not edit." },
  logLevel: "warning",
});
