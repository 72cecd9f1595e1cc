import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centred, clamped, fitScale, nextZoom, partsOf, ZOOMS, zoomedAt } from "./plan-view";

const ROOM = { width: 800, height: 600 };
const PICTURE = { width: 4000, height: 1500 };

describe("a picture in its window", () => {
  it("fits whole and in the middle, with room for half a marker at each side", () => {
    expect(fitScale(ROOM, PICTURE)).toBe(0.18);
    expect(centred(ROOM, PICTURE)).toEqual({ scale: 0.18, x: 40, y: 165 });
    expect(fitScale({ width: 50, height: 600 }, PICTURE)).toBe(25 / 4000);
    expect(fitScale({ width: 0, height: 0 }, PICTURE)).toBe(1);
  });

  it("keeps what is under the pointer there while it is zoomed", () => {
    const at = { x: 300, y: 320 };
    const before = centred(ROOM, PICTURE);
    const after = zoomedAt(before, 3, at, ROOM, PICTURE);
    expect(after.scale).toBeCloseTo(0.54);
    const [one, other] = [partsOf(at, before, PICTURE), partsOf(at, after, PICTURE)];
    expect(other.x).toBeCloseTo(one.x);
    expect(other.y).toBeCloseTo(one.y);
  });

  it("is never lost, however it is pushed and zoomed", () => {
    const step = fc.tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), fc.integer({ min: -5000, max: 5000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let view = centred(ROOM, PICTURE);
        for (const [factor, by] of steps) {
          view = zoomedAt(view, factor, { x: 400, y: 300 }, ROOM, PICTURE);
          view = clamped({ ...view, x: view.x + by, y: view.y - by }, ROOM, PICTURE);
        }
        const zoom = view.scale / fitScale(ROOM, PICTURE);
        expect(zoom).toBeGreaterThanOrEqual(1 / 3 - 1e-9);
        expect(zoom).toBeLessThanOrEqual(6 + 1e-9);
        expect(view.x + PICTURE.width * view.scale).toBeGreaterThanOrEqual(47);
        expect(view.x).toBeLessThanOrEqual(ROOM.width - 47);
        expect(view.y).toBeLessThanOrEqual(ROOM.height - 47);
      }),
    );
  });

  it("tells places as parts, those beside it on its edge", () => {
    const view = centred(ROOM, PICTURE);
    expect(partsOf({ x: 400, y: 300 }, view, PICTURE)).toEqual({ x: 0.5, y: 0.5 });
    expect(partsOf({ x: -10, y: 900 }, view, PICTURE)).toEqual({ x: 0, y: 1 });
  });

  it.each([
    [1, 1, 2],
    [1, -1, 1 / 2],
    [2.4, 1, 3],
    [2.4, -1, 2],
    [6, 1, 3],
    [1 / 3, -1, 1 / 3],
  ] as const)("from %d one step %i is %d", (zoom, step, next) => expect(nextZoom(zoom, step)).toBe(next));

  it("offers the scales of the specification", () => expect(ZOOMS).toEqual([1 / 3, 1 / 2, 1, 2, 3]));
});
