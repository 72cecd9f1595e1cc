import { expect, it } from "vitest";
import { closingLine, NOTHING, sum, tallyPlaywright, tallyVitest } from "./reports.mjs";

it("counts a vitest report, and a file that does not load as one failure", () => {
  const test = (status: string, fullName: string) => ({ status, fullName, failureMessages: [] as string[] });
  const failed = { ...test("failed", "b"), failureMessages: ["\u001b[31mAssertionError\u001b[0m: no\n\n  at b.ts"] };
  const report = {
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [test("passed", "a"), failed, test("skipped", "c")],
      },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "c.test.ts", status: "passed", assertionResults: [test("passed", "d"), test("todo", "e")] },
    ],
  };
  expect(tallyVitest(report)).toEqual({
    passed: 2,
    failed: ["b\n    AssertionError: no\n      at b.ts", "b.test.ts\n    no such module"],
    skipped: ["c", "e"],
  });
});

it("counts a playwright report by project", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ projectName: "desktop", status }] });
  const waits = {
    title: "waits",
    tests: [{ projectName: "desktop", status: "unexpected", results: [{ errors: [{ message: "Timeout" }] }] }],
  };
  const report = {
    suites: [
      {
        title: "login.spec.ts",
        specs: [spec("signs in", "expected"), spec("signs out", "expected")],
        suites: [{ title: "locked", specs: [waits, spec("counts", "skipped")] }],
      },
    ],
    errors: [{ message: "web server did not start" }],
  };
  expect(tallyPlaywright(report)).toEqual({
    passed: 2,
    failed: ["desktop › login.spec.ts › locked › waits\n    Timeout", "web server did not start"],
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
