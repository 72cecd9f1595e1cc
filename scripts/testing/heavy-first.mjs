import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/** Matches slow test files regardless of their size: they start processes or create the demo world. */
const HEAVY = /\b(start(Session)?Product|startCluster|startEmbeddedPostgres|seedDemo)\(|"node:child_process"/;

/**
 * Runs heavy test files first, so that no worker ends alone with a long one. Vitest itself sorts by the durations of
 * the last run, and in a fresh checkout by file size.
 */
export class HeavyFirst extends BaseSequencer {
  /** @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const heavy = new Set(sorted.filter(({ moduleId }) => HEAVY.test(readFileSync(moduleId, "utf8"))));
    return [...heavy, ...sorted.filter((file) => !heavy.has(file))];
  }
}
