// Reads the JSON reports of the test runners into one kind of tally.

/** `unsteady` names tests that passed, but at the second try. @typedef {{ passed: number, failed: string[], unsteady: string[], skipped: number }} Tally */

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: [], unsteady: [], skipped: 0 };

/**
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Tally}
 */
export function tallyVitest({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failing = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  // A file that does not even load has no tests to fail.
  const broken = testResults
    .filter((file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"))
    .map(({ name }) => name);
  const passing = tests.filter(({ status }) => status === "passed");
  return {
    passed: passing.length,
    failed: [...failing, ...broken],
    // The report keeps what an earlier try said.
    unsteady: passing.filter(({ failureMessages = [] }) => failureMessages.length > 0).map(({ fullName }) => fullName),
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
  const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  const unsteady = named("flaky");
  return {
    passed: named("expected").length + unsteady.length,
    failed: [...named("unexpected"), ...errors.map(({ message }) => message ?? "error")],
    unsteady,
    skipped: named("skipped").length,
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
    unsteady: tallies.flatMap(({ unsteady }) => unsteady),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  };
}

/** The last line of a test run. @param {Tally} tally */
export function closingLine({ passed, failed, unsteady, skipped }) {
  const retried = unsteady.length > 0 ? ` (${unsteady.length} at the second try)` : "";
  return `${passed} passed${retried}, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
