import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/product/paths.mjs";
import { longSuite } from "./long";

/** Real measurements beside the project, whose licences do not allow including them. */
export const MEASUREMENTS = join(ROOT, "../shared/data");

/** Suites on real measurements, in the long run. */
export const describeWithMeasurements = longSuite(
  existsSync(MEASUREMENTS) ? null : "no measurements in ../shared/data",
);
