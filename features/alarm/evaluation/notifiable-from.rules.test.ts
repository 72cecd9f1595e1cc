import { expect, it } from "vitest";
import { endOfSuppression } from "./notifiable-from.rules";

const at = Date.parse("2026-11-20T08:00Z");
const minutes = (count: number) => at + count * 60_000;
const none = { silencedUntil: null, switchedOffUntil: null, calendar: null, timeZone: "UTC" };
const awake = { days: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "08:30", to: "18:00" }] };

it.each([
  ["nothing", {}, 0],
  ["a silence", { silencedUntil: minutes(10) }, 10],
  ["a pause", { switchedOffUntil: minutes(20) }, 20],
  ["one that was over", { switchedOffUntil: minutes(-5) }, 0],
  ["a night of the calendar", { calendar: awake }, 30],
  ["the last of several", { silencedUntil: minutes(40), switchedOffUntil: minutes(20), calendar: awake }, 40],
])("%s holds an alarm back", (_name, holds, expected) =>
  expect(endOfSuppression(at, { ...none, ...holds })).toBe(minutes(expected)),
);
