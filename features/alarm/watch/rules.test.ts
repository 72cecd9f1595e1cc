import { describe, expect, it } from "vitest";
import { judgeSilence, type Silence } from "./rules";

const now = Date.UTC(2026, 10, 20, 8);
const minutesAgo = (minutes: number) => now - minutes * 60_000;

const probe = (id: number, change: Partial<Silence> = {}): Silence => ({
  source: "probe",
  id,
  gatewayId: null,
  mayRaise: true,
  lastReceivedAt: minutesAgo(20),
  reportIntervalSeconds: 300,
  openExceptionId: null,
  openSince: null,
  ...change,
});
const gateway = (id: number, change: Partial<Silence> = {}) => probe(id, { source: "gateway", ...change });

describe("judgeSilence", () => {
  it("opens at the moment from which the silence was too long", () => {
    expect(judgeSilence([probe(1)], 3, now)).toEqual({
      open: [{ cause: probe(1), startedAt: minutesAgo(5), heldBack: [] }],
      close: [],
    });
  });

  it("is quiet within the tolerance, and about what was never heard", () => {
    expect(
      judgeSilence([probe(1, { lastReceivedAt: minutesAgo(15) }), probe(2, { lastReceivedAt: null })], 3, now).open,
    ).toEqual([]);
  });

  it("makes one exception of a silent gateway and lists the silent probes under it", () => {
    const behind = [probe(1, { gatewayId: 9 }), probe(2, { gatewayId: 9 })];
    const { open } = judgeSilence([gateway(9), ...behind], 3, now);
    expect(open).toEqual([{ cause: gateway(9), startedAt: minutesAgo(5), heldBack: behind }]);
  });

  it("does not repeat a gateway's open exception, nor raise the probes behind it", () => {
    const open = { openExceptionId: 5, openSince: minutesAgo(5) };
    expect(judgeSilence([gateway(9, open), probe(1, { gatewayId: 9 })], 3, now)).toEqual({ open: [], close: [] });
  });

  it("raises a probe that stays silent behind a gateway that speaks", () => {
    const { open } = judgeSilence([gateway(9, { lastReceivedAt: minutesAgo(1) }), probe(1, { gatewayId: 9 })], 3, now);
    expect(open.map((one) => one.cause.id)).toEqual([1]);
  });

  it("holds back a carrier whose alarm is off", () => {
    expect(judgeSilence([probe(1, { mayRaise: false })], 3, now).open).toEqual([]);
  });

  it("closes when something arrived again, at that moment", () => {
    const back = probe(1, { lastReceivedAt: minutesAgo(1), openExceptionId: 7, openSince: minutesAgo(30) });
    expect(judgeSilence([back], 3, now)).toEqual({ open: [], close: [{ id: 7, endedAt: minutesAgo(1) }] });
  });
});
