import { and, eq, isNull } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, invalidRule } from "@/db/schema";
import { invalidRules } from "@/features/telemetry/correction/invalid.operations";
import { markInvalid, restoreInvalid } from "@/features/telemetry/correction/mark.operations";
import { applyInvalidRules } from "@/features/telemetry/correction/run.jobs";
import { applyRule, giveBack } from "@/features/telemetry/correction/run.operations";
import { getHistory } from "@/features/telemetry/history/history.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { failureOf } from "@/lib/http/error-response";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const START = Date.UTC(2026, 8, 1);
const minute = (count: number) => START + count * 60_000;
/** What somebody may get who comes at the wrong moment; a deadlock is none of it. */
const EXPECTED = new Set(["CONFLICT", "NOT_FOUND"]);

it("lets readings come, be marked, restored and judged by rules that come and go, all at once", async () => {
  const of = await makeCustomer(db());
  const ctx = await accountContext(db(), await makeUser(db(), of.id));
  const fridges = [await makeFridge(db(), of), await makeFridge(db(), of), await makeFridge(db(), of)];
  const failures: string[] = [];
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      const { code } = failureOf(error);
      if (!EXPECTED.has(code)) failures.push(`${code}: ${String(error)}`);
    });
  const values = [4, 5, 6, 12, 20, 85];
  const sender = async (seed: number) => {
    for (let round = 0; round < 25; round += 1) {
      // Both ways round, so that whoever locks as they come would wait in a circle.
      const order = round % 2 ? fridges : [...fridges].reverse();
      const readings = order.flatMap(({ sensor }) =>
        [0, 1].map((half) => ({
          device: sensor.serialNumber,
          at: minute((round * 2 + half) * 3 + seed),
          values: { temperature: values[(round * 5 + seed + half) % values.length] },
        })),
      );
      await attempt(ingest(deviceContext(of.id), readings));
    }
  };
  const person = async (seed: number) => {
    for (let round = 0; round < 25; round += 1) {
      const probeId = fridges[(round + seed) % fridges.length]?.probes.temperature as number;
      const from = (round * 7 + seed * 11) % 120;
      const span = { probeId, from: String(minute(from)), to: String(minute(from + 20)), reason: "a race" };
      await attempt((round % 2 ? restoreInvalid : markInvalid).call(ctx, span));
    }
  };
  const ruler = async () => {
    const kinds = [
      { kind: "fault-value" as const, faultValues: [85] },
      { kind: "jump" as const, ratePerMinute: 3 },
    ];
    for (let round = 0; round < 8; round += 1) {
      const input = { name: `rule ${round}`, measure: "temperature" as const, ...kinds[round % 2] };
      await attempt(
        invalidRules.create.call(ctx, input as never).then(async ({ id }) => {
          await attempt(applyRule.call(ctx, { id, from: String(minute(0)) }));
          await Promise.all([attempt(work()), attempt(invalidRules.switch.call(ctx, { id, isEnabled: true }))]);
          if (round % 4 === 2) {
            await attempt(invalidRules.switch.call(ctx, { id, isEnabled: false }));
            await Promise.all([attempt(giveBack.call(ctx, { id })), attempt(work())]);
          }
          if (round % 3) await attempt(invalidRules.remove.call(ctx, { id, givesBack: round % 2 === 0 }));
        }),
      );
    }
  };
  const work = () =>
    applyInvalidRules.run(
      {},
      { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
    );
  await Promise.all([sender(0), sender(1), sender(2), person(0), person(1), ruler(), ruler()]);
  expect(failures).toEqual([]);
  await work();

  for (const { probes } of fridges) {
    const probeId = probes.temperature as number;
    const hours = await db().$client`
      select hour, count, minimum, maximum from reading_hour where probe_id = ${probeId} order by hour`;
    const computed = await db().$client`
      select date_trunc('hour', at, 'UTC') as hour, count(*)::int, min(value) as minimum, max(value) as maximum
        from reading where probe_id = ${probeId} group by 1 order by 1`;
    expect([...hours]).toEqual([...computed]);
    const [twice] = await db().$client<{ count: number }[]>`
      select count(*)::int as count from reading r join invalid_reading i using (probe_id, at)
       where r.probe_id = ${probeId} and i.restored_at is null`;
    expect(twice?.count).toBe(0);
    // What is open is what a customer without rules would have open who was sent what is valid.
    const asked = { probeIds: String(probeId), from: String(minute(-1)), to: String(minute(400)) };
    const { series } = await getHistory.call(ctx, asked);
    await db().update(invalidRule).set({ isEnabled: false }).where(eq(invalidRule.customerId, of.id));
    const plain = await makeFridge(db(), of);
    const [{ at, mean } = { at: [], mean: [] }] = series;
    await ingest(
      deviceContext(of.id),
      at.map((one, index) => ({
        device: plain.sensor.serialNumber,
        at: one,
        values: { temperature: mean[index] },
      })),
    );
    const told = async (id: number) => {
      const rows = await db()
        .select({ startedAt: exception.startedAt, endedAt: exception.endedAt, peak: exception.peak })
        .from(exception)
        .where(and(eq(exception.probeId, id), isNull(exception.withdrawnAt)));
      return rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    };
    expect(await told(probeId)).toEqual(await told(plain.probes.temperature as number));
  }
}, 120_000);
