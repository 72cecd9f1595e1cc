import { lacksFakeClock } from "../../scripts/testing/hours.mjs";
import { isLong, longTest } from "./long";

/** Whether processes can run with a shifted clock: in the long run, if libfaketime is installed. */
export const hasFakeClock = isLong && lacksFakeClock === null;

/** Tests with a shifted clock, in the long run. */
export const itWithFakeClock = longTest(lacksFakeClock);
