import { describe, expect, it } from "vitest";
import { attemptOf, NO_DEVICE, OTHER_KEY, type PushAttempt, transmissionOf } from "./send.rules";

describe("the answer of a push service", () => {
  it.each([
    [201, "sent", null],
    [404, "gone", "recipient"],
    [410, "gone", "recipient"],
    [400, "refused", "recipient"],
    [413, "refused", "recipient"],
    [301, "refused", "channel"],
    [429, "retry", "channel"],
    [503, "retry", "channel"],
    [401, "retry", "channel"],
    [403, "retry", "channel"],
  ] as const)("%i means %s, blamed on %s", (status, outcome, fault) => {
    const reason = outcome === "sent" ? "" : `the push service answered HTTP ${status}`;
    expect(attemptOf(status, true)).toEqual({ outcome, reason, fault });
  });

  it.each([401, 403])(
    "%i ends a subscription of which nobody knows that it was made with the present key",
    (status) => {
      expect(attemptOf(status, false)).toEqual({ outcome: "key", reason: OTHER_KEY, fault: "channel" });
    },
  );
});

describe("a message to several browsers", () => {
  const sent: PushAttempt = attemptOf(201, true);
  const gone = attemptOf(410, true);
  const busy = attemptOf(503, true);
  const key = attemptOf(403, false);
  const forbidden: PushAttempt = { outcome: "refused", reason: "forbidden", fault: null };

  it("is sent once one has taken it", () => {
    expect(transmissionOf([gone, busy, sent])).toEqual({ result: "sent" });
  });

  it("is tried again where that may help one of them", () => {
    expect(transmissionOf([gone, key, busy])).toEqual({ result: "retry", reason: busy.reason, fault: "channel" });
  });

  it("fails for good by what is to blame most", () => {
    expect(transmissionOf([gone, key])).toEqual({ result: "final", reason: OTHER_KEY, fault: "channel" });
    expect(transmissionOf([gone])).toEqual({ result: "final", reason: gone.reason, fault: "recipient" });
    expect(transmissionOf([forbidden])).toEqual({ result: "final", reason: "forbidden", fault: null });
    expect(transmissionOf([])).toEqual({ result: "final", reason: NO_DEVICE, fault: null });
  });
});
