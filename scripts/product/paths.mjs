import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. `import.meta.dirname` needs a newer Node.js than the supported minimum. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The built web server. */
export const STANDALONE = path.join(ROOT, ".next/standalone");

/** Arguments for `node` to run a TypeScript entry the way the worker runs: `server-only` must resolve to nothing. */
export function typescript(entry) {
  return ["--conditions=react-server", "--import", "tsx", path.join(ROOT, entry)];
}
