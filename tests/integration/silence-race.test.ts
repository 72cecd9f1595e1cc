import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { alarmCondition, exception } from "@/db/schema";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { alarmTriggers, switchTrigger } from "@/features/alarm/trigger/trigger.operations";
import { bindTrigger } from "@/features/carrier/batch/operations";
import { unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext } from "../support/contexts";

// The watch looks, and acts a moment later: what is not followed any more by then has nothing opened that nobody would end.

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
const MINUTE = 60_000;
const INTERVAL = { reportIntervalSeconds: 60 };

let own: Customer;
let neighbour: Customer;
let admin: OperationContext;
let fridge: Fridge;

beforeAll(async () => {
  own = await makeCustomer(db());
  neighbour = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
});
beforeEach(async () => {
  fridge = await silentFridge(own);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function silentFridge(owner: Customer, options: FridgeOptions = {}) {
  const made = await makeFridge(db(), owner, { noData: true, device: INTERVAL, ...options });
  await ingest(deviceContext(owner.id), [
    { device: made.sensor.serialNumber, at: Date.now(), values: { temperature: 5 } },
  ]);
  return made;
}

const sweep = () =>
  watchSilence.run(
    {},
    {
      db: db(),
      now: new Date(Date.now() + 10 * MINUTE),
      attempt: 1,
      maximumAttempts: 1,
      signal: new AbortController().signal,
    },
  );
const silencesOf = (deviceId: number) =>
  db()
    .select({ endedAt: exception.endedAt, conditionId: exception.conditionId })
    .from(exception)
    .where(eq(exception.deviceId, deviceId));

/** Sweeps while `change` is done and not durable, which the sweep then waits for. */
async function sweepDuring(change: (ctx: OperationContext) => Promise<unknown>): Promise<void> {
  let swept: Promise<void> | undefined;
  await transaction(db(), async (tx) => {
    await change({ ...admin, db: tx, now: new Date() });
    swept = sweep();
    swept.catch(() => {});
    const [own] = await tx.$client<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const waiting = async () => {
      const [row] = await db().$client<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity where ${own.pid} = any(pg_blocking_pids(pid))`;
      return row.count;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
  });
  await swept;
}

/** Takes the no-data condition of a fridge's trigger away. */
async function withoutNoData(ctx: OperationContext, { trigger }: Fridge) {
  const { name, severity, calendar, conditions } = await alarmTriggers.get.call(ctx, { id: trigger.id });
  const kept = conditions.flatMap(({ id, kind, measure, minimum, maximum, deadBand, delaySeconds }) =>
    kind === "range" ? [{ id, kind, measure, minimum, maximum, deadBand, delaySeconds }] : [],
  );
  await alarmTriggers.update.call(ctx, {
    id: trigger.id,
    name,
    severity,
    calendar,
    conditions: kept,
    plan: [],
  } as never);
}

const CHANGES: [string, (ctx: OperationContext) => Promise<unknown>][] = [
  [
    "unmounted",
    (ctx) => unmountDevice.call(ctx, { id: fridge.carrier.id, deviceId: fridge.sensor.id, reason: "over" }),
  ],
  ["taken off its trigger", (ctx) => bindTrigger.call(ctx, { ids: [fridge.carrier.id], alarmTriggerId: null })],
  ["switched off with its trigger", (ctx) => switchTrigger.call(ctx, { id: fridge.trigger.id, isEnabled: false })],
  ["left without its condition", (ctx) => withoutNoData(ctx, fridge)],
];

describe("the silence of a sensor", () => {
  it.each(CHANGES)("that is being %s opens nothing, and everybody else's is opened", async (_what, change) => {
    const other = await silentFridge(neighbour);
    await sweepDuring(change);
    expect(await silencesOf(fridge.sensor.id)).toEqual([]);
    expect(await silencesOf(other.sensor.id)).toMatchObject([{ endedAt: null }]);
  });
});

it("the silence of a gateway opens without the condition that is being taken away", async () => {
  const gateway = await makeGateway(db(), own.id, INTERVAL);
  const seldom = { reportIntervalSeconds: 3600 };
  const behind = await silentFridge(own, { gatewayId: gateway.id, device: seldom });
  await sweepDuring((ctx) => withoutNoData(ctx, behind));
  expect(await silencesOf(gateway.id)).toEqual([{ endedAt: null, conditionId: null }]);
  // Whoever is to be told later is told then.
  const values = { triggerId: behind.trigger.id, kind: "no-data", measure: "temperature" } as const;
  const [condition] = await db().insert(alarmCondition).values(values).returning();
  await sweep();
  expect(await silencesOf(gateway.id)).toEqual([{ endedAt: null, conditionId: condition?.id }]);
});
