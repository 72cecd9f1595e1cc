import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SKIPPED = new Set(["node_modules", "test-results", "playwright-report", "screenshots"]);
/** Hidden folders belong to tools, except these. */
const HIDDEN_BUT_OURS = new Set([".ci", ".github"]);
const TEXT = /\.(?:tsx?|mjs|js|css|json|md|sql|ya?ml)$/;

/** Paths of all files of a checkout, relative to it, except installed and generated ones. */
export function listFiles(root: string, folder = ""): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) return [path];
    const isSkipped = SKIPPED.has(path) || (entry.name.startsWith(".") && !HIDDEN_BUT_OURS.has(path));
    return entry.isDirectory() && !isSkipped ? listFiles(root, path) : [];
  });
}

/** The files with their text; the text of a binary file is empty. */
export function readTree(root: string): { path: string; text: string }[] {
  return listFiles(root).map((path) => ({ path, text: TEXT.test(path) ? readFileSync(join(root, path), "utf8") : "" }));
}
