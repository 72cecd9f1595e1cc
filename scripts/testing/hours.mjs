import { existsSync } from "node:fs";

/** Debian's libfaketime; the machine's architecture names the folder. */
const LIBRARY = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** What is missing to give processes another clock, null if nothing is. */
export const lacksFakeClock = LIBRARY ? null : "no libfaketime";

/** The last day of a month, which is a Sunday, and the Monday after it. */
const DAYS = [
  { name: "Sunday", date: "2027-01-31" },
  { name: "Monday", date: "2027-02-01" },
];
const HOURS = ["00:05", "08:00", "15:30", "23:50"];
/** Of the machine: half an hour off, far behind and far ahead of UTC. */
const ZONES = ["Asia/Kathmandu", "America/Los_Angeles", "Pacific/Auckland", "UTC"];

/**
 * Times at which tests give the same, each with the variables of processes for which it is that time from now on.
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
 * The environment of a process whose clock is so many seconds ahead, or behind; its timers run as ever.
 * @returns {Record<string, string>}
 */
export function clockOff(seconds) {
  if (!LIBRARY) throw new Error("no libfaketime");
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
