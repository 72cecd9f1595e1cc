import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  backOffSeconds,
  endOfRange,
  exceptionOf,
  exceptionParts,
  idsWithFigures,
  MESSAGE_SIZE,
  readingParts,
  readingsOf,
  sliceOf,
  testPart,
  type Waiting,
} from "./delivery.rules";

const SENDER = { platformCode: "P1", platformName: "", vendorCode: "V1", appId: "" };

it("rests twice as long after each failure, up to five minutes", () => {
  expect([1, 2, 3, 4, 9, 10, 1000].map(backOffSeconds)).toEqual([1, 2, 4, 8, 256, 300, 300]);
});

describe("how far a message goes", () => {
  const batch = (position: number, size = 1, kind: Waiting["kind"] = "readings"): Waiting => ({ position, kind, size });

  it.each<[string, Waiting[], number | null]>([
    ["nothing waits", [], null],
    ["one", [batch(3)], 3],
    ["many small ones", [batch(3), batch(4), batch(9)], 9],
    ["until it is full", [batch(1, MESSAGE_SIZE - 1), batch(2, 1), batch(3, 1)], 2],
    ["a first one that is too large goes alone", [batch(1, MESSAGE_SIZE * 3), batch(2)], 1],
    ["exceptions are not mixed with readings", [batch(1), batch(2, 1, "exceptions"), batch(3)], 1],
    ["nor readings with exceptions", [batch(1, 1, "exceptions"), batch(2, 1, "exceptions"), batch(3)], 2],
  ])("%s", (_, waiting, end) => {
    expect(endOfRange(waiting)).toBe(end);
  });
});

describe("messages", () => {
  const value = (at: number, measure: "temperature" | "humidity", amount: number, device = "SN-1") => ({
    device,
    carrier: "Fridge",
    measure,
    at,
    value: amount,
  });

  it("hold the values of a device and instant as one reading, and name the sender", () => {
    const readings = readingsOf([
      value(1000, "temperature", 4.2),
      value(2000, "temperature", 4.3),
      value(1000, "humidity", 60),
    ]);
    const [part] = readingParts(SENDER, "7-1-2", readings);
    expect(JSON.parse(part?.text ?? "")).toEqual({
      id: "7-1-2-0",
      type: "readings",
      platformCode: "P1",
      vendorCode: "V1",
      readings: [
        {
          device: "SN-1",
          carrier: "Fridge",
          at: "1970-01-01T00:00:01.000Z",
          values: { temperature: 4.2, humidity: 60 },
        },
        { device: "SN-1", carrier: "Fridge", at: "1970-01-01T00:00:02.000Z", values: { temperature: 4.3 } },
      ],
    });
    expect(part).toMatchObject({ id: "7-1-2-0", readings: 2, exceptions: 0 });
  });

  it("leave out a carrier that there is none of, and say that they come again", () => {
    const [part] = readingParts(SENDER, "k", [{ device: "D", carrier: null, at: 0, values: { door: 1 } }], true);
    const { readings, replay } = JSON.parse(part?.text ?? "");
    expect([replay, Object.keys(readings[0])]).toEqual([true, ["device", "at", "values"]]);
  });

  it("are cut where they are full, each with its own id", () => {
    const readings = Array.from({ length: MESSAGE_SIZE * 2 + 1 }, (_, at) => ({
      device: "D",
      carrier: null,
      at,
      values: { door: 1 },
    }));
    const parts = readingParts(SENDER, "k", readings);
    expect(parts.map(({ id, readings: count }) => [id, count])).toEqual([
      ["k-0", MESSAGE_SIZE],
      ["k-1", MESSAGE_SIZE],
      ["k-2", 1],
    ]);
    expect(parts.flatMap(({ text }) => JSON.parse(text).readings)).toHaveLength(readings.length);
  });

  it("tell of exceptions, and of none not at all", () => {
    const row = {
      id: 5,
      kind: "range",
      severity: "critical",
      measure: "temperature",
      side: "above",
      minimum: 2,
      maximum: 8,
      peak: 9.5,
      started_at: "2026-11-22T08:00:00+00:00",
      raised_at: "2026-11-22T08:10:00+00:00",
      ended_at: null,
      acknowledged_at: null,
      withdrawn_at: null,
      status: "unprocessed",
      is_closed: false,
    };
    const told = exceptionOf("opened", row, { carrier: "Fridge", device: "SN-1", deviceKind: "sensor" });
    expect(told).toMatchObject({
      id: 5,
      change: "opened",
      carrier: "Fridge",
      startedAt: "2026-11-22T08:00:00.000Z",
      endedAt: null,
      isWithdrawn: false,
      type: "sensor-temperature",
      ...{ mean: null, meanKineticTemperature: null, degreeMinutes: null, observedSeconds: null },
    });
    const [part] = exceptionParts(SENDER, "k", [told]);
    expect(JSON.parse(part?.text ?? "").exceptions).toEqual([told]);
    expect(exceptionParts(SENDER, "k", [])).toEqual([]);

    const names = { carrier: null, device: "SN-1", deviceKind: "sensor" as const };
    const door = { ...row, kind: "state", measure: "door", minimum: null, maximum: 0.5, peak: 1 };
    expect(exceptionOf("opened", door, names)).toMatchObject({
      kind: "state",
      measure: "door",
      ...{ side: null, minimum: null, maximum: null, peak: null, exposure: null, forecast: null },
    });
    const context = { outsideMinutes: 620, windowMinutes: 1440, affected: [7] };
    const added = exceptionOf("opened", { ...row, kind: "cumulative", context }, names);
    expect(added).toMatchObject({
      side: "above",
      peak: 9.5,
      exposure: { outsideMinutes: 620, windowMinutes: 1440, allowedMinutes: null },
    });
    expect(added).not.toHaveProperty("context");
    const predictedAt = Date.parse("2026-11-22T08:40:00Z");
    expect(exceptionOf("opened", { ...row, kind: "trend", context: { predictedAt } }, names)).toMatchObject({
      peak: null,
      forecast: { at: "2026-11-22T08:40:00.000Z" },
    });
  });

  it("carry the figures of an exception that is over, and its type by the kind of its device", () => {
    const row = {
      id: 5,
      kind: "range",
      measure: "temperature",
      ended_at: "2026-11-22T09:00:00+00:00",
      withdrawn_at: null,
    };
    const figures = { mean: 9.1, meanKineticTemperature: 9.2, degreeMinutes: 66, observedSeconds: 3600 };
    const owners = { carrier: null, device: "SN-1", deviceKind: "gateway" as const };
    expect(exceptionOf("closed", row, owners, figures)).toMatchObject({ type: "sensor-temperature", ...figures });
    const silent = { ...row, kind: "no-data", measure: null };
    expect(exceptionOf("closed", silent, owners)).toMatchObject({ type: "gateway-connect", mean: null });
    const open = { ...row, id: 6, ended_at: null };
    expect(idsWithFigures([row, silent, open, { ...row, id: 7, withdrawn_at: row.ended_at }])).toEqual([5]);
  });

  it("of a test say when", () => {
    const part = testPart(SENDER, "t", new Date(0));
    expect(JSON.parse(part.text)).toEqual({
      id: "t",
      type: "test",
      platformCode: "P1",
      vendorCode: "V1",
      at: "1970-01-01T00:00:00.000Z",
    });
  });
});

describe("a piece of time that is sent again", () => {
  const HOUR = 3_600_000;

  it.each([
    ["the whole hour where it fits", [0, 10 * HOUR, 0, 100], [0, HOUR]],
    ["what a message holds", [0, 10 * HOUR, 0, MESSAGE_SIZE * 4], [0, HOUR / 4]],
    ["on from the cursor", [HOUR / 2, 10 * HOUR, 0, 100], [HOUR / 2, HOUR]],
    ["a later hour from its beginning", [0, 10 * HOUR, 5 * HOUR, 100], [5 * HOUR, 6 * HOUR]],
    ["no further than it goes", [0, 1234, 0, 100], [0, 1234]],
    ["a second at least", [0, 10 * HOUR, 0, 1e9], [0, 1000]],
    ["an hour without readings", [0, 10 * HOUR, 0, 0], [0, HOUR]],
  ] as const)("%s", (_, [cursor, until, hour, count], [from, to]) => {
    expect(sliceOf(cursor, until, hour, count)).toEqual({ from, to });
  });

  it("always goes on, and stays within the hour and the end", () => {
    const number = fc.integer({ min: 0, max: 1e7 });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 0, max: 1e8 }), (cursor, more, count) => {
        const hour = cursor - (cursor % HOUR);
        const until = cursor + more + 1;
        const { from, to } = sliceOf(cursor, until, hour, count);
        expect(from).toBe(cursor);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(Math.min(until, hour + HOUR));
      }),
    );
  });
});
