import { existsSync } from "node:fs";

// Debian's libfaketime, which the machine's architecture names the folder of.
const LIBRARY = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Whether a process can be given a clock that is off. */
export const hasFakeClock = LIBRARY !== undefined;

/** The environment of a process whose clock is so far off; its timers run as ever. */
export function clockOff(seconds: number): Record<string, string> {
  if (!LIBRARY) throw new Error("no libfaketime");
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
