import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { ROOT } from "../../scripts/product/paths.mjs";

/** Real measurements beside the project: their licences keep them out of it. */
export const MEASUREMENTS = join(ROOT, "../shared/data");

/** `describe` for suites on real measurements; where those are not there they are skipped and say why. */
export const describeWithMeasurements = existsSync(MEASUREMENTS) ? describe : withoutMeasurements;

function withoutMeasurements(name: string, suite: () => void) {
  describe.skip(`${name} (skipped: no measurements in ../shared/data)`, suite);
}
