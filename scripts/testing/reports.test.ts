import { expect, it } from "vitest";
import { closingLine, NOTHING, sum, tallyPlaywright, tallyVitest } from "./reports.mjs";

it("counts a vitest report, and a file that does not load as one failure", () => {
  const test = (status: string, fullName: string) => ({ status, fullName });
  const report = {
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [test("passed", "a"), test("failed", "b"), test("skipped", "c")],
      },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "c.test.ts", status: "passed", assertionResults: [test("passed", "d"), test("todo", "e")] },
    ],
  };
  expect(tallyVitest(report)).toEqual({
    passed: 2,
    failed: ["b", "b.test.ts"],
    skipped: ["c", "e"],
  });
});

it("counts a playwright report by project", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ projectName: "desktop", status }] });
  const report = {
    suites: [
      {
        title: "login.spec.ts",
        specs: [spec("signs in", "expected"), spec("signs out", "expected")],
        suites: [{ title: "locked", specs: [spec("waits", "unexpected"), spec("counts", "skipped")] }],
      },
    ],
    errors: [{ message: "web server did not start" }],
  };
  expect(tallyPlaywright(report)).toEqual({
    passed: 2,
    failed: ["desktop › login.spec.ts › locked › waits", "web server did not start"],
    skipped: ["desktop › login.spec.ts › locked › counts"],
  });
});

it("closes with one line, which says why what was skipped", () => {
  const total = sum([
    { passed: 2, failed: [], skipped: [] },
    { passed: 3, failed: ["x"], skipped: ["a (skipped: no redis-server in PATH) b"] },
    {
      ...NOTHING,
      skipped: [
        "c (skipped: no redis-server in PATH) d",
        "while Redis is gone (skipped without redis-server)",
        "later",
      ],
    },
  ]);
  expect(closingLine(total)).toBe(
    "5 passed, 1 failed, 4 skipped: no redis-server in PATH (2), without redis-server, later",
  );
  expect(closingLine({ ...NOTHING, passed: 1 })).toBe("1 passed, 0 failed");
});
