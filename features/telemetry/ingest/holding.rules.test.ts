import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forwardedValues } from "./forwarded.rules";
import { carrierAt, type Holding, holderAt, holdingAt, isHeld } from "./holding.rules";

const holding = (deviceId: number, customerId: number, from: number | null, until: number | null): Holding => ({
  ...{ unitId: 1, deviceId, customerId, from, until },
});
/** Customer 10 has lent device 1 to customer 20 from 100 to 200. */
const holdings = [holding(1, 10, null, 100), holding(2, 20, 100, 200), holding(1, 10, 200, null)];
const unit = {
  holdings,
  devices: new Map([
    [1, { id: 1, customerId: 10, custody: "own" as const }],
    [2, { id: 2, customerId: 20, custody: "absent" as const }],
  ]),
};
const asked = (at: number, sender: number, now: number) =>
  holderAt(unit, { at, now, isSender: (customerId) => customerId === sender })?.id ?? null;

describe("whose a reading is", () => {
  it("depends on its instant alone, from the start on and before the end", () => {
    expect([-1e9, 99, 100, 199, 200, 1e9].map((at) => holdingAt(holdings, at)?.deviceId)).toEqual([1, 1, 2, 2, 1, 1]);
  });

  it("does not depend on when it arrives at the owner's", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 400 }), (at, now) => {
        expect(asked(at, 10, now)).toBe(at >= 100 && at < 200 ? 2 : 1);
      }),
    );
  });

  it("is found for the borrower's gateway while the device is there, and later for the borrower's time alone", () => {
    expect([50, 150].map((at) => asked(at, 20, 160))).toEqual([1, 2]);
    expect([50, 150, 250].map((at) => asked(at, 20, 260))).toEqual([null, 2, null]);
  });

  it("is nobody's where the holder was removed, and is taken from no third customer", () => {
    expect(holderAt({ ...unit, holdings: holdings.slice(1) }, { at: 50, now: 260, isSender: () => true })).toBeNull();
    expect(asked(150, 30, 160)).toBeNull();
  });
});

it("a device is with its owner or its borrower", () => {
  expect((["own", "lent", "borrowed", "absent", "given"] as const).filter(isHeld)).toEqual(["own", "borrowed"]);
});

describe("the carrier of a position", () => {
  const spans = [
    { carrierId: 7, from: 0, until: 100 },
    { carrierId: 9, from: 110, until: null },
  ];
  it("is the one on which the device was at that instant", () => {
    expect([-1, 0, 99, 100, 110, 1e9].map((at) => carrierAt(spans, at))).toEqual([null, 7, 7, null, 9, 9]);
  });
});

describe("what is forwarded", () => {
  const device = (customerId: number, probeId: number, isForwarded: boolean) => ({
    ...{ customerId, isForwarded, probes: { temperature: probeId } },
  });
  const reading = { index: 0, device: "", at: 1, values: [], position: null };
  const values = { probeId: [1, 2, 1], at: [1, 2, 3], value: [4, 5, 6], measure: Array(3).fill("temperature") };

  it("goes to the targets of the customer whose it is", () => {
    const located = [device(10, 1, true), device(20, 2, true)].map((one) => ({ reading, device: one }));
    const parts = forwardedValues(values as never, located);
    expect([...parts].map(([customerId, { value }]) => [customerId, value])).toEqual([
      [10, [4, 6]],
      [20, [5]],
    ]);
  });

  it("leaves out a customer without one", () => {
    const located = [device(10, 1, false), device(20, 2, true)].map((one) => ({ reading, device: one }));
    expect([...forwardedValues(values as never, located)].map(([id, { at }]) => [id, at])).toEqual([[20, [2]]]);
    expect(forwardedValues(values as never, [{ reading, device: device(10, 1, false) }]).size).toBe(0);
  });
});
