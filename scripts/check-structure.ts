// Checks the house rules over the tree; with --write-lint, writes the import arrow into biome.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./product/paths.mjs";
import { report } from "./report";
import { readTree } from "./source-tree";
import { checkStructure } from "./structure/check";
import { withLintOverrides } from "./structure/lint-overrides";

if (process.argv.includes("--write-lint")) {
  const file = join(ROOT, "biome.json");
  writeFileSync(file, `${JSON.stringify(withLintOverrides(JSON.parse(readFileSync(file, "utf8"))), null, 2)}\n`);
} else {
  report("structure", checkStructure(readTree(ROOT)));
}
