import type { Map as LibraryMap } from "maplibre-gl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MapFrame } from "./map-view";
import type { MapPoint } from "./point";
import { PointSource } from "./point-source";

const FRAME = { toMap: (place: unknown) => place, isStill: false } as unknown as MapFrame;
const STILL = { ...FRAME, isStill: true };
const point = (id: number, longitude = 0): MapPoint => ({ id, place: [longitude, 0], tone: "normal", course: null });

/** The part of the library's map that a source of points uses; one degree is one pixel. */
function fakeMap() {
  const hearers = new Map<string, () => void>();
  const source = () => ({ setData: vi.fn(), updateData: vi.fn() });
  const sources: Record<string, ReturnType<typeof source>> = { still: source(), gliding: source() };
  const state = { isMoving: false };
  const map = {
    on: (type: string, hear: () => void) => hearers.set(type, hear),
    off: (type: string) => hearers.delete(type),
    getSource: (id: string) => sources[id],
    isMoving: () => state.isMoving,
    project: ([x, y]: [number, number]) => ({ x, y }),
    getCanvas: () => ({ clientWidth: 1000, clientHeight: 1000 }),
  } as unknown as LibraryMap;
  const tell = (type: string) => hearers.get(type)?.();
  return {
    map,
    tell,
    hearers,
    sources,
    renew: () => Object.assign(sources, { still: source(), gliding: source() }),
    move: (isMoving: boolean) => {
      state.isMoving = isMoving;
      tell(isMoving ? "movestart" : "moveend");
    },
    told: () => sources.still?.updateData.mock.calls.map(([diff]) => diff) ?? [],
  };
}

let frames: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => frames.push(work));
  vi.stubGlobal("cancelAnimationFrame", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the points of a map", () => {
  it("are told once as a whole, then by what has changed", () => {
    const { map, sources, told } = fakeMap();
    const shown = new PointSource(map, "still", "gliding");
    const [one, two] = [point(1), point(2)];
    shown.show([one, two], STILL);
    expect(sources.still?.setData.mock.calls[0]?.[0].features).toHaveLength(2);
    shown.show([one, two], STILL);
    expect(told()).toEqual([]);
    shown.show([one, point(2, 7)], STILL);
    expect(told()).toEqual([{ remove: [2], add: [expect.objectContaining({ id: 2 })] }]);
  });

  it("wait while the map moves, until it rests or for two seconds", () => {
    const { map, move, told } = fakeMap();
    const shown = new PointSource(map, "still", "gliding");
    shown.show([point(1)], STILL);
    move(true);
    shown.show([point(1, 5)], STILL);
    vi.advanceTimersByTime(1_999);
    shown.show([point(1, 6)], STILL);
    expect(told()).toHaveLength(0);
    vi.advanceTimersByTime(1);
    shown.show([point(1, 7)], STILL);
    expect(told()).toHaveLength(1);
    shown.show([point(1, 8)], STILL);
    move(false);
    expect(told().map(({ add }) => add[0].geometry.coordinates[0])).toEqual([7, 8]);
  });

  it("are told anew to other sources alone, however often the style says something", () => {
    const { map, tell, sources, renew, told } = fakeMap();
    const shown = new PointSource(map, "still", "gliding");
    shown.show([point(1)], STILL);
    tell("styledata");
    expect(sources.still?.setData).toHaveBeenCalledTimes(1);
    renew();
    tell("styledata");
    expect(sources.still?.setData).toHaveBeenCalledTimes(1);
    expect(told()).toEqual([]);
  });

  it("glide to where they are now, and arrive at once when the map is taken hold of", () => {
    const { map, move, sources, told } = fakeMap();
    const shown = new PointSource(map, "still", "gliding");
    shown.show([point(1), point(2)], FRAME);
    shown.show([point(1, 100), point(2, 100)], FRAME);
    expect(told()[0]).toMatchObject({ remove: [1, 2], add: [] });
    vi.advanceTimersByTime(200);
    frames.shift()?.();
    const gliding = () => sources.gliding?.setData.mock.calls.at(-1)?.[0].features;
    expect(gliding()[0].geometry.coordinates[0]).toBeCloseTo(100 * (1 - 0.8 ** 3));
    // A removed point does not reappear at the end of its animation.
    shown.show([point(1, 100)], FRAME);
    move(true);
    expect(gliding()).toEqual([]);
    expect(
      told()
        .at(-1)
        ?.add.map(({ id }: { id: number }) => id),
    ).toEqual([1]);
  });

  it("are let alone in the end", () => {
    const { map, hearers } = fakeMap();
    new PointSource(map, "still", "gliding").stop();
    expect(hearers.size).toBe(0);
  });
});
