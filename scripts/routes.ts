// `npm run routes`: generates the list of all calls from the route files. A test fails if the list is outdated.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./product/paths.mjs";

const TARGET = "app/service/routes.ts";
/** Route files that are not listed: they are generated from the list, match all other paths, or serve no operation. */
const LEFT_OUT =
  /^app\/(service\/openapi\.json|service\/\[\[\.\.\.legacy\]\]|\[locale\]\/.*|api\/auth\/.*)\/route\.ts$/;

/** The list as generated from the existing route files. */
export function routeList(): string {
  const files = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .map((file) => `app/${file}`)
    .filter((file) => file.endsWith("/route.ts") && !LEFT_OUT.test(file))
    .sort();
  const imports = files.map((file, index) => `import * as r${index} from "@/${file.replace(/\.ts$/, "")}";`);
  const rows = files.map((file, index) => `  ...callsOf("${path.dirname(file).replace(/^app/, "")}", r${index}),`);
  return `// Written by \`npm run routes\` from the route files.
${imports.join("\n")}
import { callsOf } from "@/lib/http/handle";
import type { Route } from "@/lib/http/openapi";

/** Every call of the API but the one that describes them. */
export const ROUTES: readonly Route[] = [
${rows.join("\n")}
];
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(path.join(ROOT, TARGET), routeList());
