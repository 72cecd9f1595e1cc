import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { createApiKey } from "@/features/customer/api-key/operations";
import { markInvalid } from "@/features/telemetry/correction/mark.operations";
import { listEvents } from "@/features/telemetry/history/event.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const NOW = Date.now();
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let admin: OperationContext;
let probeId: number;

beforeAll(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
  probeId = fridge.probes.temperature as number;
  admin = await accountContext(db(), await makeUser(db(), owner.id));
  const readings = [10, 20].map((minutes) => ({ at: NOW - minutes * 60_000, values: { temperature: 5 } }));
  await ingest(
    deviceContext(owner.id),
    readings.map((one) => ({ device: fridge.sensor.serialNumber, ...one })),
  );
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const events = async () =>
  (await listEvents.call(admin, { probeIds: String(probeId), from: String(NOW - 3_600_000), to: String(NOW) })).items;

describe("a span beyond the bounds", () => {
  it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])(
    "from %s is refused by its field, and the history stays whole",
    async (from) => {
      const input = { probeId, from, to: new Date(NOW).toISOString(), reason: "blind the history" };
      const told = failureOf(await markInvalid.call(admin, input).catch((error: unknown) => error));
      expect(told).toMatchObject({ code: "INVALID", issues: [{ path: "from", rule: "instantBounds" }] });
      expect(await events()).toBeInstanceOf(Array);
    },
  );

  it("is refused for the end of an API key", async () => {
    const input = { name: "late", codes: ["viewHistory"], expiresAt: "9999-12-31T23:59:59-14:00" } as const;
    expect(await refusal(createApiKey.call(admin, { ...input, codes: [...input.codes] }))).toMatchObject({
      issues: [{ path: "expiresAt", rule: "instantBounds" }],
    });
  });
});
