import { expect, it } from "vitest";
import { closingLine, NOTHING, sum, tallyPlaywright, tallyVitest } from "./reports.mjs";

it("counts a vitest report, and a file that does not load as one failure", () => {
  const test = (status: string, fullName: string) => ({ status, fullName });
  const report = {
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          test("passed", "a"),
          test("failed", "b"),
          test("skipped", "c"),
          { ...test("passed", "f"), failureMessages: ["at the first try"] },
        ],
      },
      { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "c.test.ts", status: "passed", assertionResults: [test("passed", "d"), test("todo", "e")] },
    ],
  };
  expect(tallyVitest(report)).toEqual({ passed: 3, failed: ["b", "b.test.ts"], unsteady: ["f"], skipped: 2 });
});

it("counts a playwright report by project, and names what passed at the second try", () => {
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
    passed: 2,
    failed: ["desktop › login.spec.ts › locked › waits", "web server did not start"],
    unsteady: ["desktop › login.spec.ts › signs out"],
    skipped: 1,
  });
});

it("closes with one line", () => {
  const total = sum([
    { passed: 2, failed: [], unsteady: ["y"], skipped: 0 },
    { passed: 3, failed: ["x"], unsteady: [], skipped: 1 },
  ]);
  expect(closingLine(total)).toBe("5 passed (1 at the second try), 1 failed, 1 skipped");
  expect(closingLine({ ...NOTHING, passed: 1 })).toBe("1 passed, 0 failed");
});
