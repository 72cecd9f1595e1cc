import { describe, expect, it } from "vitest";
import { entriesOf, rowsOf } from "./picture";

const columns = { at: [], min: [], mean: [], max: [] };
const line = (id: string, name: string, order: number) => ({ id, name, order, columns, hasBand: false });

describe("the legend of a picture", () => {
  it("names each line once, whatever panels it stands in", () => {
    const panels = [{ lines: [line("1", "A", 0), line("2", "B", 1)] }, { lines: [line("3", "A", 0)] }];
    expect(entriesOf(panels).map(({ name, stroke }) => [name, stroke.token])).toEqual([
      ["A", "chart-1"],
      ["B", "chart-2"],
    ]);
  });

  it("tells names apart by their strokes", () => {
    expect(entriesOf([{ lines: [line("1", "A", 0), line("2", "A", 8)] }])).toHaveLength(2);
  });

  it.each([
    [[], 100, []],
    [[40, 40, 40], 100, [[0, 1], [2]]],
    [[140, 40], 100, [[0], [1]]],
    [[50, 50], 100, [[0, 1]]],
  ])("breaks widths of %j at %d", (widths, width, rows) => expect(rowsOf(widths, width)).toEqual(rows));
});
