import { expect, it } from "vitest";
import { closingLine, sum, tallyPlaywright, tallyVitest } from "./reports.mjs";

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
  expect(tallyVitest(report)).toEqual({ passed: 2, failed: ["b", "b.test.ts"], skipped: 2 });
});

it("counts a playwright report by project, flaky as failed", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ projectName: "desktop", status }] });
  const report = {
    suites: [
      {
        title: "login.spec.ts",
        specs: [spec("signs in", "expected"), spec("signs out", "flaky")],
        suites: [{ title: "locked", specs: [spec("waits", "unexpected"), spec("counts", "skipped")] }],
      },
    ],
    errors: [{ message: "web server did not start" }],
  };
  expect(tallyPlaywright(report)).toEqual({
    passed: 1,
    failed: [
      "desktop › login.spec.ts › signs out",
      "desktop › login.spec.ts › locked › waits",
      "web server did not start",
    ],
    skipped: 1,
  });
});

it("closes with one line", () => {
  const total = sum([
    { passed: 2, failed: [], skipped: 0 },
    { passed: 3, failed: ["x"], skipped: 1 },
  ]);
  expect(closingLine(total)).toBe("5 passed, 1 failed, 1 skipped");
  expect(closingLine({ passed: 1, failed: [], skipped: 0 })).toBe("1 passed, 0 failed");
});
