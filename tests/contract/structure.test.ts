import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/product/paths.mjs";
import { readTree } from "../../scripts/source-tree";
import { layerOf } from "../../scripts/structure/arrow";
import { checkStructure } from "../../scripts/structure/check";
import { matches } from "../../scripts/structure/glob";
import { withLintOverrides } from "../../scripts/structure/lint-overrides";
import { LAYERS } from "../../scripts/structure/table";

const SERVER_ONLY = 'import "server-only";\n';

/** One import each that the arrow refuses; the same list is put to the checker and to the linter. */
const REFUSED_IMPORTS: [path: string, text: string][] = [
  ["app/service/sensor/route.ts", 'import { rows } from "@/features/sensor/data";\n'],
  ["app/[locale]/(console)/home/page.tsx", 'import { db } from "@/db/client";\n'],
  ["features/alarm/rules.ts", 'import { list } from "./operations";\n'],
  ["features/alarm/schema.ts", 'import { list } from "@/features/sensor/operations";\n'],
  ["features/alarm/data.ts", `${SERVER_ONLY}import { list } from "./operations";\n`],
  ["features/alarm/data.ts", `${SERVER_ONLY}import { rows } from "@/features/sensor/data";\n`],
  ["features/alarm/operations.ts", `${SERVER_ONLY}import { rows } from "@/features/sensor/data";\n`],
  ["features/alarm/operations.ts", `${SERVER_ONLY}import { alarms } from "@/db/schema";\n`],
  ["features/alarm/trigger/operations.ts", `${SERVER_ONLY}import { form } from "../components/form";\n`],
  ["features/alarm/jobs.ts", `${SERVER_ONLY}import { job } from "@/features/notice/jobs";\n`],
  ["features/alarm/client.ts", 'import type { list } from "./operations";\n'],
  ["features/alarm/components/alarm-screen.tsx", 'import { rows } from "../data";\n'],
  ["features/alarm/components/alarm-screen.tsx", 'import { alarms } from "@/db/schema";\n'],
  ["features/alarm/trigger/components/form.tsx", 'const jobs = await import("../../jobs");\nexport { jobs };\n'],
  ["components/ui/badge.tsx", 'import { severity } from "@/features/alarm/rules";\n'],
  ["lib/units/format.ts", 'import { db } from "@/db/client";\n'],
  ["lib/page/define-page.tsx", 'import { db } from "@/db/client";\n'],
  ["lib/auth/principal.ts", 'import { login } from "@/features/session/operations";\n'],
  ["db/schema/alarm.ts", 'import { format } from "@/lib/units/format";\n'],
  ["db/seed/demo.ts", 'import { register } from "@/features/device/operations";\n'],
  ["worker/main.ts", 'import { rows } from "@/features/alarm/data";\n'],
  ["middleware.ts", 'import { login } from "@/features/session/operations";\n'],
];

const ALLOWED: [path: string, text: string][] = [
  ["app/service/sensor/route.ts", 'import { list } from "@/features/sensor/operations";\n'],
  [
    "features/alarm/operations.ts",
    `${SERVER_ONLY}import { list } from "@/features/sensor/operations";\nimport { rows } from "./data";\n`,
  ],
  [
    "features/alarm/trigger/data.ts",
    `${SERVER_ONLY}import { alarms } from "@/db/schema";\nimport { judge } from "../rules";\n`,
  ],
  [
    "features/alarm/components/alarm-screen.tsx",
    'import { alarmQuery } from "../client";\nimport { Badge } from "@/components/ui/badge";\n',
  ],
  ["features/alarm/rules.test.ts", 'import { rows } from "@/features/sensor/data";\n'],
  ["lib/queue/queue.ts", 'import { db } from "@/db/client";\n'],
  ["worker/registry.ts", 'import { job } from "@/features/alarm/trigger/jobs";\n'],
];

const OTHER_VIOLATIONS: [rule: string, path: string, text: string][] = [
  ["top-level folder", "services/mail.ts", "export const a = 1;\n"],
  ["root file", "server.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/service.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/trigger/deep/rules.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/components/parts/row.tsx", "export const a = 1;\n"],
  ["vocabulary", "app/service/sensor/query.ts", "export const a = 1;\n"],
  ["vocabulary", "messages/en-US/alarm/texts.json", "{}\n"],
  ["kebab-case", "lib/units/formatValue.ts", "export const a = 1;\n"],
  ["kebab-case", "lib/myUnits/format.ts", "export const a = 1;\n"],
  ["banned name", "lib/units/utils.ts", "export const a = 1;\n"],
  ["banned name", "components/form/types.tsx", "export const a = 1;\n"],
  ["barrel", "lib/units/index.ts", "export const a = 1;\n"],
  ["barrel", "lib/units/all.ts", 'export * from "./format";\n'],
  ["barrel", "lib/units/all.ts", 'export { format } from "./format";\nexport type { Unit } from "./unit";\n'],
  ["server-only", "features/alarm/data.ts", "export const a = 1;\n"],
  ["server-only", "features/alarm/trigger/jobs.ts", `// why\n${SERVER_ONLY}`],
  ["import arrow", "features/alarm/rules.ts", 'import { mean } from "../../lib/units/kinetic";\n'],
  ["import arrow", "features/alarm/operations.ts", `${SERVER_ONLY}import { rows } from "@/features/alarm/data";\n`],
  ["import arrow", "components/ui/badge.css", '@import "../../features/alarm/components/alarm.css";\n'],
  ["size", "lib/units/long.ts", "const a = 1;\n".repeat(401)],
  ["size", "tests/integration/long.test.ts", "const a = 1;\n".repeat(601)],
  ["size", "app/[locale]/(auth)/login/page.tsx", "const a = 1;\n".repeat(16)],
];

const rulesBroken = (path: string, text: string) => checkStructure([{ path, text }]).map(({ rule }) => rule);

describe("the structure checker", () => {
  it.each(REFUSED_IMPORTS)("refuses %s importing %s", (path, text) => {
    expect(rulesBroken(path, text)).toEqual(["import arrow"]);
  });

  it.each(ALLOWED)("allows %s importing %s", (path, text) => {
    expect(rulesBroken(path, text)).toEqual([]);
  });

  it.each(OTHER_VIOLATIONS)("refuses %s in %s", (rule, path, text) => {
    expect(rulesBroken(path, text)).toContain(rule);
  });

  it("names the line of an import and ignores commented ones", () => {
    const text = '// import "@/features/a/rules";\n/* import "@/features/b/rules"; */\nimport "@/features/c/rules";\n';
    expect(checkStructure([{ path: "lib/units/format.ts", text }])).toMatchObject([{ line: 3 }]);
  });

  it("finds a cycle between features, and names the way round", () => {
    const from = (feature: string, other: string) => ({
      path: `features/${feature}/rules.ts`,
      text: `import { a } from "@/features/${other}/rules";\n`,
    });
    const cycle = checkStructure([from("alarm", "device"), from("device", "scene"), from("scene", "alarm")]);
    expect(cycle).toMatchObject([
      { rule: "feature cycle", message: "closes the cycle alarm → device → scene → alarm" },
    ]);
    expect(checkStructure([from("alarm", "device"), from("device", "scene")])).toEqual([]);
  });

  it("warns before it refuses a long file, and leaves migrations and seeds alone", () => {
    const lines = (count: number) => "const a = 1;\n".repeat(count);
    expect(checkStructure([{ path: "lib/units/long.ts", text: lines(250) }])).toEqual([]);
    expect(checkStructure([{ path: "lib/units/long.ts", text: lines(251) }])).toMatchObject([{ severity: "warning" }]);
    expect(checkStructure([{ path: "db/seed/demo.ts", text: lines(2000) }])).toEqual([]);
  });

  it("finds nothing to refuse in this tree", () => {
    const errors = checkStructure(readTree(ROOT)).filter(({ severity }) => severity === "error");
    expect(errors).toEqual([]);
  });

  it("puts every file of a layered folder into exactly one layer", () => {
    const layered = readTree(ROOT).filter(({ path }) => layerOf(path));
    expect(layered.length).toBeGreaterThan(50);
    for (const { path } of layered) {
      expect(
        LAYERS.filter(({ files }) => matches(path, files)).map(({ name }) => name),
        path,
      ).toHaveLength(1);
    }
  });
});

describe("the lint configuration", () => {
  const biome = join(ROOT, "node_modules/.bin/biome");
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "frostline-lint-"));
    execFileSync("git", ["init", "-q"], { cwd: copy });
    for (const file of ["biome.json", ".gitignore"]) cpSync(join(ROOT, file), join(copy, file));
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  function lint(path: string, text: string): string {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(biome, ["lint", "--only=style/noRestrictedImports", path], {
      cwd: copy,
      encoding: "utf8",
    });
    rmSync(file);
    return stdout + stderr;
  }

  it("is the one that the table gives", () => {
    const config = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    expect(config).toEqual(withLintOverrides(config));
  });

  it.each(REFUSED_IMPORTS)("refuses %s importing %s", (path, text) => {
    expect(lint(path, text)).toContain("Against the import arrow");
  });

  it.each(ALLOWED)("allows %s importing %s", (path, text) => {
    expect(lint(path, text)).toContain("Checked 1 file");
    expect(lint(path, text)).not.toContain("Against the import arrow");
  });
});
