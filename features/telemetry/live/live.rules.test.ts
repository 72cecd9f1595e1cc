import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LiveEvent } from "@/lib/live/bus";
import { type Audience, audibleTypes, Batch, block, type Entry, hears, Journal } from "./live.rules";

const reading = (probeId: number, value: number, carrierId: number | null = 1, customerId = 1): LiveEvent => ({
  type: "reading",
  customerId,
  carrierId,
  data: { probeId, at: 1000, value, trend: null },
});
const raised = (id: number, carrierId: number | null = 1, customerId = 1): LiveEvent => ({
  type: "exception",
  customerId,
  carrierId,
  data: { id, change: "raised" },
});
const everything: Audience = {
  key: "all",
  customerIds: "all",
  carrierIds: "all",
  sceneIds: "all",
  types: new Set(["reading", "position", "exception", "notice", "device"]),
};
const texts = (entries: Entry[] | null) => entries?.map((entry) => JSON.parse(entry.text)) ?? null;

describe("hears", () => {
  const event = { type: "reading", customerId: 1, carrierId: 7, sceneId: null } as const;
  const nobody = { ...event, carrierId: null };
  const customer: Audience = { ...everything, customerIds: new Set([1]) };
  const ward: Audience = { ...customer, carrierIds: new Set([7]), sceneIds: new Set([3]) };

  it.each([
    ["everything", everything, event, true],
    ["the own customer", customer, event, true],
    ["another customer", customer, { ...event, customerId: 2 }, false],
    ["the own node", ward, event, true],
    ["another node", ward, { ...event, carrierId: 8 }, false],
    ["no carrier, whole customer", customer, nobody, true],
    ["no carrier, bound to nodes", ward, nobody, false],
    ["no carrier, at the own node", ward, { ...nobody, sceneId: 3 }, true],
    ["no carrier, at the neighbour's node", ward, { ...nobody, sceneId: 4 }, false],
    ["a carrier elsewhere, whatever node it names", ward, { ...event, carrierId: 8, sceneId: 3 }, false],
    ["a type without permission", { ...everything, types: new Set(["notice"] as const) }, event, false],
    ["no customer chosen", { ...everything, customerIds: new Set<number>() }, event, false],
  ])("%s", (_name, audience, heard, expected) => expect(hears(audience, heard)).toBe(expected));
});

it("opens types by permission", () => {
  expect([...audibleTypes(new Set(["viewMonitorPointRealTime"]))]).toEqual(["reading", "position", "state", "device"]);
  expect([...audibleTypes(new Set(["viewHistory", "viewEx"]))]).toEqual([
    "reading",
    "position",
    "state",
    "device",
    "exception",
    "notice",
    "testAlarm",
  ]);
  expect(audibleTypes(new Set(["switchCarrier"])).size).toBe(0);
});

describe("Journal", () => {
  it("replays of a carrier's state the newest turn alone", () => {
    const journal = new Journal("a", 0);
    const { id } = journal;
    const turn = (carrierId: number): LiveEvent => ({ type: "state", customerId: 1, carrierId, data: {} });
    for (const carrierId of [1, 2, 1]) journal.take(turn(carrierId), 1);
    expect(texts(journal.missed(id, undefined))).toEqual([{ carrierId: 2 }, { carrierId: 1 }]);
  });

  it("replays what came after an id: each event once, of a probe the newest reading alone", () => {
    const journal = new Journal("a", 0);
    journal.take(raised(1), 1);
    const { id } = journal;
    journal.take(reading(5, 4), 2);
    journal.take(raised(2), 3);
    journal.take(reading(5, 6), 4);
    expect(texts(journal.missed(id, undefined))).toEqual([
      { carrierId: 1, id: 2, change: "raised" },
      { carrierId: 1, probeId: 5, at: 1000, value: 6, trend: null },
    ]);
    expect(journal.missed(journal.id, undefined)).toEqual([]);
    expect(journal.missed(undefined, undefined)).toEqual([]);
  });

  it("replays what came since an instant", () => {
    const journal = new Journal("a", 100);
    journal.take(reading(1, 1), 200);
    journal.take(reading(2, 2), 300);
    expect(texts(journal.missed(undefined, 250))).toMatchObject([{ probeId: 2 }]);
    expect(texts(journal.missed(undefined, 100))).toHaveLength(2);
    expect(journal.missed(undefined, 99)).toBeNull();
  });

  it("keeps of the positions of a carrier the newest alone", () => {
    const journal = new Journal("a", 0);
    for (const at of [1, 2]) {
      journal.take({ type: "position", customerId: 1, carrierId: 7, data: { at } }, at);
      journal.take({ type: "position", customerId: 1, carrierId: 8, data: { at } }, at);
    }
    expect(texts(journal.missed("a-0", undefined))).toEqual([
      { carrierId: 7, at: 2 },
      { carrierId: 8, at: 2 },
    ]);
  });

  it.each(["", "a", "b-1", "a-2", "a--1", "a-x", "-", "a-1e9"])("does not know the id %j", (id) => {
    const journal = new Journal("a", 0);
    journal.take(raised(1), 1);
    expect(journal.missed(id, undefined)).toBeNull();
  });

  it("answers either completely or not at all, however little it keeps", () => {
    const events = fc.array(fc.record({ probe: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(events, fc.nat(60), (steps, cut) => {
        const journal = new Journal("a", 0, { events: 4, probes: 3 });
        const taken = steps.map(({ probe }, at) => ({
          probe,
          entry: journal.take(probe ? reading(probe, at) : raised(at), at),
        }));
        const seen = Math.min(cut, taken.length);
        const missed = journal.missed(`a-${seen}`, undefined);
        if (missed === null) return;
        const later = taken.slice(seen);
        const newest = new Map(later.filter(({ probe }) => probe).map(({ probe, entry }) => [probe, entry]));
        const expected = [...later.filter(({ probe }) => !probe).map(({ entry }) => entry), ...newest.values()];
        expect(new Set(missed)).toEqual(new Set(expected));
      }),
    );
  });
});

describe("Batch", () => {
  const journal = new Journal("a", 0);
  const batch = new Batch();
  for (const event of [reading(1, 4, 7), raised(9, 7), reading(2, 5, 8), reading(3, 6, null)]) {
    batch.add(journal.take(event, 1));
  }
  const readingsIn = (text: string) => {
    const data = /event: reading\ndata: (.*)\n/.exec(text)?.[1];
    return data ? (JSON.parse(data) as { probeId: number }[]).map(({ probeId }) => probeId) : [];
  };

  it("joins the readings and puts the id on the last event", () => {
    const text = batch.textFor({ audience: everything, carriers: null, hasPositions: false }, journal.id);
    expect(text.match(/^event: .*$/gm)).toEqual(["event: exception", "event: reading"]);
    expect(text.match(/^id: .*$/gm)).toEqual(["id: a-4"]);
    expect(text.endsWith("id: a-4\n\n")).toBe(true);
    expect(readingsIn(text)).toEqual([1, 2, 3]);
  });

  it("narrows the readings to the carriers asked for, and to those that may be seen", () => {
    const ward = { ...everything, customerIds: new Set([1]), carrierIds: new Set([7]) };
    expect(
      readingsIn(batch.textFor({ audience: everything, carriers: new Set([8]), hasPositions: false }, "x")),
    ).toEqual([2]);
    expect(readingsIn(batch.textFor({ audience: ward, carriers: new Set([7, 8]), hasPositions: false }, "x"))).toEqual([
      1,
    ]);
    expect(readingsIn(batch.textFor({ audience: everything, carriers: new Set(), hasPositions: false }, "x"))).toEqual(
      [],
    );
  });

  it("tells positions to those who ask for them, of every carrier that they may see", () => {
    const moving = new Batch();
    const at = (carrierId: number) => journal.take({ type: "position", customerId: 1, carrierId, data: { at: 5 } }, 1);
    for (const carrierId of [7, 8]) moving.add(at(carrierId));
    const ward = { ...everything, customerIds: new Set([1]), carrierIds: new Set([7]) };
    const carriers = new Set([9]);
    expect(moving.isEmpty).toBe(false);
    expect(moving.textFor({ audience: everything, carriers, hasPositions: true }, "x")).toBe(
      'event: position\ndata: [{"carrierId":7,"at":5},{"carrierId":8,"at":5}]\nid: x\n\n',
    );
    expect(moving.textFor({ audience: ward, carriers, hasPositions: true }, "x")).toBe(
      'event: position\ndata: [{"carrierId":7,"at":5}]\nid: x\n\n',
    );
    expect(moving.textFor({ audience: everything, carriers: null, hasPositions: false }, "x")).toBe("");
  });

  it("says nothing to those who hear nothing", () => {
    const other = { ...everything, customerIds: new Set([2]) };
    expect(batch.textFor({ audience: other, carriers: null, hasPositions: false }, "x")).toBe("");
    expect(new Batch().isEmpty).toBe(true);
  });
});

it("writes one event", () => expect(block("reading", "[1]", "a-1")).toBe("event: reading\ndata: [1]\nid: a-1\n\n"));
