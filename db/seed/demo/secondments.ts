import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { device, deviceHolding, probe, secondment } from "@/db/schema";
import type { SecondmentState } from "@/db/secondment-enums";
import type { Accounts } from "./accounts";
import type { DemoAction } from "./trail";
import type { DemoDevice, World } from "./world";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days before now; without a start a transfer that the receiver has not answered. */
type Plan = {
  device: string;
  /** Places in the list of customers. */
  lender: number;
  borrower: number;
  state: SecondmentState;
  starts?: number;
  ends?: number;
  /** Agreed in advance, in days after now. */
  until?: number;
  remark: string;
  reason?: string;
};

const PLANS: readonly Plan[] = [
  {
    device: "备用温湿度计",
    lender: 1,
    borrower: 0,
    state: "revoked",
    starts: 12,
    ends: 9,
    remark: "接种周临时使用",
    reason: "本院盘点",
  },
  {
    device: "检验所甲烷探测器",
    lender: 0,
    borrower: 1,
    state: "current",
    starts: 2,
    until: 12,
    remark: "检验科改造期间借用",
  },
  { device: "备用温度计", lender: 0, borrower: 1, state: "requested", remark: "调拨给医院药房" },
];

/**
 * What the customers of the demo world have lent each other. Call before the hours are summed up: the readings of the
 * lending move to the borrower. Returns what the trails of both have of it.
 */
export async function insertSecondments(tx: Db, world: World, accounts: Accounts, now: number): Promise<DemoAction[]> {
  const actions: DemoAction[] = [];
  // Whole hours: the sums of an hour belong to one of them.
  const instant = (days: number | undefined) =>
    days === undefined ? null : new Date(Math.floor((now - days * DAY) / HOUR) * HOUR);
  for (const plan of PLANS) {
    const lent = world.devices.find(({ plan: { name } }) => name === plan.device);
    if (!lent) throw new Error(`no device ${plan.device}`);
    const [lender, borrower] = [plan.lender, plan.borrower].map((place) => world.customers[place]);
    if (!lender || !borrower) throw new Error("the demo world lacks a customer");
    const { kind, serialNumber } = lent.plan;
    const [startsAt, endedAt] = [instant(plan.starts), instant(plan.ends)];
    const endsAt = plan.until === undefined ? null : new Date(Math.floor((now + plan.until * DAY) / HOUR) * HOUR);
    const borrowedId = startsAt && (await handOver(tx, lent, borrower.id, plan, { startsAt, endsAt, endedAt }));
    const createdAt = new Date((startsAt?.getTime() ?? now - 20 * HOUR) - 2 * HOUR);
    const facts = {
      ...{ serialNumber, isTransfer: startsAt === null, remark: plan.remark },
      ...{ startsAt, endsAt },
    };
    const [made] = await tx
      .insert(secondment)
      .values({
        ...{ ...facts, unitId: lent.id, kind, state: plan.state, endedAt, endReason: plan.reason ?? "", createdAt },
        ...{ lenderId: lender.id, borrowerId: borrower.id, lenderDeviceId: lent.id, borrowerDeviceId: borrowedId },
        ...{ lenderName: lender.plan.name, borrowerName: borrower.plan.name },
      })
      .returning({ id: secondment.id });
    const shown = { ...facts, lender: lender.plan.name, borrower: borrower.plan.name };
    const state = startsAt ? "current" : "requested";
    for (const customerId of [lender.id, borrower.id]) {
      const row = { customerId, entity: "secondment", entityId: String(made?.id), actorId: accounts.admin };
      const newValues = JSON.parse(JSON.stringify({ ...shown, state })) as Record<string, unknown>;
      actions.push({ ...row, at: createdAt, operation: "secondment.create", oldValues: null, newValues, reason: null });
      if (endedAt)
        actions.push({
          ...{ ...row, at: endedAt, operation: "secondment.revoke", reason: plan.reason ?? null },
          ...{ oldValues: { state: "current" }, newValues: { state: "revoked" } },
        });
    }
  }
  return actions;
}

type Span = { startsAt: Date; endsAt: Date | null; endedAt: Date | null };

/** Makes the borrower's device with its probes, and gives it the readings of its time. Returns its id. */
async function handOver(
  tx: Db,
  lent: DemoDevice,
  borrowerId: number,
  { state }: Plan,
  { startsAt, endsAt, endedAt }: Span,
): Promise<number> {
  const isLent = state === "current";
  const unitId = lent.id;
  const [owner] = await tx
    .update(device)
    .set({ unitId, custody: isLent ? "lent" : "own", ...(isLent && { sceneId: null }) })
    .where(eq(device.id, lent.id))
    .returning();
  if (!owner) throw new Error("the lent device is missing");
  const { kind, typeCode, serialNumber, mac, reportIntervalSeconds } = owner;
  const custody = isLent ? ("borrowed" as const) : ("absent" as const);
  const [made] = await tx
    .insert(device)
    .values({
      ...{ customerId: borrowerId, kind, typeCode, serialNumber, mac, unitId, custody, reportIntervalSeconds },
      name: serialNumber,
    })
    .returning({ id: device.id });
  const deviceId = (made as { id: number }).id;
  const until = endedAt ?? endsAt;
  for (const { id, measure } of lent.probes) {
    const [own] = await tx
      .insert(probe)
      .values({ customerId: borrowerId, deviceId, measure })
      .returning({ id: probe.id });
    await tx.$client`
      update reading set probe_id = ${(own as { id: number }).id}
       where probe_id = ${id} and at >= ${startsAt.toISOString()}::timestamptz
         and at < ${until?.toISOString() ?? "infinity"}::timestamptz`;
  }
  const lender = { unitId, customerId: lent.customer.id, deviceId: lent.id };
  await tx
    .insert(deviceHolding)
    .values([
      { ...lender, untilAt: startsAt },
      { unitId, customerId: borrowerId, deviceId, fromAt: startsAt, untilAt: until },
      ...(until ? [{ ...lender, fromAt: until }] : []),
    ]);
  return deviceId;
}

/** Gives both rows of seconded devices the latest of what is theirs. Call when the states of all probes are stored. */
export async function settleSeconded(tx: Db): Promise<void> {
  await tx.$client`
    insert into probe_state as s (probe_id, last_at, last_value, received_at)
    select p.id, r.at, r.value, r.at
      from probe p join device d on d.id = p.device_id and d.unit_id is not null
      left join lateral (select at, value from reading where probe_id = p.id order by reading.at desc limit 1) r on true
    on conflict (probe_id) do update
       set last_at = excluded.last_at, last_value = excluded.last_value, received_at = excluded.received_at, trend = null`;
  await tx
    .update(device)
    .set({
      lastSeenAt: sql`(select max(s.last_at) from probe p join probe_state s on s.probe_id = p.id where p.device_id = ${device.id})`,
    })
    .where(sql`${device.unitId} is not null`);
}
