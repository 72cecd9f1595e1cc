import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blackoutsOf,
  compareBlackouts,
  judgePaces,
  lateAmong,
  type PaceActions,
  type PacedDevice,
  powerAmong,
  RETAINED_AFTER_MS,
  retainedIn,
  type StoredBlackout,
  storedBlackout,
} from "./rules";

const samples = (...values: number[]) => values.map((value, index) => ({ at: index + 1, value }));

describe("blackouts", () => {
  it.each([
    ["power all along", [1, 1], []],
    ["one in the middle", [1, 0, 0, 1], [[2, 4]]],
    [
      "one at the begin, one that lasts",
      [0, 1, 0],
      [
        [1, 2],
        [3, null],
      ],
    ],
  ] as [string, number[], (number | null)[][]][])("%s", (_name, values, expected) => {
    expect(blackoutsOf(samples(...values)).map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual(expected);
  });

  it("cover exactly the samples without power, and never touch", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1)), (values) => {
        const all = samples(...values);
        const spans = blackoutsOf(all);
        for (const { at, value } of all) {
          const within = spans.some((span) => span.startedAt <= at && at < (span.endedAt ?? Number.POSITIVE_INFINITY));
          expect(within).toBe(value === 0);
        }
        spans.reduce((before, { startedAt, endedAt }) => {
          expect(startedAt).toBeGreaterThan(before);
          return endedAt ?? Number.POSITIVE_INFINITY;
        }, 0);
      }),
    );
  });
});

describe("stored blackouts", () => {
  const at = (startedAt: number, endedAt: number | null, id = 1) => storedBlackout({ id, startedAt, endedAt });
  /** The resulting actions as text: `2–5 #1`, withdrawn ones as `#3 into #1`. */
  const told = (stored: readonly StoredBlackout[], values: number[], earliest = 1, cuts: number[] = [], first = 1) =>
    compareBlackouts(
      stored,
      { samples: values.map((value, index) => ({ at: first + index, value })), earliest },
      cuts,
    ).map((action) => {
      if (action.type === "withdraw") return `#${action.id} into ${action.mergedIntoId ?? "none"}`;
      if (action.type === "undecided") return `#${action.id} undecided`;
      const { startedAt, endedAt } = action.excursion;
      return `${startedAt}–${endedAt ?? ""} ${action.type === "insert" ? "new" : `#${action.id}`}`;
    });

  it.each<[string, string[], string[]]>([
    ["stay as they are", told([at(2, 4)], [1, 0, 0, 1]), []],
    ["are inserted", told([], [1, 0, 0, 1]), ["2–4 new"]],
    ["end with the next power", told([at(2, null)], [1, 0, 1]), ["2–3 #1"]],
    ["begin earlier by late readings, and keep their identity", told([at(3, null)], [1, 0, 0]), ["2– #1"]],
    ["are another one when their begin is disproved", told([at(2, null)], [1, 1, 0]), ["#1 into none", "3– new"]],
    ["go when nothing is left of them", told([at(2, 3)], [1, 1, 1]), ["#1 into none"]],
    ["keep the part with their begin", told([at(2, null)], [1, 0, 1, 0]), ["2–3 #1", "4– new"]],
    ["are absorbed by the first", told([at(2, 3, 1), at(4, null, 2)], [1, 0, 0, 0]), ["#2 into 1", "2– #1"]],
    ["go on from before the oldest reading that is left", told([at(1, null)], [0, 0, 1], 6, [], 5), ["1–7 #1"]],
    ["end at the first power after the oldest reading that is left", told([at(1, null)], [1, 1], 6, [], 5), ["1–5 #1"]],
    [
      "lose the begin that was marked invalid, with no reading before it",
      told([at(1, null)], [0, 0], 1, [], 2),
      ["#1 into none", "2– new"],
    ],
    ["stay ended where nobody watched any more", told([at(2, 4)], [1, 0, 0, 0, 0], 5, [4]), ["4– new"]],
    ["of which none is watched twice", told([at(2, 4, 1), at(4, null, 2)], [1, 0, 0, 0, 0], 5, [4]), []],
    ["end earlier than they were cut off", told([at(2, 4)], [1, 0, 1, 1, 1], 3, [4]), ["2–3 #1"]],
  ])("%s", (_name, changes, expected) => expect(changes).toEqual(expected));
});

describe("what has to be judged of power", () => {
  const none = new Map<number, { lastAt: number | null; lastValue: number | null }>();
  const series = (probeId: number, values: number[]) => ({
    probeId,
    measure: "power" as const,
    samples: samples(...values),
  });
  it("is what fails, comes back, comes late or was taken away", () => {
    expect(powerAmong([series(1, [1, 1])], none, new Map())).toEqual([]);
    expect(powerAmong([series(1, [1, 0])], none, new Map())).toEqual([{ probeId: 1, earliest: 1, latest: 2 }]);
    expect(powerAmong([series(1, [1])], new Map([[1, { lastAt: 0, lastValue: 0 }]]), new Map())).toHaveLength(1);
    expect(powerAmong([series(1, [1])], new Map([[1, { lastAt: 5, lastValue: 1 }]]), new Map())).toHaveLength(1);
    expect(powerAmong([], none, new Map([[4, { earliest: 1, latest: 9 }]]))).toHaveLength(1);
    expect(powerAmong([{ ...series(1, [0]), measure: "door" }], none, new Map())).toEqual([]);
  });
});

describe("retained readings", () => {
  const now = 100 * RETAINED_AFTER_MS;
  it("are those that came late, each time of a device once", () => {
    const device = { id: 7, gatewayId: 9, probes: { temperature: 1, humidity: 2 } };
    const late = now - RETAINED_AFTER_MS - 1;
    const of = (probeId: number, ...ats: number[]) => ({
      probeId,
      measure: "temperature" as const,
      samples: ats.map((at) => ({ at, value: 5 })),
    });
    expect(lateAmong([of(1, now)], [device], now)).toEqual([]);
    expect(lateAmong([of(1, late, now), of(2, late - 1, late)], [device], now)).toEqual([
      { deviceId: 7, gatewayId: 9, ats: [late, late - 1] },
    ]);
  });

  it("belong to the silence of the gateway, else to the device's own, and to none outside of it", () => {
    const own = { id: 1, deviceId: 7, heardAt: 10, endedAt: 30 };
    const front = { id: 2, deviceId: 9, heardAt: 15, endedAt: null };
    const late = [{ deviceId: 7, gatewayId: 9, ats: [5, 10, 12, 14, 20, 40] }];
    expect(retainedIn([own, front], late)).toEqual([
      { loss: own, from: 12, count: 2 },
      { loss: front, from: 20, count: 2 },
    ]);
    expect(retainedIn([], late)).toEqual([]);
  });
});

describe("a device that reports more slowly than agreed", () => {
  const every = (...minutes: number[]) =>
    minutes.reduce<number[]>((ats, step) => ats.concat((ats.at(-1) as number) - step * 60_000), [1_800_000_000_000]);
  const SLOW = every(20, 20, 20);
  const said = { paceSeconds: 1200, agreedSeconds: 300 };
  const one = (change: Partial<PacedDevice> = {}): PacedDevice => ({
    ...{ deviceId: 7, agreedSeconds: 300, instants: [SLOW], isSuppressed: false, openId: null, known: null },
    ...change,
  });
  const nothing = { open: [], change: [], close: [] };
  const open = { ...one(), openId: 3, known: said };

  it.each<[string, PacedDevice, Partial<PaceActions>]>([
    [
      "opens an exception since the readings that show it",
      one(),
      { open: [{ deviceId: 7, startedAt: SLOW[3] as number, ...said }] },
    ],
    ["opens none while its alarms are suppressed", one({ isSuppressed: true }), {}],
    ["is none that keeps to its interval", one({ instants: [every(5, 5, 5)] }), {}],
    ["is none of which too little was heard", one({ instants: [every(20, 20)] }), {}],
    ["is none without readings", one({ instants: [] }), {}],
    ["goes on", open, {}],
    ["goes on while its pace varies a little", { ...open, instants: [every(21, 21, 21)] }, {}],
    ["goes on while its alarms are suppressed", { ...open, isSuppressed: true }, {}],
    ["goes on while too little is heard", { ...open, instants: [] }, {}],
    [
      "has its new pace told",
      { ...open, instants: [every(40, 40, 40)] },
      { change: [{ id: 3, ...said, paceSeconds: 2400 }] },
    ],
    [
      "has its new agreement told",
      { ...open, agreedSeconds: 360 },
      { change: [{ id: 3, ...said, agreedSeconds: 360 }] },
    ],
    ["ends with its old pace", { ...open, instants: [every(5, 5, 5)] }, { close: [3] }],
    ["ends with an agreement that it keeps to", { ...open, agreedSeconds: 1200 }, { close: [3] }],
  ])("%s", (_name, given, expected) => expect(judgePaces([given])).toEqual({ ...nothing, ...expected }));
});
