import { describe, expect, it } from "vitest";
import { changed, redone, startHistory, undone } from "./history";

describe("steps back and forth", () => {
  it("lead through all values", () => {
    let history = startHistory(1);
    for (const next of [2, 3]) history = changed(history, next);
    history = undone(undone(history));
    expect(history.present).toBe(1);
    expect(undone(history)).toBe(history);
    history = redone(history);
    expect([history.present, history.future]).toEqual([2, [3]]);
    expect(redone(changed(history, 9)).present).toBe(9);
  });

  it("take a held key as one", () => {
    let history = startHistory(0);
    for (const next of [1, 2, 3]) history = changed(history, next, "move 7");
    history = changed(history, 4, "move 8");
    expect(history.past).toEqual([0, 3]);
    expect(undone(undone(history)).present).toBe(0);
    expect(changed(history, 4)).toBe(history);
  });

  it("forget what is long ago", () => {
    let history = startHistory(0);
    for (let next = 1; next <= 150; next += 1) history = changed(history, next);
    expect(history.past).toHaveLength(100);
  });
});
