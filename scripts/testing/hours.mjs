import { existsSync } from "node:fs";

/** Debian's libfaketime, in a folder named for the architecture. */
const LIBRARY = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Why processes cannot run with another clock; null if they can. */
export const lacksFakeClock = LIBRARY ? null : "no libfaketime";

/**
 * Both ends of a Sunday that is the last day of its month, and working hours of the Monday after it; the time zones of
 * the machine are an offset that is not a whole hour, far behind and far ahead of UTC, and UTC.
 */
const TIMES = [
  { name: "Sunday 00:05", at: "2027-01-31T00:05:00Z", zone: "Asia/Kathmandu" },
  { name: "Sunday 23:50", at: "2027-01-31T23:50:00Z", zone: "America/Los_Angeles" },
  { name: "Monday 08:00", at: "2027-02-01T08:00:00Z", zone: "Pacific/Auckland" },
  { name: "Monday 15:30", at: "2027-02-01T15:30:00Z", zone: "UTC" },
];

/**
 * Times at which the tests run, each with the environment variables that start a process at that time.
 * @returns {{ name: string, variables: () => Record<string, string> }[]}
 */
export function timesOfDay() {
  return TIMES.map(({ name, at, zone }) => ({
    name,
    variables: () => ({ ...clockOff(secondsUntil(at)), TZ: zone }),
  }));
}

const secondsUntil = (instant) => Math.round((Date.parse(instant) - Date.now()) / 1000);

/**
 * The environment of a process whose clock is offset by a number of seconds (negative: behind). Its timers are not
 * affected.
 * @returns {Record<string, string>}
 */
export function clockOff(seconds) {
  if (!LIBRARY) throw new Error("no libfaketime");
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
