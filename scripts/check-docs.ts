// Fails if a document names a path, link or npm command that does not exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkDocs } from "./docs/check";
import { ROOT } from "./product/paths.mjs";
import { report } from "./report";
import { readTree } from "./source-tree";

const DOCUMENT = /^(?:README\.md|CONTRIBUTING\.md|docs\/.*\.md)$/;

const tree = readTree(ROOT);
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
report(
  "docs",
  checkDocs({
    documents: tree.filter(({ path }) => DOCUMENT.test(path)),
    files: tree.map(({ path }) => path),
    commands: Object.keys(scripts),
  }),
);
