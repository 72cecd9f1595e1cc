import { describe, expect, it } from "vitest";
import { cutOut, runsOf } from "./cut-out";

const columns = (at: number[], values: (number | null)[]) => ({ at, min: values, mean: values, max: values });

describe("cutOut", () => {
  const line = columns([0, 10, 20, 30], [0, 10, 0, 30]);

  it("ends a line that leads in and out at the ends of the range", () => {
    const { at, mean, inner } = cutOut(line, { from: 5, to: 25 }, false);
    expect([at, mean, inner]).toEqual([
      [5, 10, 20, 25],
      [5, 10, 0, 15],
      [1, 3],
    ]);
  });

  it("leads through a range without a value of its own", () => {
    const { at, mean, inner } = cutOut(line, { from: 12, to: 14 }, false);
    expect([at, mean, inner]).toEqual([
      [12, 14],
      [8, 6],
      [1, 1],
    ]);
  });

  it("holds the value of a step to its next one", () => {
    const { at, mean } = cutOut(line, { from: 15, to: 25 }, true);
    expect([at, mean]).toEqual([
      [15, 20, 25],
      [10, 0, 0],
    ]);
  });

  it("adds nothing where the line begins and ends, nor where a value stands at the end", () => {
    expect(cutOut(line, { from: -5, to: 99 }, false)).toMatchObject({ at: [0, 10, 20, 30], inner: [0, 4] });
    expect(cutOut(line, { from: 10, to: 20 }, false)).toMatchObject({ at: [10, 20], inner: [0, 2] });
    expect(cutOut(line, { from: 40, to: 50 }, false).at).toEqual([]);
  });

  it("does not lead over a gap", () => {
    const open = columns([0, 10, 11, 30], [1, 2, null, 3]);
    expect(cutOut(open, { from: 15, to: 25 }, false).mean).toEqual([null, null]);
    expect(cutOut(open, { from: 5, to: 20 }, false).mean).toEqual([1.5, 2, null, null]);
  });
});

describe("runsOf", () => {
  it.each([
    [[], []],
    [[null, null], []],
    [[1], [[0, 1]]],
    [
      [1, 2, null, 0, null],
      [
        [0, 2],
        [3, 4],
      ],
    ],
  ])("of %j are %j", (values, runs) => expect(runsOf(values)).toEqual(runs));
});
