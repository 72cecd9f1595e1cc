// Reads the JSON reports of the test runners into one kind of tally.
import { stripVTControlCharacters } from "node:util";

/**
 * `unsteady` names tests that passed, but at the second try, with what the first one said; `skipped` has a name for each.
 * @typedef {{ passed: number, failed: string[], unsteady: string[], skipped: string[] }} Tally
 */

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: [], unsteady: [], skipped: [] };

const LONGEST_REASON = 300;

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
    unsteady: passing.flatMap(({ fullName, failureMessages: [reason] = [] }) =>
      reason === undefined ? [] : [because(fullName, reason)],
    ),
    skipped: tests
      .filter(({ status }) => ["pending", "skipped", "todo", "disabled"].includes(status))
      .map(({ fullName }) => fullName),
  };
}

/**
 * @typedef {{ projectName: string, status: string, results?: { error?: { message?: string } }[] }} Attempted
 * @typedef {{ title: string, specs?: { title: string, tests: Attempted[] }[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {Tally}
 */
export function tallyPlaywright({ suites, errors = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const named = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  const unsteady = tests.filter(({ status }) => status === "flaky").map(({ name, reason }) => because(name, reason));
  return {
    passed: named("expected").length + unsteady.length,
    failed: [...named("unexpected"), ...errors.map(({ message }) => message ?? "error")],
    unsteady,
    skipped: named("skipped"),
  };
}

function testsOf({ title, specs = [], suites = [] }, parents) {
  const way = [...parents, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results = [] }) => ({
      status,
      name: [projectName, ...way, spec.title].join(" › "),
      reason: results.find(({ error }) => error)?.error?.message,
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, way))];
}

/** A name with the beginning of what its first try said, in one line and without colours. */
function because(name, reason = "") {
  const said = stripVTControlCharacters(reason).split(/\n\s+at /)[0];
  const line = said.replace(/\s+/g, " ").trim().slice(0, LONGEST_REASON);
  return line ? `${name}: ${line}` : name;
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
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}

/** Why tests were skipped, each reason once with its count: what stands in brackets in a name, else the name itself. */
function reasonsOf(skipped) {
  const counts = new Map();
  for (const name of skipped) {
    const reason = /\(skipped:? ([^)]+)\)/.exec(name)?.[1] ?? name;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => (count > 1 ? `${reason} (${count})` : reason)).join(", ");
}

/** The last line of a test run. @param {Tally} tally */
export function closingLine({ passed, failed, unsteady, skipped }) {
  const retried = unsteady.length > 0 ? ` (${unsteady.length} at the second try)` : "";
  const left = skipped.length > 0 ? `, ${skipped.length} skipped: ${reasonsOf(skipped)}` : "";
  return `${passed} passed${retried}, ${failed.length} failed${left}`;
}
