import { describe, expect, it } from "vitest";
import { elapseRange, excursionsOf, judgeRange, NORMAL } from "./range.rules";
import { lasting, stateRule } from "./state.rules";

const MINUTE = 60_000;
const at = (minutes: number, value: number) => ({ at: minutes * MINUTE, value });
const judged = (rule: ReturnType<typeof stateRule>, ...samples: { at: number; value: number }[]) =>
  excursionsOf(judgeRange(rule, NORMAL, samples).transitions).map(({ startedAt, raisedAt, endedAt }) => [
    startedAt / MINUTE,
    raisedAt / MINUTE,
    endedAt === null ? null : endedAt / MINUTE,
  ]);

describe("a state that lasts too long", () => {
  const door = stateRule("door", 300);

  it("is a door that stands open longer than the delay, however often it says so", () => {
    expect(judged(door, at(0, 0), at(1, 1), at(3, 1), at(7, 1), at(9, 0))).toEqual([[1, 6, 9]]);
    expect(judged(door, at(0, 1), at(4, 0), at(4.5, 1), at(9, 0))).toEqual([]);
  });

  it("is raised by the clock where a door speaks only when it moves", () => {
    const open = judgeRange(door, NORMAL, [at(0, 0), at(1, 1)]).state;
    expect(elapseRange(door, open, 5 * MINUTE).transitions).toEqual([]);
    expect(elapseRange(door, open, 6 * MINUTE).transitions).toMatchObject([{ type: "opened" }]);
  });

  it("stands as the machine has it", () => {
    const open = judgeRange(stateRule("door", 0), NORMAL, [at(1, 1), at(3, 1)]);
    expect(lasting(stateRule("door", 0), open.state)).toEqual(excursionsOf(open.transitions)[0]);
    expect(lasting(door, NORMAL)).toBeNull();
  });

  it("is power that is lost", () => {
    expect(judged(stateRule("power", 0), at(0, 1), at(2, 0), at(5, 1))).toEqual([[2, 2, 5]]);
    expect(judged(stateRule("power", 600), at(2, 0), at(5, 1))).toEqual([]);
  });
});
