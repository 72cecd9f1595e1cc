import { describe, expect, it } from "vitest";
import { slowPaceOf } from "./pace.rules";

describe("a device that reports more slowly than it is set to", () => {
  /** Instants, newest first, these minutes apart. */
  const every = (...minutes: number[]) =>
    minutes.reduce<number[]>((ats, step) => ats.concat((ats.at(-1) as number) - step * 60_000), [1_800_000_000_000]);

  it.each([
    ["has the pace of its readings", [every(20, 20, 20, 20)], 1200],
    ["keeps to its interval", [every(5, 5, 5, 5)], null],
    ["may be late by twice of it", [every(10, 10, 10, 10)], null],
    ["is not slow for one silence", [every(5, 300, 5, 5, 5)], null],
    ["is judged by the probe that is heard most often", [every(20, 20, 20), every(5, 5, 5)], null],
    ["has no pace where readings are too far apart to be observed", [every(400, 400, 400, 400)], null],
    ["has none where a step is longer than twice the others", [every(20, 20, 45, 20)], null],
    ["has no pace from a few readings", [every(20, 20)], null],
    ["has none without readings", [], null],
  ])("%s", (_name, probes, seconds) => expect(slowPaceOf(probes, 300)).toBe(seconds));
});
