import { describe, expect, it } from "vitest";
import { judgeSilence, type Silence } from "./watch.rules";

const now = Date.UTC(2026, 10, 20, 8);
const LONG_UP = { listeningSince: 0, now };
const minutesAgo = (minutes: number) => now - minutes * 60_000;

const probe = (id: number, change: Partial<Silence> = {}): Silence => ({
  source: "probe",
  id,
  deviceId: 100 + id,
  gatewayId: null,
  conditionId: null,
  mayRaise: true,
  isWatched: true,
  gatewayBackAt: null,
  lastReceivedAt: minutesAgo(20),
  isExpected: true,
  paceSeconds: 300,
  coefficient: 3,
  openExceptionId: null,
  openSince: null,
  listed: [],
  isUnnotified: false,
  ...change,
});
const gateway = (id: number, change: Partial<Silence> = {}) => probe(id, { source: "gateway", ...change });

describe("judgeSilence", () => {
  it("opens at the moment from which the silence was too long", () => {
    expect(judgeSilence([probe(1)], LONG_UP)).toEqual({
      open: [{ cause: probe(1), startedAt: minutesAgo(5), affected: [] }],
      tell: [],
      list: [],
      close: [],
    });
  });

  it("is quiet within the tolerance, and about what was never heard", () => {
    expect(
      judgeSilence([probe(1, { lastReceivedAt: minutesAgo(15) }), probe(2, { lastReceivedAt: null })], LONG_UP).open,
    ).toEqual([]);
  });

  it("makes one exception of a silent gateway and lists the silent probes under it", () => {
    const behind = [probe(1, { gatewayId: 9 }), probe(2, { gatewayId: 9 })];
    const { open } = judgeSilence([gateway(9), ...behind], LONG_UP);
    expect(open).toEqual([{ cause: gateway(9), startedAt: minutesAgo(5), affected: behind }]);
  });

  it("does not repeat a gateway's open exception, nor raise the probes behind it", () => {
    const open = { openExceptionId: 5, openSince: minutesAgo(5), listed: [101] };
    expect(judgeSilence([gateway(9, open), probe(1, { gatewayId: 9 })], LONG_UP)).toEqual({
      open: [],
      tell: [],
      list: [],
      close: [],
    });
  });

  it("tells of a gateway's open exception once there is somebody to tell, until it is heard", () => {
    const untold = gateway(9, { openExceptionId: 5, openSince: minutesAgo(5), conditionId: 3 });
    const behind = [probe(1, { gatewayId: 9 }), probe(2, { gatewayId: 9, mayRaise: false })];
    const { open, tell } = judgeSilence([untold, ...behind], LONG_UP);
    expect({ open, tell }).toEqual({ open: [], tell: [{ cause: untold, id: 5, affected: [behind[0]] }] });
    expect(judgeSilence([{ ...untold, lastReceivedAt: minutesAgo(1) }], LONG_UP).tell).toEqual([]);
  });

  it("raises a probe that stays silent behind a gateway that speaks", () => {
    const { open } = judgeSilence([gateway(9, { lastReceivedAt: minutesAgo(1) }), probe(1, { gatewayId: 9 })], LONG_UP);
    expect(open.map((one) => one.cause.id)).toEqual([1]);
  });

  it("holds back a carrier whose alarm is off", () => {
    expect(judgeSilence([probe(1, { mayRaise: false })], LONG_UP).open).toEqual([]);
  });

  it("does not blame the devices for the time in which the product was down", () => {
    const judge = (minutes: number) => judgeSilence([probe(1)], { ...LONG_UP, listeningSince: minutesAgo(minutes) });
    expect(judge(15).open).toEqual([]);
    expect(judge(16).open).toHaveLength(1);
    const open = probe(1, { openExceptionId: 7, openSince: minutesAgo(5) });
    expect(judgeSilence([open], { ...LONG_UP, listeningSince: now })).toEqual({
      open: [],
      tell: [],
      list: [],
      close: [],
    });
  });

  it("closes when something arrived again, at that moment", () => {
    const back = probe(1, { lastReceivedAt: minutesAgo(1), openExceptionId: 7, openSince: minutesAgo(30) });
    expect(judgeSilence([back], LONG_UP)).toEqual({
      open: [],
      tell: [],
      list: [],
      close: [{ id: 7, endedAt: minutesAgo(1) }],
    });
  });

  it("lists what falls silent behind a gateway later, each device once, and raises none of it", () => {
    const open = gateway(9, { openExceptionId: 5, openSince: minutesAgo(5), listed: [101] });
    const behind = [
      probe(1, { gatewayId: 9 }),
      probe(2, { gatewayId: 9, deviceId: 150 }),
      probe(3, { gatewayId: 9, deviceId: 150, source: "device" }),
    ];
    const actions = judgeSilence([open, ...behind], LONG_UP);
    expect(actions).toEqual({ open: [], tell: [], list: [{ id: 5, deviceIds: [101, 150] }], close: [] });
  });

  it("gives what is behind a gateway its own time after the gateway is back", () => {
    const back = gateway(9, { lastReceivedAt: minutesAgo(1), openExceptionId: 5, openSince: minutesAgo(30) });
    const behind = probe(1, { gatewayId: 9, lastReceivedAt: minutesAgo(60) });
    expect(judgeSilence([back, behind], LONG_UP)).toMatchObject({ open: [], close: [{ id: 5 }] });
    const later = (minutes: number) => judgeSilence([{ ...behind, gatewayBackAt: minutesAgo(minutes) }], LONG_UP).open;
    expect(later(15)).toEqual([]);
    expect(later(16)).toHaveLength(1);
  });

  it("takes a gateway that is not watched for the cause of probes that a trigger follows, and of nothing else", () => {
    const unwatched = gateway(9, { isWatched: false });
    expect(judgeSilence([unwatched], LONG_UP).open).toEqual([]);
    expect(judgeSilence([unwatched, probe(1, { gatewayId: 9 })], LONG_UP).open).toMatchObject([{ cause: { id: 9 } }]);
  });

  it("tells of a gateway once what is behind it is not held back any more", () => {
    const untold = gateway(9, { openExceptionId: 5, openSince: minutesAgo(5), isUnnotified: true });
    expect(judgeSilence([{ ...untold, mayRaise: false }], LONG_UP).tell).toEqual([]);
    expect(judgeSilence([untold], LONG_UP).tell).toMatchObject([{ id: 5 }]);
  });

  it("ends what is not expected to report any more, and opens nothing for it", () => {
    const open = { openExceptionId: 7, openSince: minutesAgo(5), isExpected: false };
    const close = [{ id: 7, endedAt: now, isTakenAway: true }];
    expect(judgeSilence([probe(1, { ...open, source: "device" })], LONG_UP)).toMatchObject({ open: [], close });
    expect(judgeSilence([gateway(9, open), probe(1, { gatewayId: 9 })], LONG_UP)).toMatchObject({
      open: [{ cause: { id: 1 } }],
      close,
    });
    expect(judgeSilence([gateway(9, { isExpected: false })], LONG_UP).open).toEqual([]);
    const heard = probe(1, { ...open, lastReceivedAt: minutesAgo(1) });
    expect(judgeSilence([heard], LONG_UP).close).toEqual([{ id: 7, endedAt: minutesAgo(1) }]);
  });
});
