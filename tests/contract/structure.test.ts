import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/product/paths.mjs";
import type { Finding } from "../../scripts/report";
import { checkFiles } from "../../scripts/structure/files";
import { checkImports, findFeatureCycles } from "../../scripts/structure/imports";

const SERVER_ONLY = 'import "server-only";\n';

/** What the planted files import. */
const TARGETS = [
  "components/ui/badge.tsx",
  "db/client.ts",
  "db/enums.ts",
  "db/schema/index.ts",
  "features/alarm/alarm.client.ts",
  "features/alarm/alarm.data.ts",
  "features/alarm/alarm.operations.ts",
  "features/alarm/alarm.rules.ts",
  "features/alarm/components/alarm-form.tsx",
  "features/alarm/trigger/jobs.ts",
  "features/sensor/client.ts",
  "features/sensor/components/sensor-card.tsx",
  "features/sensor/data.ts",
  "features/sensor/jobs.ts",
  "features/sensor/operations.ts",
  "features/sensor/register.service.ts",
  "features/sensor/rules.ts",
  "features/sensor/schema.ts",
  "lib/units/format.ts",
];

/** One import each that the arrow refuses, and the name of the rule. */
const REFUSED: [path: string, imports: string, rule: string][] = [
  ["app/service/sensor/route.ts", "@/features/sensor/data", "app"],
  ["app/[locale]/(console)/home/page.tsx", "@/db/client", "app"],
  ["features/alarm/own.rules.ts", "./alarm.operations", "schema-and-rules"],
  ["features/alarm/own.schema.ts", "@/features/sensor/operations", "schema-and-rules"],
  ["features/alarm/own.data.ts", "./alarm.operations", "data"],
  ["features/alarm/other.data.ts", "@/features/sensor/data", "another-feature"],
  ["features/alarm/other.operations.ts", "@/features/sensor/data", "another-feature"],
  ["features/alarm/other.service.ts", "@/features/sensor/data", "another-feature"],
  ["features/alarm/table.operations.ts", "@/db/schema", "operations"],
  ["features/alarm/trigger/form.operations.ts", "../components/alarm-form", "operations"],
  ["features/alarm/other.jobs.ts", "@/features/sensor/jobs", "another-feature"],
  ["features/alarm/own.client.ts", "./alarm.operations", "screens"],
  ["features/alarm/components/own-data.tsx", "../alarm.data", "screens"],
  ["features/alarm/components/table.tsx", "@/db/schema", "screens"],
  ["features/alarm/components/other-client.tsx", "@/features/sensor/client", "another-feature"],
  ["features/alarm/trigger/components/jobs.tsx", "../jobs", "screens"],
  ["features/alarm/aliased.operations.ts", "@/features/alarm/alarm.data", "relative-within-a-feature"],
  ["features/alarm/relative.rules.ts", "../../lib/units/format", "alias-between-units"],
  ["components/ui/severity.tsx", "@/features/sensor/rules", "components"],
  ["lib/units/stored.ts", "@/db/client", "lib"],
  ["lib/auth/principal.ts", "@/features/sensor/operations", "lib-with-database"],
  ["db/schema/alarm.ts", "@/lib/units/format", "db"],
  ["db/seed/demo.ts", "@/features/sensor/operations", "seed"],
  ["worker/main.ts", "@/features/sensor/data", "worker"],
  ["middleware.ts", "@/features/sensor/operations", "root"],
  ["lib/units/missing.ts", "@/lib/units/nowhere", "resolvable"],
  ["lib/units/circle.ts", "./round", "no-circular"],
];

const ALLOWED: [path: string, imports: string][] = [
  ["app/service/sensors/route.ts", "@/features/sensor/operations"],
  ["features/alarm/good.operations.ts", "@/features/sensor/operations"],
  ["features/alarm/service.operations.ts", "@/features/sensor/register.service"],
  ["features/alarm/trigger/good.data.ts", "@/db/schema"],
  ["features/alarm/trigger/judge.data.ts", "../alarm.rules"],
  ["features/alarm/components/good.tsx", "../alarm.client"],
  ["features/alarm/components/badged.tsx", "@/components/ui/badge"],
  ["features/alarm/components/beside.tsx", "@/features/sensor/components/sensor-card"],
  ["features/alarm/good.rules.test.ts", "@/features/sensor/data"],
  ["lib/queue/queue.ts", "@/db/client"],
  ["worker/registry.ts", "@/features/alarm/trigger/jobs"],
];

const OTHER_VIOLATIONS: [rule: string, path: string, text: string][] = [
  ["top-level folder", "services/mail.ts", "export const a = 1;\n"],
  ["root file", "server.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/mail.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/send.mail.ts", "export const a = 1;\n"],
  ["vocabulary", "features/alarm/components/rules.ts", "export const a = 1;\n"],
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
  ["server-only", "features/alarm/find.service.ts", "export const a = 1;\n"],
  ["server-only", "features/alarm/trigger/rise.jobs.ts", `// why\n${SERVER_ONLY}`],
  ["size", "lib/units/long.ts", "const a = 1;\n".repeat(401)],
  ["size", "tests/integration/long.test.ts", "const a = 1;\n".repeat(601)],
  ["size", "app/[locale]/(auth)/login/page.tsx", "const a = 1;\n".repeat(16)],
];

describe("files", () => {
  it.each(OTHER_VIOLATIONS)("refuses %s in %s", (rule, path, text) => {
    expect(checkFiles([{ path, text }]).map((finding) => finding.rule)).toContain(rule);
  });

  it.each([
    ["features/alarm/rules.ts", ""],
    ["features/alarm/limit-consistency.rules.ts", ""],
    ["features/alarm/trigger/preview.operations.ts", SERVER_ONLY],
    ["features/alarm/trigger/preview.rules.test.ts", ""],
    ["features/alarm/trigger/components/trigger-form.tsx", ""],
  ])("allows %s", (path, text) => {
    expect(checkFiles([{ path, text }])).toEqual([]);
  });

  it("warns before it refuses a long file, and leaves migrations and seeds alone", () => {
    const lines = (count: number) => "const a = 1;\n".repeat(count);
    expect(checkFiles([{ path: "lib/units/long.ts", text: lines(250) }])).toEqual([]);
    expect(checkFiles([{ path: "lib/units/long.ts", text: lines(251) }])).toMatchObject([{ severity: "warning" }]);
    expect(checkFiles([{ path: "db/seed/demo.ts", text: lines(2000) }])).toEqual([]);
  });
});

describe("imports", () => {
  let root: string;
  let findings: Finding[];
  const rulesBroken = (path: string) => findings.filter((finding) => finding.path === path).map(({ rule }) => rule);

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "frostline-imports-")));
    const plant = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    for (const file of ["dependency-cruiser.config.mjs", "tsconfig.json"]) cpSync(join(ROOT, file), join(root, file));
    for (const path of TARGETS) plant(path, "export const a = 1;\n");
    for (const [path, imports] of [...REFUSED, ...ALLOWED])
      plant(path, `import { a } from "${imports}";\n// import "@/db/client";\nexport const b = a;\n`);
    plant("lib/units/round.ts", 'import type { b } from "./circle";\nexport type A = typeof b;\nexport const a = 1;\n');
    process.chdir(root);
    findings = await checkImports(["app", "components", "db", "features", "lib", "worker", "middleware.ts"]);
    process.chdir(ROOT);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(REFUSED)("refuses %s importing %s by the rule %s", (path, _, rule) => {
    expect(rulesBroken(path)).toContain(rule);
  });

  it.each(ALLOWED)("allows %s importing %s", (path) => {
    expect(rulesBroken(path)).toEqual([]);
  });

  it("finds a cycle between features, and names the order", () => {
    const from = (feature: string, other: string) => ({
      source: `features/${feature}/rules.ts`,
      dependencies: [{ resolved: `features/${other}/rules.ts` }],
    });
    expect(findFeatureCycles([from("alarm", "device"), from("device", "scene"), from("scene", "alarm")])).toMatchObject(
      [{ rule: "feature cycle", message: "closes the cycle alarm → device → scene → alarm" }],
    );
    expect(findFeatureCycles([from("alarm", "device"), from("device", "scene")])).toEqual([]);
  });
});
