import { describe, expect, it } from "vitest";
import {
  countStates,
  type Followed,
  MAXIMUM_STATES,
  messageFinder,
  nextIds,
  type TestAlarmState,
  UNKNOWN,
  withAnswer,
} from "./follow.rules";
import type { SentTest } from "./schema";

const IDS = Array.from({ length: 450 }, (_, index) => index + 1);
const answer = (ids: readonly number[], state: TestAlarmState["state"]): TestAlarmState[] =>
  ids.map((id) => ({ id, channel: "email", name: "", recipient: "", state, tookMs: null, reason: "" }));

describe("following the messages of a test alarm", () => {
  it("asks for as many as one call returns, until each has a result", () => {
    let followed: Followed = UNKNOWN;
    const calls: number[] = [];
    for (let ids = nextIds(IDS, followed); ids.length > 0; ids = nextIds(IDS, followed)) {
      calls.push(ids.length);
      followed = withAnswer(followed, ids, answer(ids, ids.includes(1) ? "failed" : "delivered"));
    }
    expect(calls).toEqual([MAXIMUM_STATES, MAXIMUM_STATES, 50]);
    expect(countStates(followed)).toEqual({ delivered: 250, failed: 200 });
  });

  it("takes turns, so that messages that wait for long do not hide the others", () => {
    let followed: Followed = UNKNOWN;
    const first = nextIds(IDS, followed);
    followed = withAnswer(followed, first, answer(first, "waiting"));
    const second = nextIds(IDS, followed);
    expect(second[0]).toBe(201);
    followed = withAnswer(followed, second, answer(second, "delivered"));
    const third = nextIds(IDS, followed);
    expect(third.slice(0, 51)).toEqual([...IDS.slice(400), 1]);
    expect(third).toHaveLength(MAXIMUM_STATES);
  });

  it("does not ask for nothing", () => {
    expect(nextIds([], UNKNOWN)).toEqual([]);
  });
});

it("finds the message of a recipient by step and channel", () => {
  const sent: SentTest[] = [
    { id: 7, rowId: 1, contactId: 5, name: "A", channel: "sms", address: "", remark: null },
    { id: 8, rowId: 1, contactId: null, name: "", channel: "popup", address: "", remark: null },
  ];
  const find = messageFinder(sent);
  expect(find({ rowId: 1, contactId: null, channel: "popup" })?.id).toBe(8);
  expect(find({ rowId: 2, contactId: 5, channel: "sms" })).toBeUndefined();
});
