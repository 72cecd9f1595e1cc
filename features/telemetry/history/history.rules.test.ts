import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NOTHING, type Sums } from "@/features/observation/observation.rules";
import { longRuns } from "@/tests/support/long";
import { beyond, bucketStarts, centred, chooseBuckets, legendOf, namesOf, planReads, sharesOf } from "./history.rules";

const at = (iso: string) => Date.parse(iso);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const iso = (ms: number) => new Date(ms).toISOString();
const ZONES = ["UTC", "Asia/Shanghai", "Asia/Kathmandu", "Europe/Madrid", "America/St_Johns", "Australia/Lord_Howe"];
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const instants = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z") });
const ranges = fc
  .tuple(instants, fc.integer({ min: 1, max: 5 * 366 * 86_400 }))
  .map(([from, seconds]) => ({ from, to: from + seconds * 1000 }));

describe("chooseBuckets", () => {
  const to = "2026-11-20T08:00:00Z";
  it.each([
    ["an hour in 1000", span("2026-11-20T07:00:00Z", to), 1000, 60],
    ["a day in 1000", span("2026-11-19T08:00:00Z", to), 1000, 120],
    ["a week in 1000", span("2026-11-13T08:00:00Z", to), 1000, 900],
    ["30 days in 1000", span("2026-10-21T08:00:00Z", to), 1000, 3600],
    ["90 days in 1000", span("2026-08-22T08:00:00Z", to), 1000, 10_800],
    ["a year in 1000", span("2025-11-20T08:00:00Z", to), 1000, 43_200],
    ["a year in 500", span("2025-11-20T08:00:00Z", to), 500, 86_400],
    ["five years in 5000", span("2021-11-20T08:00:00Z", to), 5000, 43_200],
    ["five years in 10", span("2021-11-20T08:00:00Z", to), 10, 365 * 86_400],
  ])("%s", (_name, range, points, seconds) => {
    expect(chooseBuckets(range, points, "Asia/Shanghai").seconds).toBe(seconds);
  });

  it("covers the range in order with at most as many buckets as points", () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 10, max: 5000 }), fc.constantFrom(...ZONES), (range, points, zone) => {
        const { seconds, starts } = chooseBuckets(range, points, zone);
        expect(starts.length).toBeLessThanOrEqual(points);
        expect(starts[0]).toBe(range.from);
        expect(starts.at(-1)).toBeLessThan(range.to);
        for (let index = 1; index < starts.length; index += 1) {
          const width = (starts[index] as number) - (starts[index - 1] as number);
          expect(width).toBeGreaterThan(0);
          // A clock change makes a bucket of hours or days an hour longer.
          expect(width).toBeLessThanOrEqual(seconds * 1000 + HOUR_MS);
        }
      }),
      { numRuns: longRuns(20, 60) },
    );
  });
});

describe("bucketStarts", () => {
  it("cuts days in the zone, also where the clock changes", () => {
    const range = span("2026-10-24T10:00:00Z", "2026-10-26T10:00:00Z");
    expect(bucketStarts(range, 86_400, "Europe/Madrid").map(iso)).toEqual([
      "2026-10-24T10:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ]);
    expect(bucketStarts(range, 86_400, "Asia/Kathmandu").map(iso)[1]).toBe("2026-10-24T18:15:00.000Z");
  });

  it("keeps to wall-clock hours on a day of 25 hours", () => {
    const range = span("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z");
    expect(bucketStarts(range, 21_600, "Europe/Madrid").map(iso)).toEqual([
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T05:00:00.000Z",
      "2026-10-25T11:00:00.000Z",
      "2026-10-25T17:00:00.000Z",
    ]);
  });

  it("begins buckets of hours on whole UTC hours, where the roll-ups are", () => {
    fc.assert(
      fc.property(
        ranges,
        fc.constantFrom(3600, 7200, 10_800, 21_600, 43_200),
        fc.constantFrom(...ZONES),
        (range, seconds, zone) => {
          const short = { from: range.from, to: Math.min(range.to, range.from + 40 * DAY_MS) };
          for (const start of bucketStarts(short, seconds, zone).slice(1)) expect(start % HOUR_MS).toBe(0);
        },
      ),
      { numRuns: longRuns(20, 50) },
    );
  });

  it("begins weeks on Mondays", () => {
    const range = span("2026-11-01T00:00:00Z", "2026-11-30T00:00:00Z");
    expect(bucketStarts(range, 7 * 86_400, "Asia/Shanghai").map(iso)[1]).toBe("2026-11-01T16:00:00.000Z");
  });
});

describe("planReads", () => {
  it("takes cut hours from the readings and the rest from the roll-ups", () => {
    const read = planReads(span("2026-11-20T00:30:00Z", "2026-11-20T05:10:00Z"), [at("2026-11-20T02:15:00Z")]);
    const shown = (spans: { from: number; to: number }[]) =>
      spans.map(({ from, to }) => `${iso(from).slice(11, 16)}-${iso(to).slice(11, 16)}`);
    expect(shown(read.raw)).toEqual(["00:30-01:00", "02:00-03:00", "05:00-05:10"]);
    expect(shown(read.hours)).toEqual(["01:00-02:00", "03:00-05:00"]);
  });

  it("covers a span once, with whole hours alone from the roll-ups", () => {
    fc.assert(
      fc.property(ranges, fc.array(instants, { maxLength: 6 }), (range, edges) => {
        const { hours, raw } = planReads(range, edges);
        const all = [...hours, ...raw].sort((a, b) => a.from - b.from);
        expect(all[0]?.from).toBe(range.from);
        expect(all.at(-1)?.to).toBe(range.to);
        for (let index = 1; index < all.length; index += 1) expect(all[index]?.from).toBe(all[index - 1]?.to);
        for (const { from, to } of hours) expect([from % HOUR_MS, to % HOUR_MS]).toEqual([0, 0]);
        for (const edge of edges)
          for (const { from, to } of hours) expect(edge > from && edge < to && edge % HOUR_MS !== 0).toBe(false);
      }),
    );
  });
});

describe("bucketed reading", () => {
  type Reading = { at: number; value: number };
  const series = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3 * DAY_MS }), fc.double({ min: -90, max: 60, noNaN: true })),
    { minLength: 1, maxLength: 200 },
  );

  /** Roll-ups and readings as in the tables, read by the plan and aggregated into buckets. */
  function bucketed(readings: Reading[], range: { from: number; to: number }, starts: number[]) {
    const hours = new Map<number, Reading[]>();
    for (const reading of readings) {
      const hour = reading.at - (reading.at % HOUR_MS);
      hours.set(hour, [...(hours.get(hour) ?? []), reading]);
    }
    const buckets = new Map<number, number[]>();
    const put = (moment: number, values: number[]) => {
      const bucket = starts.findLastIndex((start) => start <= moment);
      buckets.set(bucket, [...(buckets.get(bucket) ?? []), ...values]);
    };
    const plan = planReads(range, starts);
    for (const { from, to } of plan.hours)
      for (const [hour, inside] of hours)
        if (hour >= from && hour < to)
          put(
            hour,
            inside.map(({ value }) => value),
          );
    for (const { from, to } of plan.raw)
      for (const { at: moment, value } of readings) if (moment >= from && moment < to) put(moment, [value]);
    return buckets;
  }

  it("puts every reading into the bucket that its time says", () => {
    fc.assert(
      fc.property(
        series,
        instants,
        fc.integer({ min: 10, max: 60 }),
        fc.constantFrom(...ZONES),
        (given, origin, points, zone) => {
          const readings = given.map(([offset, value]) => ({ at: origin + offset, value }));
          const range = { from: origin + HOUR_MS / 3, to: origin + 3 * DAY_MS - HOUR_MS / 7 };
          range.to = Math.floor(range.to);
          const { starts } = chooseBuckets(range, points, zone);
          const expected = new Map<number, number[]>();
          for (const { at: moment, value } of readings) {
            if (moment < range.from || moment >= range.to) continue;
            const bucket = starts.findLastIndex((start) => start <= moment);
            expected.set(bucket, [...(expected.get(bucket) ?? []), value]);
          }
          const sorted = (buckets: Map<number, number[]>) =>
            [...buckets]
              .map(([bucket, values]) => [bucket, values.toSorted((a, b) => a - b)] as const)
              .sort((a, b) => a[0] - b[0]);
          expect(sorted(bucketed(readings, range, starts))).toEqual(sorted(expected));
        },
      ),
      { numRuns: longRuns(30, 100) },
    );
  });
});

describe("beyond", () => {
  const spans = (probeId: number) => [{ probeId, from: 0, to: 100 }];

  it.each([
    ["newest", 1, [{ from: 0, to: 51 }]],
    ["newest", 3, [{ from: 0, to: 50 }]],
    ["oldest", 1, [{ from: 51, to: 100 }]],
    ["oldest", 3, [{ from: 50, to: 100 }]],
  ] as const)("%s first, probe %d", (order, probeId, rest) => {
    expect(beyond(spans(probeId), { at: 50, probeId: 2 }, order)).toEqual(rest.map((span) => ({ probeId, ...span })));
    expect(beyond(spans(probeId), undefined, order)).toEqual(spans(probeId));
  });
});

describe("namesOf", () => {
  const probe = (
    probeId: number,
    measure: "temperature" | "humidity",
    carrierName: string | null,
    serialNumber: string,
  ) => ({
    probeId,
    measure,
    customerId: 1,
    carrierId: 1,
    carrierName,
    channel: "",
    deviceId: probeId,
    deviceName: carrierName === null ? `device ${probeId}` : carrierName,
    serialNumber,
    reportIntervalSeconds: 60,
    minimum: null,
    maximum: null,
    rangeName: null,
  });

  const store = [
    probe(1, "temperature", "Cold store", "A1"),
    probe(2, "temperature", "Cold store", "A2"),
    probe(3, "humidity", "Cold store", "A1"),
  ];

  it("adds the serial number only where a carrier has several probes of a measure", () => {
    const names = namesOf([...store, probe(4, "temperature", null, "B1")]);
    expect([...names.values()]).toEqual(["Cold store · A1", "Cold store · A2", "Cold store", "device 4"]);
  });

  it("prefers the names of the devices to their serial numbers", () => {
    const named = store.map((one, index) => ({ ...one, deviceName: `Cold store shelf ${index + 1}` }));
    expect([...namesOf(named).values()]).toEqual(["Cold store · shelf 1", "Cold store · shelf 2", "Cold store"]);
    const alike = store.map((one) => ({ ...one, deviceName: "Logger" }));
    expect([...namesOf(alike).values()]).toEqual(["Cold store · A1", "Cold store · A2", "Cold store"]);
  });

  it("tells the channels of one device apart", () => {
    const both = ["external", "internal"].map((channel, index) => ({
      ...probe(index, "temperature", "Fridge", "A1"),
      channel,
      deviceId: 1,
    }));
    expect([...namesOf(both).values()]).toEqual(["Fridge · external", "Fridge · internal"]);
  });

  it("names the only carrier, never by a serial number alone", () => {
    expect([...namesOf(store).values()]).toEqual(["Cold store · A1", "Cold store · A2", "Cold store"]);
    expect([...namesOf([probe(1, "temperature", "Fridge", "A1")]).values()]).toEqual(["Fridge"]);
  });

  it("adds the measures in a legend where two devices have one name", () => {
    const both = [probe(1, "temperature", "Fridge", "A1"), probe(2, "humidity", "Fridge", "B1")];
    expect(legendOf(both, namesOf(both)).map(({ name, measures }) => [name, measures])).toEqual([
      ["Fridge", ["temperature"]],
      ["Fridge", ["humidity"]],
    ]);
    expect(legendOf(store, namesOf(store)).map(({ name, measures }) => [name, measures])).toEqual([
      ["Cold store · A1", []],
      ["Cold store · A2", []],
      ["Cold store", ["humidity"]],
    ]);
  });
});

describe("sharesOf", () => {
  const held = (onMs: number, states: number[]): Sums => ({
    ...NOTHING,
    ...{ observedMs: 1000, area: onMs, count: states.length },
    minimum: states.length > 0 ? Math.min(...states) : null,
    maximum: states.length > 0 ? Math.max(...states) : null,
  });

  it("gives the share of the time, and which states occurred, without readings as with them", () => {
    const buckets = [held(250, [1, 0]), held(0, []), NOTHING, held(1000, []), held(0, [1, 0])];
    expect(sharesOf([buckets], [0, 1000, 2000, 3000, 4000])).toEqual({
      at: [0, 1000, 3000, 4000],
      min: [0, 0, 1, 0],
      mean: [0.25, 0, 1, 0],
      max: [1, 0, 1, 1],
    });
  });

  it("adds up the spans of a probe that was mounted twice", () => {
    expect(sharesOf([[held(1000, [1])], [held(0, [0])]], [0])).toEqual({ at: [0], min: [0], mean: [0.5], max: [1] });
  });
});

describe("centred", () => {
  it("puts whole and cut buckets at their middles and leaves readings where they are", () => {
    const range = { from: 30_000, to: 250_000 };
    const series = { at: [30_000, 60_000, 180_000, 240_000] };
    expect(centred(series, 60, range).at).toEqual([45_000, 90_000, 210_000, 245_000]);
    expect(centred(series, 0, range)).toBe(series);
  });
});
