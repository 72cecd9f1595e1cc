import { lacksFakeClock } from "../../scripts/testing/hours.mjs";
import { isLong, longTest } from "./long";

/** Whether processes are given a clock that is off: in the long run, where there is libfaketime. */
export const hasFakeClock = isLong && lacksFakeClock === null;

/** Tests of such processes, in the long run. */
export const itWithFakeClock = longTest(lacksFakeClock);
