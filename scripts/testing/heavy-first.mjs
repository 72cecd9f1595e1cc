import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/** What a file does that takes long, however short the file is: it brings up processes, or makes the demo world. */
const HEAVY = /\b(start(Session)?Product|startCluster|startEmbeddedPostgres|seedDemo)\(|"node:child_process"/;

/**
 * Orders test files so that no worker is left alone with a long one at the end: heavy ones before all others. Vitest
 * itself goes by the durations of the last run, and where there was none, as in a fresh checkout, by size.
 */
export class HeavyFirst extends BaseSequencer {
  /** @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const heavy = new Set(sorted.filter(({ moduleId }) => HEAVY.test(readFileSync(moduleId, "utf8"))));
    return [...heavy, ...sorted.filter((file) => !heavy.has(file))];
  }
}
