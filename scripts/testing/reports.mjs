// Reads the JSON reports of the test runners into one kind of tally.

/** @typedef {{ passed: number, failed: string[], skipped: number }} Tally */

/**
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 * @returns {Tally}
 */
export function tallyVitest({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failing = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  // A file that does not even load has no tests to fail.
  const broken = testResults
    .filter((file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"))
    .map(({ name }) => name);
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: [...failing, ...broken],
    skipped: tests.filter(({ status }) => ["pending", "skipped", "todo", "disabled"].includes(status)).length,
  };
}

/**
 * @typedef {{ title: string, specs?: { title: string, tests: { projectName: string, status: string }[] }[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const isFailed = ({ status }) => status === "unexpected" || status === "flaky";
  return {
    passed: tests.filter(({ status }) => status === "expected").length,
    failed: [...tests.filter(isFailed).map(({ name }) => name), ...errors.map(({ message }) => message ?? "error")],
    skipped: tests.filter(({ status }) => status === "skipped").length,
  };
}

function testsOf({ title, specs = [], suites = [] }, parents) {
  const way = [...parents, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status }) => ({ status, name: [projectName, ...way, spec.title].join(" › ") })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, way))];
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  };
}

/** The last line of a test run. @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
