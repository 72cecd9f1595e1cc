import { describe, expect, it } from "vitest";
import { matches } from "./glob";

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
