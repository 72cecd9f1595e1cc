import { describe, expect, it } from "vitest";
import { matches } from "./glob";
import { featureOf, findImports, resolveImport, unitOf } from "./imports";

describe("findImports", () => {
  it.each([
    ['import a from "x";', ["x"]],
    ["import { a,\n  b } from 'x';", ["x"]],
    ['import type { A } from "x";', ["x"]],
    ['import "server-only";', ["server-only"]],
    ['export { a } from "x";', ["x"]],
    ['export * from "x";', ["x"]],
    ['const a = await import("x");', ["x"]],
    ["// import 'x';", []],
    ["/* import 'x';\n */ const url = 'https://y'; import 'z';", ["z"]],
    ['export const from = 1; const text = "from";', []],
    ["const file = import(`./\u0024{locale}.json`);", []],
  ])("reads %s", (text, specifiers) => {
    expect(findImports(text).map(({ specifier }) => specifier)).toEqual(specifiers);
  });

  it("counts lines from 1, in the order of the file", () => {
    expect(findImports('import a from "a";\n\nimport("c");\nimport "b";\n')).toEqual([
      { specifier: "a", line: 1 },
      { specifier: "c", line: 3 },
      { specifier: "b", line: 4 },
    ]);
  });
});

describe("resolveImport", () => {
  it.each([
    ["@/lib/units/format", "lib/units/format"],
    ["./format", "features/alarm/trigger/format"],
    ["../rules.ts", "features/alarm/rules"],
    ["..", "features/alarm"],
    ["zod", undefined],
    ["@scope/package", undefined],
  ])("leads %s to %s", (specifier, target) => {
    expect(resolveImport("features/alarm/trigger/data.ts", specifier)).toBe(target);
  });
});

it("knows features and units", () => {
  expect(featureOf("features/alarm/trigger/rules.ts")).toBe("alarm");
  expect(featureOf("lib/alarm/rules.ts")).toBeUndefined();
  expect(unitOf("features/alarm/rules.ts")).toBe("features/alarm");
  expect(unitOf("lib/units/format.ts")).toBe("lib");
});

describe("matches", () => {
  it.each([
    ["lib/a/b.ts", ["lib/**"], true],
    ["lib", ["lib/**"], false],
    ["features/alarm/data.ts", ["features/**/data.ts"], true],
    ["features/alarm/trigger/data.ts", ["features/*/data.ts"], false],
    ["features/alarm/xdata.ts", ["features/**/data.ts"], false],
    ["lib/auth/scope.ts", ["lib/**", "!lib/auth/**"], false],
    ["lib/auth/scope.ts", ["!lib/auth/**", "lib/**"], true],
    ["app/[locale]/page.tsx", ["app/**/{page,layout}.tsx"], true],
    ["anything", [], false],
  ])("%s against %j is %s", (path, globs, expected) => {
    expect(matches(path, globs)).toBe(expected);
  });
});
