import { expect, it } from "vitest";
import { checkDocs } from "./check";

const FILES = [
  "README.md",
  "docs/scale.md",
  "features/alarm/rules.ts",
  "features/alarm/trigger/rules.ts",
  "scripts/start.mjs",
];

const check = (text: string, path = "README.md") =>
  checkDocs({ documents: [{ path, text }], files: FILES, commands: ["start", "verify"] }).map(({ message }) => message);

it.each([
  "see `features/alarm/rules.ts`, `features/alarm/`, `features/alarm/rules` and `@/features/alarm/rules`",
  "line `scripts/start.mjs:12`, any `rules.ts`, the folder `alarm/`",
  "a pattern `features/<domain>/rules.ts`, `features/*/trigger/{rules,schema}.ts`",
  "made later: `.data/logs/web.log`, `.next/standalone/server.js`, `node_modules/.bin`",
  "no paths: `GET /service/x`, `/zh-CN/home`, `a/b`, `x = y`, `zh_CN/en_US`, `@scope/package`, `NODE_ENV`",
  "`npm start`, `npm test`, `npm run verify`, `npm ci`",
  "[scale](docs/scale.md), [part](docs/scale.md#part), [out](https://example.org/x), [here](#part)",
  "```sh\ncat features/missing.ts `features/missing.ts`\n```\n",
])("accepts %s", (text) => {
  expect(check(text)).toEqual([]);
});

it.each([
  ["`features/alarm/data.ts`", "features/alarm/data.ts does not exist"],
  ["`features/device/`", "features/device/ does not exist"],
  ["`features/<domain>/jobs.ts`", "features/<domain>/jobs.ts does not exist"],
  ["`utils.ts`", "utils.ts does not exist"],
  ["`scripts/stop.mjs:3`", "scripts/stop.mjs:3 does not exist"],
  ["`npm run deploy`", "no command npm run deploy"],
  ["[gone](docs/gone.md)", "the link to docs/gone.md leads nowhere"],
])("refuses %s", (text, message) => {
  expect(check(text)).toEqual([message]);
});

it("resolves links from the document's own folder and names the line", () => {
  expect(check("[up](../README.md)", "docs/scale.md")).toEqual([]);
  const [finding] = checkDocs({
    documents: [{ path: "docs/scale.md", text: "\n\n[x](README.md)" }],
    files: FILES,
    commands: [],
  });
  expect(finding).toMatchObject({ path: "docs/scale.md", line: 3 });
});
