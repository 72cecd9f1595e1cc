import { stripVTControlCharacters } from "node:util";

// Converts the JSON reports of the test runners into one kind of tally.
/**
 * `skipped` contains one name per test, `failed` one text: the name, and below it the beginning of the error.
 * @typedef {{ passed: number, failed: string[], skipped: string[] }} Tally
 */

/** Lines of an error that are shown below the name of a failed test: message, expected and received value, first frame. */
const REASON_LINES = 14;

/** A failed test with the beginning of its error, so that the end of a run's output alone tells what failed and why. */
function withReason(name, messages) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join("\n"))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join("\n");
}

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: [], skipped: [] };

/**
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Tally}
 */
export function tallyVitest({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failing = tests
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages = [] }) => withReason(fullName, failureMessages));
  // A file that fails to load has no tests that could fail.
  const broken = testResults
    .filter((file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"))
    .map(({ name, message }) => withReason(name, [message]));
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: [...failing, ...broken],
    skipped: tests
      .filter(({ status }) => ["pending", "skipped", "todo", "disabled"].includes(status))
      .map(({ fullName }) => fullName),
  };
}

/**
 * @typedef {{ projectName: string, status: string, results?: { errors: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  return {
    passed: named("expected").length,
    failed: [
      ...tests.filter(({ status }) => status === "unexpected").map(({ name, errors }) => withReason(name, errors)),
      ...errors.map(({ message }) => message ?? "error"),
    ],
    skipped: named("skipped"),
  };
}

function testsOf({ title, specs = [], suites = [] }, parents) {
  const way = [...parents, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results = [] }) => ({
      status,
      errors: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      name: [projectName, ...way, spec.title].join(" › "),
    })),
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
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}

/** The reasons of skipped tests with their counts: the text in brackets of a name, otherwise the name itself. */
function reasonsOf(skipped) {
  const counts = new Map();
  for (const name of skipped) {
    const reason = /\(skipped:? ([^)]+)\)/.exec(name)?.[1] ?? name;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => (count > 1 ? `${reason} (${count})` : reason)).join(", ");
}

/** The last line of a test run. @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  const left = skipped.length > 0 ? `, ${skipped.length} skipped: ${reasonsOf(skipped)}` : "";
  return `${passed} passed, ${failed.length} failed${left}`;
}
