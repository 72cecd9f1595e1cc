import { existsSync } from "node:fs";

/** Debian's libfaketime, in a folder named for the architecture. */
const LIBRARY = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Why processes cannot run with another clock; null if they can. */
export const lacksFakeClock = LIBRARY ? null : "no libfaketime";

/** A Sunday that is the last day of its month, and the Monday after it. */
const DAYS = [
  { name: "Sunday", date: "2027-01-31" },
  { name: "Monday", date: "2027-02-01" },
];
const HOURS = ["00:05", "08:00", "15:30", "23:50"];
/** Time zones of the machine: an offset that is not a whole hour, far behind and far ahead of UTC. */
const ZONES = ["Asia/Kathmandu", "America/Los_Angeles", "Pacific/Auckland", "UTC"];

/**
 * Times at which the tests run, each with the environment variables that start a process at that time.
 * @returns {{ name: string, variables: () => Record<string, string> }[]}
 */
export function timesOfDay() {
  return DAYS.flatMap(({ name, date }) =>
    HOURS.map((hour, index) => ({
      name: `${name} ${hour}`,
      variables: () => ({ ...clockOff(secondsUntil(`${date}T${hour}:00Z`)), TZ: ZONES[index] }),
    })),
  );
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
