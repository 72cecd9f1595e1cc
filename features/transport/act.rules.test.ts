import { describe, expect, it } from "vitest";
import { actsOf, reachableStops } from "./act.rules";
import { draftsOf, raised, withoutStop, withStop } from "./stop-draft.rules";
import type { StopDto } from "./transport.schema";

const stop = (place: number, values: Partial<StopDto> = {}): StopDto => ({
  ...{ place, name: `stop ${place}`, geofenceId: null, geofenceName: null, longitude: null, latitude: null },
  ...{ plannedArriveAt: null, plannedDepartAt: null, arrivedAt: null, departedAt: null, carrier: null },
  ...values,
});
const left = { arrivedAt: 1, departedAt: 2 };
const stands = { arrivedAt: 3 };

describe("the acts on a transport", () => {
  it.each<[Parameters<typeof actsOf>[0]["state"], Partial<StopDto>[], string[]]>([
    ["planned", [{}, {}], ["load", "depart", "cancel"]],
    ["loading", [stands, {}], ["depart", "cancel"]],
    ["underway", [left, {}], ["arrive", "close"]],
    ["underway", [left, stands, {}], ["depart", "close"]],
    ["arrived", [left, stands], ["close"]],
    ["delivered", [left, stands], []],
    ["cancelled", [{}, {}], []],
  ])("that is %s at %j", (state, stops, acts) => {
    expect(actsOf({ state, stops: stops.map((one, place) => stop(place, one)) })).toEqual(acts);
  });

  it("reach the stops after the last one that has happened", () => {
    const places = (stops: StopDto[]) => reachableStops(stops).map(({ place }) => place);
    expect(places([stop(0, left), stop(1), stop(2)])).toEqual([1, 2]);
    expect(places([stop(0, left), stop(1, left), stop(2)])).toEqual([2]);
    expect(places([stop(0, left), stop(1, stands)])).toEqual([]);
  });
});

describe("the stops of a form", () => {
  const truck = { id: 1, name: "truck" };
  const van = { id: 2, name: null };
  const drafts = draftsOf(
    [stop(0, { carrier: truck }), stop(1, { carrier: van }), stop(2, { carrier: van }), stop(3)],
    "?",
  );
  const shown = (stops: typeof drafts) =>
    stops.map(({ name, carrier }) => `${name}${carrier ? ` ${carrier.label}` : ""}`);

  it("name a carrier only where it changes", () => {
    expect(shown(drafts)).toEqual(["stop 0 truck", "stop 1 ?", "stop 2", "stop 3"]);
    expect(shown(draftsOf(undefined, "?"))).toEqual(["", ""]);
  });

  it("change their places, not the places of the carriers", () => {
    expect(shown(raised(drafts, 1))).toEqual(["stop 1 truck", "stop 0 ?", "stop 2", "stop 3"]);
    expect(raised(drafts, 1).map(({ key }) => key)).toEqual([1, 0, 2, 3]);
    expect(shown(withoutStop(drafts, 0))).toEqual(["stop 1 truck", "stop 2", "stop 3"]);
    expect(shown(withoutStop(drafts, 2))).toEqual(["stop 0 truck", "stop 1 ?", "stop 3"]);
    expect(withStop(drafts).map(({ key }) => key)).toEqual([0, 1, 2, 4, 3]);
  });
});
