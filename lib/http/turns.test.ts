import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { noScope } from "@/lib/auth/scope";
import { resetEnvironment } from "@/lib/env/env";
import type { Actor, OperationContext } from "@/lib/operation/context";
import { acquireIngestSlot } from "./turns";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret of no use at all");
  vi.stubEnv("DATABASE_POOL", "12");
  resetEnvironment();
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));
const from = (actor: Actor, address: string) =>
  ({ actor, address, scope: noScope(), now: new Date(0) }) as unknown as OperationContext;
const stranger = (address: string) => from({ type: "anonymous" }, address);
const gateway = (gatewayId: number) => from({ type: "device", customerId: 1, gatewayId, name: "" }, "192.0.2.1");

/** Records who got a slot, in order, with its release function. */
function door() {
  const inside: { name: string; leave: () => void }[] = [];
  const come = (name: string, ctx: OperationContext) =>
    void acquireIngestSlot(ctx, never).then((leave) => inside.push({ name, leave }));
  const end = () => {
    for (const { leave } of inside.splice(0)) leave();
  };
  return { inside, come, end, names: () => inside.map(({ name }) => name) };
}

describe("the turns of intakes that anybody may send", () => {
  it("keep no other address waiting behind one that sends much", async () => {
    const { come, end, names } = door();
    for (let call = 0; call < 20; call += 1) come("flood", stranger(`2001:db8::${call}`));
    await settled();
    expect(names()).toEqual(["flood", "flood"]);
    come("provider", stranger("203.0.113.9"));
    await settled();
    expect(names()).toEqual(["flood", "flood", "provider"]);
    while (names().length > 0) {
      end();
      await settled();
    }
  });

  it("leave half of the turns to gateways, whatever addresses they come from", async () => {
    const { come, end, names } = door();
    for (let call = 0; call < 40; call += 1) come("flood", stranger(`198.51.100.${call}`));
    for (let call = 0; call < 4; call += 1) come("gateway", gateway(call));
    await settled();
    expect(names().filter((name) => name === "flood")).toHaveLength(4);
    expect(names().filter((name) => name === "gateway")).toHaveLength(4);
    while (names().length > 0) {
      end();
      await settled();
    }
  });

  it("end both of their turns where the sender hangs up in between", async () => {
    const { come, end, names } = door();
    for (let call = 0; call < 4; call += 1) {
      come("gateway", gateway(10));
      come("gateway", gateway(11));
    }
    await settled();
    expect(names()).toHaveLength(8);
    const gone = new AbortController();
    const waiting = Array.from({ length: 2 }, () => acquireIngestSlot(stranger("203.0.113.10"), gone.signal));
    gone.abort(new Error("gone"));
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: "BAD_REQUEST" });
    end();
    await settled();
    come("later", stranger("203.0.113.10"));
    come("later", stranger("203.0.113.10"));
    await settled();
    expect(names()).toEqual(["later", "later"]);
    end();
  });
});
