import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, exception, notice, outbox } from "@/db/schema";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { runQueue } from "../support/run-queue";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
const JOBS = [deliverNotice as unknown as Job];

beforeAll(async () => {
  owner = await makeCustomer(db(), { notifyBySms: true });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Warms a fridge up; its exception. */
async function warmUp(options: FridgeOptions): Promise<number> {
  const { sensor, probes } = await makeFridge(db(), owner, options);
  const at = Date.now();
  await ingest(deviceContext(owner.id, new Date(at)), [
    { device: sensor.serialNumber, at, values: { temperature: 12 } },
  ]);
  const [row] = await db()
    .select()
    .from(exception)
    .where(eq(exception.probeId, probes.temperature as number));
  return row?.id as number;
}

/** What waits in the outbox: channel and the name of who is to be told. */
async function planned(exceptionId: number): Promise<string[]> {
  const rows = await db()
    .select({ channel: sql<string>`payload->>'channel'`, name: sql<string>`coalesce(${contact.name}, 'nobody')` })
    .from(outbox)
    .leftJoin(contact, sql`${contact.id} = (payload->>'contactId')::bigint`)
    .where(sql`payload->>'exceptionId' = ${String(exceptionId)}`);
  return rows.map(({ channel, name }) => `${channel} ${name}`).sort();
}

const noticesOf = (exceptionId: number) => db().select().from(notice).where(eq(notice.exceptionId, exceptionId));

describe("a notification plan", () => {
  it("tells each contact by the channels that he allows, and leaves the pop-up alone", async () => {
    const id = await warmUp({
      contacts: [
        { name: "Ada", email: "ada@example.com", channels: ["email"] },
        { name: "Bo", phone: "13900000001", channels: ["sms"] },
        { name: "Cy", phone: "13900000002", email: "cy@example.com", channels: ["email", "sms", "voice"] },
      ],
      plan: [{ channels: ["email", "sms", "popup"], repeatTimes: 1 }],
    });
    const twice = ["email Ada", "email Cy", "sms Bo", "sms Cy"].flatMap((one) => [one, one]);
    expect(await planned(id)).toEqual([...twice, "popup nobody"].sort());
  });

  it("that reaches nobody by any channel fails in the log, once a channel, with the reason", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com", channels: ["email"] }],
      plan: [{ channels: ["sms", "voice"], repeatTimes: 2 }],
    });
    expect(await planned(id)).toEqual(["sms nobody", "voice nobody"]);
    await runQueue(JOBS, { ahead: 30 });
    const rows = await noticesOf(id);
    expect(rows.map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual(["sms failed", "voice failed"]);
    for (const { reason } of rows) expect(reason).toContain("nobody in the group at this level");
  });

  it("that reaches nobody later on says so only when its time has come, and not once somebody acknowledged", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com", level: 1 }],
      plan: [{ channels: ["email"], level: 2, afterMinutes: 40 }],
    });
    await runQueue(JOBS, { ahead: 30 });
    expect(await noticesOf(id)).toEqual([]);
    await db().update(exception).set({ acknowledgedAt: new Date() }).where(eq(exception.id, id));
    await runQueue(JOBS, { ahead: true });
    expect(await noticesOf(id)).toEqual([]);
  });

  it("tells nobody who was removed meanwhile, and says so", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com" }],
      plan: [{ channels: ["email"] }],
    });
    await db().delete(contact).where(eq(contact.customerId, owner.id));
    await runQueue(JOBS, { ahead: 30 });
    expect(await noticesOf(id)).toMatchObject([{ status: "failed", contactName: "", recipient: "" }]);
  });
});
