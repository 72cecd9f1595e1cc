import { describe, expect, it } from "vitest";
import type { LiveReading } from "./live.schema";
import { replaces, unconfirmedText, withReading } from "./reading.rules";

it.each([
  ["a newer one", { at: 20 }, 10, true],
  ["the first", { at: 20 }, null, true],
  ["the same again", { at: 10 }, 10, false],
  ["an older one", { at: 5 }, 10, false],
  ["an older one that is left", { at: 5, isRestated: true }, 10, true],
  ["nothing that is left", { at: null, isRestated: true }, 10, true],
])("%s is shown: %j", (_name, reading, shownAt, expected) => expect(replaces(reading, shownAt)).toBe(expected));

describe("what is shown of a probe", () => {
  const reading = (values: Partial<LiveReading>): LiveReading => ({
    ...{ probeId: 1, carrierId: 1, at: 20, value: 5, trend: 0.1 },
    ...values,
  });
  const probe = { at: 10, value: 4, trend: null, unconfirmed: null };

  it.each([
    ["takes a newer value", reading({}), { at: 20, value: 5, trend: 0.1, unconfirmed: null }],
    ["keeps to it where an older one comes", reading({ at: 5 }), probe],
    [
      "takes a held value beside the one it has",
      reading({ at: 10, value: 4, unconfirmed: { at: 30, value: 21 } }),
      { ...probe, unconfirmed: { at: 30, value: 21 } },
    ],
    [
      "takes both",
      reading({ unconfirmed: { at: 30, value: 21 } }),
      { at: 20, value: 5, trend: 0.1, unconfirmed: { at: 30, value: 21 } },
    ],
    ["passes over one that counts by now", reading({ at: 5, unconfirmed: { at: 10, value: 4 } }), probe],
  ])("%s", (_name, told, expected) => {
    expect(withReading(probe, told)).toEqual(expected);
  });

  it("is the same object where nothing is news, and loses a held value that a newer one decides", () => {
    expect(withReading(probe, reading({ at: 10 }))).toBe(probe);
    expect(withReading({ ...probe, unconfirmed: { at: 15, value: 21 } }, reading({})).unconfirmed).toBeNull();
    expect(withReading({ at: 10, value: 4 }, reading({}))).toEqual({ at: 20, value: 5, unconfirmed: null });
  });

  it("names the held value with its unit", () => {
    expect(unconfirmedText({ measure: "temperature", unconfirmed: { at: 1, value: 21.4 } }, "en-US")).toBe("21.4 °C");
    expect(unconfirmedText({ measure: "temperature", unconfirmed: null }, "en-US")).toBeUndefined();
  });
});
