import { expect, it } from "vitest";
import type { LivePosition } from "@/features/telemetry/live/live.schema";
import { urgencyOf } from "../monitoring/monitoring.rules";
import {
  type CarrierOnMap,
  carriersOf,
  countsOf,
  statusOfUrgency,
  toneOfUrgency,
  withFresh,
  withPositions,
} from "./rules";
import type { CarrierMapDto } from "./schema";

const dto: CarrierMapDto = {
  total: 4,
  ids: [7, 8, 9],
  names: ["Truck", "Fridge", "Store"],
  types: [2, 1, 5],
  urgencies: [0, urgencyOf("abnormal"), urgencyOf("normal")],
  sides: [1, -1, 0],
  longitudes: [113.1, 113.2, 113.3],
  latitudes: [23.1, 23.2, 23.3],
  sources: [0, 1, 2],
  at: [1_000, null, null],
  courses: [90, null, null],
  speeds: [40, null, null],
};

const position = (carrierId: number, at: number, more: Partial<LivePosition> = {}): LivePosition => ({
  carrierId,
  at,
  longitude: 114,
  latitude: 24,
  speedKmh: 50,
  course: 180,
  ...more,
});

it("reads the columns row by row", () => {
  const [truck, fridge, store] = carriersOf(dto);
  expect(truck).toEqual({
    id: 7,
    name: "Truck",
    type: "vehicle",
    urgency: 0,
    status: "abnormal",
    tone: "critical",
    place: [113.1, 23.1],
    source: "position",
    at: 1_000,
    course: 90,
    speedKmh: 40,
  });
  expect(fridge).toMatchObject({
    type: "refrigerator",
    status: "abnormal",
    tone: "below",
    source: "carrier",
    at: null,
  });
  expect(store).toMatchObject({ type: "store", status: "normal", tone: "normal", source: "scene", course: null });
});

it.each([
  [0, 0, "abnormal", "critical"],
  [1, 1, "abnormal", "above"],
  [3, -1, "abnormal", "below"],
  [2, 0, "abnormal", "warning"],
  [urgencyOf("abnormal"), 0, "abnormal", "warning"],
  [urgencyOf("offline"), 0, "offline", "offline"],
  [urgencyOf("unknown"), 0, "unknown", "offline"],
  [urgencyOf("normal"), 0, "normal", "normal"],
  [urgencyOf("stopped"), 0, "stopped", "paused"],
] as const)("urgency %i with side %i is %s in the colour of %s", (urgency, side, status, tone) => {
  expect(statusOfUrgency(urgency)).toBe(status);
  expect(toneOfUrgency(urgency, side)).toBe(tone);
});

it("shows no heading of what stands", () => {
  const at = (speed: number | null) => carriersOf({ ...dto, speeds: [speed, null, null] })[0]?.course;
  expect([at(2.9), at(3), at(null)]).toEqual([null, 90, null]);
});

it("moves what has a newer position, and leaves the others the same objects", () => {
  const carriers = carriersOf(dto);
  const moved = withPositions(carriers, [position(7, 1_500, { longitude: 1 }), position(7, 2_000), position(8, 500)]);
  expect(moved[0]).toMatchObject({ id: 7, place: [114, 24], at: 2_000, course: 180, speedKmh: 50, tone: "critical" });
  // A carrier at entered coordinates now has a device position.
  expect(moved[1]).toMatchObject({ id: 8, place: [114, 24], source: "position" });
  expect(moved[2]).toBe(carriers[2]);
  expect(withPositions(carriers, [position(7, 1_000), position(99, 5_000)])).toBe(carriers);
});

it("takes what is known anew, worst first, and keeps what is newer or the same", () => {
  const carriers = withPositions(carriersOf(dto), [position(7, 5_000)]);
  const asked = new Set([7, 8, 9]);
  const fresh = carriersOf({ ...dto, urgencies: [urgencyOf("normal"), 0, urgencyOf("normal")] }).slice(0, 2);
  const next = withFresh(carriers, asked, fresh);
  expect(next.map(({ id, tone }) => [id, tone])).toEqual([
    [8, "critical"],
    [7, "normal"],
  ]);
  expect(next[1]).toMatchObject({ place: [114, 24], at: 5_000 });
  const same = withFresh(carriers, asked, carriersOf(dto));
  expect(new Set(same)).toEqual(new Set(carriers));
  expect(same.every((carrier) => carriers.includes(carrier))).toBe(true);
  expect(withFresh(carriers, new Set([9]), [])).toHaveLength(2);
});

it("counts by state, and nothing twice", () => {
  const carriers: CarrierOnMap[] = carriersOf(dto);
  expect(countsOf(carriers)).toEqual({ abnormal: 2, offline: 0, unknown: 0, normal: 1, stopped: 0 });
});
