import { describe, expect, it } from "vitest";
import { ConnectionGuard } from "./connection-guard";
import { ENDPOINT_LIMITS } from "./limits";

const LIMITS = {
  ...ENDPOINT_LIMITS,
  connectionsPerAddress: 2,
  failuresPerName: { burst: 3, perSecond: 1 / 30 },
  failuresPerAddress: { burst: 5, perSecond: 1 },
};
const caller = (address: string, name = "001122334455") => ({ address, name, tokenHash: `${address} ${name}` });

describe("the addresses of one IPv6 network", () => {
  it("have their connections counted together", () => {
    const guard = new ConnectionGuard(LIMITS);
    expect(["2001:db8:1:1::1", "2001:db8:1:1::2"].map((address) => guard.enter(address))).toEqual([true, true]);
    expect(guard.enter("2001:db8:1:1:ffff::3")).toBe(false);
    expect(guard.enter("2001:db8:1:2::1")).toBe(true);
    guard.leave("2001:db8:1:1::2");
    expect(guard.enter("2001:db8:1:1::9")).toBe(true);
  });

  it("have their wrong logins counted together, under one name and of all names", () => {
    const guard = new ConnectionGuard(LIMITS);
    const tries = (names: (host: number) => string | undefined) =>
      Array.from({ length: 6 }, (_, host) => guard.attempt(caller(`2001:db8:1:1::${host}`, names(host)), 0));
    expect(tries(() => undefined)).toEqual([null, null, null, ...Array(3).fill(expect.stringContaining("this name"))]);
    expect(tries((host) => `other ${host}`)).toEqual([
      null,
      null,
      ...Array(4).fill(expect.stringContaining("this address")),
    ]);
    expect(guard.attempt(caller("2001:db8:1:2::1"), 0)).toBeNull();
  });

  it("take back together what was not wrong", () => {
    const guard = new ConnectionGuard(LIMITS);
    for (let host = 0; host < 20; host += 1) {
      const one = caller(`2001:db8:1:1::${host}`);
      expect(guard.attempt(one, 0)).toBeNull();
      guard.refund(one, 0);
    }
  });
});
