import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeAt } from "@/lib/geo/sphere";
import { LEAVING_METRES, retrace, type StoredCrossing, startRetrace, type TimedPlace } from "./crossing.rules";
import type { Area } from "./geofence.rules";

const CENTRE = { longitude: 113.43, latitude: 23.17 };
const AREA: Area = { shape: "circle", ...CENTRE, radiusMetres: 200 };
const at = (time: number, metresEast: number): TimedPlace => {
  const [longitude, latitude] = placeAt([CENTRE.longitude, CENTRE.latitude], metresEast, 90);
  return { at: time, longitude, latitude };
};
const judge = (positions: readonly TimedPlace[]) =>
  retrace(startRetrace(false, []), AREA, positions, Number.POSITIVE_INFINITY).added.map(({ at: time, kind }) => ({
    at: time,
    kind,
  }));

describe("crossings", () => {
  it("enters at the border and leaves beyond the margin, by the position that shows it", () => {
    const drive = [500, 250, 190, 0, 210, 249, 251, 500].map((metres, time) => at(time, metres));
    expect(judge(drive)).toEqual([
      { at: 2, kind: "enter" },
      { at: 6, kind: "exit" },
    ]);
  });

  it("is inside from the first position on where that lies inside", () => {
    expect(judge([at(5, 10), at(6, 20)])).toEqual([{ at: 5, kind: "enter" }]);
  });

  it("does not flap where a standing carrier's positions scatter about the border", () => {
    const scatter = fc.array(fc.double({ min: 200 - LEAVING_METRES, max: 199 + LEAVING_METRES, noNaN: true }), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(fc.property(scatter, (metres) => judge(metres.map((one, time) => at(time, one))).length <= 1));
  });
});

/** Works as the ingest does: stores positions, then evaluates again from the oldest new one on. */
function arrive(batches: readonly (readonly TimedPlace[])[], pageLength: number) {
  const known = new Map<number, TimedPlace>();
  let events: StoredCrossing[] = [];
  let id = 0;
  let examined = 0;
  for (const batch of batches) {
    for (const position of batch) if (!known.has(position.at)) known.set(position.at, position);
    const [fromAt, untilAt] = [Math.min(...batch.map((one) => one.at)), Math.max(...batch.map((one) => one.at))];
    const isInside = events.filter((event) => event.at < fromAt).at(-1)?.kind === "enter";
    let trace = startRetrace(
      isInside,
      events.filter((event) => event.at >= fromAt),
    );
    const rest = [...known.values()].filter((one) => one.at >= fromAt).sort((a, b) => a.at - b.at);
    for (let start = 0; start < rest.length && !trace.isSettled; start += pageLength) {
      const page = rest.slice(start, start + pageLength);
      examined += page.length;
      trace = retrace(trace, AREA, page, untilAt);
    }
    const removed = new Set(trace.removed.map((event) => event.id));
    const added = trace.added.map((event) => ({ id: ++id, at: event.at, kind: event.kind }));
    events = [...events.filter((event) => !removed.has(event.id)), ...added].sort((a, b) => a.at - b.at);
  }
  return { events: events.map(({ at: time, kind }) => ({ at: time, kind })), examined };
}

describe("late positions", () => {
  const drives = fc.array(fc.double({ min: 0, max: 600, noNaN: true }), { minLength: 1, maxLength: 40 });

  it("give the same events in whatever order and batches they come, and however often", () => {
    fc.assert(
      fc.property(
        drives.chain((metres) => {
          const positions = metres.map((one, time) => at(time * 1000, one));
          const order = fc.shuffledSubarray(positions, { minLength: positions.length });
          const again = fc.subarray(positions);
          return fc.tuple(
            fc.constant(positions),
            order,
            again,
            fc.integer({ min: 1, max: 7 }),
            fc.integer({ min: 1, max: 5 }),
          );
        }),
        ([positions, order, again, batchLength, pageLength]) => {
          const all = [...order, ...again];
          const batches = Array.from({ length: Math.ceil(all.length / batchLength) }, (_, index) =>
            all.slice(index * batchLength, (index + 1) * batchLength),
          );
          expect(arrive(batches, pageLength).events).toEqual(judge(positions));
        },
      ),
    );
  });

  it("are looked at no further than to where nothing changes", () => {
    const standing = Array.from({ length: 1000 }, (_, time) => at(time, 10));
    const first = arrive([standing], 1000).examined;
    const late = { ...at(500, 20), at: 500.5 };
    expect(arrive([standing, [late]], 10).examined - first).toBeLessThanOrEqual(10);
  });
});
