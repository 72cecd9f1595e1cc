import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartLimit } from "./chart-panel";
import { placeLabels } from "./limit-labels";

const box = { left: 52, top: 40, width: 700, height: 200 };
const range = { from: 0, to: 1000 };
const axis = { min: 0, max: 10 };
const place = { box, range, axis };
const yOf = (value: number) => box.top + (box.height * (axis.max - value)) / (axis.max - axis.min);
const xOf = (at: number) => box.left + (box.width * at) / 1000;
const limit = (value: number, tone: ChartLimit["tone"]) => ({ value, tone, text: `Max ${value} °C · Fridge 1` });
const lineOf = (mean: (number | null)[], spread = 0) => ({
  at: mean.map((_, index) => (index * 1000) / Math.max(1, mean.length - 1)),
  min: mean.map((value) => value && value - spread),
  mean,
  max: mean.map((value) => value && value + spread),
});
type Labels = ReturnType<typeof placeLabels>;
const areaOf = ({ x, y, width }: Labels[number]) => ({ left: x - width, right: x, top: y - 6, bottom: y + 6 });

/** Whether a line comes into an area, sampled at every half pixel of it. */
function touches(line: ReturnType<typeof lineOf>, area: ReturnType<typeof areaOf>): boolean {
  for (let index = 0; index + 1 < line.at.length; index += 1) {
    const [a, b] = [line.mean[index] ?? null, line.mean[index + 1] ?? null];
    if (a === null || b === null) continue;
    const [from, to] = [xOf(line.at[index] as number), xOf(line.at[index + 1] as number)];
    for (let x = Math.max(from, area.left); x <= Math.min(to, area.right); x += 0.5) {
      const y = yOf(a + ((b - a) * (x - from)) / (to - from));
      if (y >= area.top && y <= area.bottom) return true;
    }
  }
  return false;
}

describe("placeLabels", () => {
  it("names a limit on its line, at the right end where that is free", () => {
    const [label] = placeLabels({ limits: [limit(8, "above")] }, [lineOf([5, 5, 5])], place);
    expect(label).toMatchObject({ text: "Max 8 °C · Fridge 1", x: box.left + box.width });
    expect(label?.y).toBeLessThan(yOf(8));
  });

  it("moves along the limit, or to its other side, where a value lies behind the name", () => {
    const rising = lineOf([4, 4, 4, 8.6, 8.6]);
    const [label] = placeLabels({ limits: [limit(8, "above")] }, [rising], place);
    expect(label && touches(rising, areaOf(label))).toBe(false);
    expect(Math.abs((label?.y ?? 0) - yOf(8))).toBeLessThan(12);
  });

  it("says the value alone, beside its line and over the values, where these leave no place", () => {
    const wild = lineOf(Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 0.5 : 9.5)));
    const labels = placeLabels({ limits: [limit(8, "above"), limit(2, "below")] }, [wild], place);
    expect(labels.map(({ text }) => text)).toEqual(["Max 8 °C", "Max 2 °C"]);
    for (const { y, value } of labels) expect(Math.abs(y - yOf(value))).toBeLessThan(12);
  });

  it("names the limits of several ranges beside their lines, never above the plot", () => {
    const wide = { box, range, axis: { min: 0, max: 30 } };
    const heightOf = (value: number) => box.top + (box.height * (30 - value)) / 30;
    const limits = [6, 8, 25].map((value) => limit(value, "above"));
    const cold = lineOf(Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 3.5 : 5.5)));
    const labels = placeLabels({ limits: [...limits, limit(2, "below"), limit(15, "below")] }, [cold], wide);
    expect(labels.map(({ value }) => value)).toEqual([6, 8, 25, 2, 15]);
    for (const { y, value } of labels) expect(Math.abs(y - heightOf(value))).toBeLessThan(12);
  });

  it("cuts a name in its middle where it is wider than the plot", () => {
    const text = `Max 8 °C · ${"A very long name of a range ".repeat(8)}for vaccines`;
    const [label] = placeLabels({ limits: [{ ...limit(8, "above"), text }] }, [lineOf([5, 5])], place);
    expect(label?.text).toMatch(/^Max 8 °C · .+….*ccines$/);
    expect(label?.width).toBeLessThanOrEqual(box.width);
  });

  it("lies beside its line, never over another label, and with its owner never over a value", () => {
    const values = fc.array(fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { freq: 9 }), {
      minLength: 2,
      maxLength: 60,
    });
    const limits = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom<ChartLimit["tone"]>("above", "below")),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), limits, (means, given) => {
        const lines = means.map((mean) => lineOf(mean));
        const labels = placeLabels({ limits: given.map(([value, tone]) => limit(value, tone)) }, lines, place);
        const areas = labels.map(areaOf);
        for (const [index, area] of areas.entries()) {
          const { text, y, value } = labels[index] as Labels[number];
          expect(Math.abs(y - yOf(value))).toBeLessThan(12);
          if (text.includes("·")) for (const line of lines) expect(touches(line, area)).toBe(false);
          for (const other of areas.slice(index + 1))
            expect(
              area.left < other.right && other.left < area.right && area.top < other.bottom && other.top < area.bottom,
            ).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
