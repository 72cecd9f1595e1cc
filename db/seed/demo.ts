import { eq, sql } from "drizzle-orm";
import { type Db, transaction } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { alarmSwitchLog, carrierState, customer, probeState } from "@/db/schema";
import { chainKeysOf } from "@/lib/audit/chain-keys";
import { nextTrend } from "@/lib/units/trend";
import { type Accounts, insertAccounts } from "./demo/accounts";
import { type Found, type Judged, judgeSeries, type Silence, silencesOf } from "./demo/alarms";
import { checkDemo, type DemoCounts } from "./demo/check";
import { copyPositions, copyReadings, type Series, type Track } from "./demo/copy";
import { insertExceptions } from "./demo/exceptions";
import { insertExportTasks } from "./demo/export-tasks";
import { insertFloorPlan } from "./demo/floor-plan";
import { insertForwarding } from "./demo/forwarding";
import { insertGeofences } from "./demo/geofences";
import { insertGoods } from "./demo/goods";
import { GUANGZHOU_CDC } from "./demo/guangzhou-cdc";
import { GUANGZHOU_HOSPITAL } from "./demo/guangzhou-hospital";
import { type CarrierPast, carrierHistory, looseHistory, modelOf, trackOf } from "./demo/history";
import { type Incident, incidentsFor, outagesFor } from "./demo/incidents";
import { insertWorld } from "./demo/insert";
import { insertMonitorTasks } from "./demo/monitor-tasks";
import { MUNICH_FOODS } from "./demo/munich-foods";
import { insertNotices } from "./demo/notices";
import { insertPrinting } from "./demo/printing";
import { insertRecords } from "./demo/records";
import { insertReplying } from "./demo/replies";
import { insertReports } from "./demo/reports";
import { insertSecondments, settleSeconded } from "./demo/secondments";
import { insertShares } from "./demo/shares";
import { insertSilences } from "./demo/silences";
import { insertTrail } from "./demo/trail";
import { insertTransports } from "./demo/transports";
import { insertLoggers, insertVerifications } from "./demo/verifications";
import { insertWorkOrders } from "./demo/work-orders";
import type { DemoCarrier, Moments, World } from "./demo/world";
import { SEED_LOCK } from "./reference";

export type DemoOptions = { now: number; seed: number; authSecret: string; password: string };

const PLANS = [GUANGZHOU_CDC, GUANGZHOU_HOSPITAL, MUNICH_FOODS];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HISTORY_DAYS = 30;
const INCIDENTS = 36;

/**
 * Creates the demo world with a month of history ending at `now` (epoch ms) in one transaction, and checks its own
 * counts. The same `seed` and `now` give the same world. Returns null if it exists already. Requires the reference
 * data.
 */
export async function seedDemo(db: Db, { now, seed, authSecret, password }: DemoOptions): Promise<DemoCounts | null> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const [found] = await tx.select({ id: customer.id }).from(customer).where(eq(customer.code, GUANGZHOU_CDC.code));
    if (found) return null;

    const from = now - HISTORY_DAYS * DAY;
    const moments = { now, mountedAt: from - DAY, pausedUntil: now + 2 * DAY, defrostUntil: now + 45 * MINUTE };
    const world = await insertWorld(tx, PLANS, moments, authSecret);
    await insertFloorPlan(tx, world);
    await insertForwarding(tx, world);
    const accounts = await insertAccounts(tx, placesOf(world), password);
    await insertReplying(tx, PLANS, { accounts, authSecret, madeAt: moments.mountedAt });
    await ensurePartitions(tx.$client, from, now + 2 * DAY);

    const story = tell(world, moments, { from, now }, seed);
    await copyReadings(tx.$client, story.series);
    await copyPositions(tx.$client, story.tracks);
    const logged = await insertLoggers(tx, world, now);
    await insertGeofences(tx, world, story.tracks, now);
    const lent = await insertSecondments(tx, world, accounts, now);
    await rollUp(tx);
    await insertStates(tx, world, story);
    await settleSeconded(tx);

    const written = await insertExceptions(tx, story.found, story.silences, world.devices, story.pasts, accounts, now);
    await insertNotices(tx, written, accounts, now);
    const keys = chainKeysOf([authSecret]);
    const others = await insertRecords(tx, world, story.series, accounts, { now, from, keys });
    others.push(...lent);
    const excursion = await insertGoods(tx, world, now);
    others.push(...(await insertTransports(tx, world, story.tracks, accounts, { now, keys })));
    const verificationId = await insertVerifications(tx, world, logged, accounts, now);
    others.push(...(await insertReports(tx, world, { excursion, verificationId }, accounts, { now, keys })));
    await insertTrail(tx, written, accounts, { others, now, keys });
    await insertSwitchLog(tx, world, accounts, moments);
    await insertSilences(tx, world, accounts, now);
    await insertExportTasks(tx, world, accounts, now);
    await insertWorkOrders(tx, world, accounts, placesOf(world), now);
    await insertPrinting(tx, world, accounts, placesOf(world), now);
    await insertMonitorTasks(tx, world, accounts, now);
    await insertShares(tx, world, accounts, now);
    await tx.execute(
      sql`analyze reading, reading_hour, position, probe, mounting, device, carrier, exception, notice, audit`,
    );
    return checkDemo(tx.$client, now);
  });
}

function placesOf({ customers }: World) {
  const [cdc, hospital, foods] = customers.map(({ id }) => id) as [number, number, number];
  const clinic = customers[1]?.scenes.get("GZYH01");
  if (clinic === undefined) throw new Error("the hospital has no outpatient department");
  return { hospital, agentCustomers: [cdc, foods], customers: [cdc, hospital, foods], nurseSceneId: clinic };
}

type Story = {
  series: Series[];
  tracks: Track[];
  pasts: Map<number, CarrierPast>;
  judged: Map<number, Judged>;
  found: Found[];
  silences: Silence[];
};

/** Simulates every carrier's month and runs the alarm engine over it. */
function tell(world: World, moments: Moments, spell: { from: number; now: number }, seed: number): Story {
  const story: Story = { series: [], tracks: [], pasts: new Map(), judged: new Map(), found: [], silences: [] };
  const incidents = incidentsOf(world, spell, seed);
  for (const [index, owner] of world.customers.entries()) {
    const outages = outagesFor(
      owner.plan.gateways.map(({ key }) => key),
      { from: spell.from, to: spell.now },
      seed + index,
    );
    const devices = world.devices.filter((one) => one.customer === owner);
    const lastAt = new Map<number, number>();
    const take = (all: readonly Series[]) => {
      for (const one of all) lastAt.set(one.probeId, one.at.at(-1) ?? Number.NEGATIVE_INFINITY);
      story.series.push(...all);
    };
    for (const carrier of world.carriers.filter((one) => one.customer === owner)) {
      const mounted = devices.filter((one) => one.carrier === carrier);
      const own = incidents.get(carrier) ?? [];
      const { series, past } = carrierHistory(carrier, mounted, own, outages, moments.defrostUntil, spell, seed);
      story.pasts.set(carrier.id, past);
      take(series);
      judge(story, mounted, series, moments);
      if (carrier.plan.shift) story.tracks.push(trackOf(carrier, spell));
    }
    for (const loose of devices.filter((one) => one.carrier === null)) take(looseHistory(loose, outages, spell));
    story.silences.push(...silencesOf(devices, outages, lastAt, spell.now));
  }
  return story;
}

function judge(story: Story, devices: World["devices"], series: readonly Series[], moments: Moments): void {
  const deviceOf = new Map(devices.flatMap((device) => device.probes.map((probe) => [probe.id, device] as const)));
  for (const one of series) {
    const device = deviceOf.get(one.probeId);
    if (!device) continue;
    const { judged, found } = judgeSeries(device, one, moments);
    story.judged.set(one.probeId, judged);
    story.found.push(...found);
  }
}

/** Incidents for the monitored running carriers without a scripted story. */
function incidentsOf(world: World, spell: { from: number; now: number }, seed: number): Map<DemoCarrier, Incident[]> {
  const carriers = world.carriers.filter(
    ({ plan, trigger }) => trigger && !plan.story && !plan.status && !plan.alarmSwitch,
  );
  const candidates = carriers.map((carrier) => {
    const { minimum, maximum } = carrier.zones.temperature ?? { minimum: 0, maximum: 0 };
    const profile = modelOf(carrier, seed, spell.now);
    return {
      type: carrier.plan.type,
      profile,
      celsius: { minimum, maximum },
      hasHumidityRange: !!carrier.zones.humidity,
    };
  });
  const incidents = incidentsFor(candidates, { from: spell.from, to: spell.now }, INCIDENTS, seed);
  return new Map(carriers.map((carrier, index) => [carrier, incidents[index] ?? []]));
}

/** Rolls up the hours of all readings in one statement. */
async function rollUp(tx: Db): Promise<void> {
  await tx.$client`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select probe_id, date_trunc('hour', at, 'UTC'), count(*), sum(value), min(value), max(value)
      from reading group by 1, 2`;
}

/** Writes each probe's latest value and machine state, each device's last contact and each lorry's position. */
async function insertStates(tx: Db, world: World, story: Story): Promise<void> {
  const heard = new Map<number, number>();
  const rows = story.series.map((series) => {
    const { probeId, at, value } = series;
    const lastAt = at.at(-1);
    if (lastAt !== undefined) heard.set(probeId, lastAt);
    const { alarm, dueAt } = story.judged.get(probeId) ?? { alarm: {}, dueAt: null };
    return {
      probeId,
      lastAt: instant(lastAt),
      lastValue: value.at(-1) ?? null,
      trend: trendOf(series),
      receivedAt: instant(lastAt),
      alarm,
      dueAt: instant(dueAt),
    };
  });
  await tx.insert(probeState).values(rows);

  const seen = new Map<number, number>();
  const see = (id: number | undefined, at: number) => id !== undefined && seen.set(id, Math.max(at, seen.get(id) ?? 0));
  for (const one of world.devices) {
    const last = Math.max(...one.probes.map(({ id }) => heard.get(id) ?? 0), 0);
    if (last === 0) continue;
    see(one.id, last);
    see(gatewayOf(world, one)?.id, last);
  }
  const ids = [...seen.keys()];
  await tx.$client`
    update device d set last_seen_at = to_timestamp(n.at / 1000)
      from unnest(${ids}::bigint[], ${ids.map((id) => seen.get(id) as number)}::float8[]) as n(id, at)
     where d.id = n.id`;
  const places = story.tracks.flatMap(({ carrierId, fixes }) => {
    const last = fixes.at(-1);
    if (!last) return [];
    const { at, ...place } = last;
    return [{ carrierId, positionAt: new Date(at), ...place }];
  });
  await tx.insert(carrierState).values(places);
}

function gatewayOf({ devices }: World, { plan, customer: owner }: World["devices"][number]) {
  const name = owner.plan.gateways.find(({ key }) => key === plan.gateway)?.name;
  return devices.find((one) => one.plan.kind === "gateway" && one.customer === owner && one.plan.name === name);
}

const instant = (at: number | null | undefined): Date | null => (at == null ? null : new Date(at));

/** The smoothed change per minute over the last values, from which ingest continues. */
function trendOf({ at, value, measure }: Series): number | null {
  let trend: number | null = null;
  for (let index = Math.max(1, at.length - 12); index < at.length; index += 1) {
    const change = (value[index] as number) - (value[index - 1] as number);
    trend = nextTrend(trend, (at[index] as number) - (at[index - 1] as number), change, measure);
  }
  return trend;
}

/** Writes who switched which alarm off and on again, and why. */
async function insertSwitchLog(tx: Db, world: World, accounts: Accounts, moments: Moments): Promise<void> {
  const { now, pausedUntil } = moments;
  const named = (name: string) => {
    const found = world.carriers.find(({ plan }) => plan.name === name);
    if (!found) throw new Error(`no carrier ${name}`);
    return { customerId: found.customer.id, carrierId: found.id };
  };
  const log = (
    name: string,
    days: number,
    row: Pick<typeof alarmSwitchLog.$inferInsert, "fromSwitch" | "toSwitch" | "reason" | "userId" | "pausedUntil">,
  ) => ({
    ...named(name),
    ...row,
    at: new Date(now - days * DAY),
  });
  const repair = "试剂冰箱搬迁至新实验室，期间暂停报警";
  await tx.insert(alarmSwitchLog).values([
    log("胰岛素冷藏柜", 22, { fromSwitch: "on", toSwitch: "off", reason: "更换门封条", userId: accounts.user }),
    log("胰岛素冷藏柜", 21.8, {
      fromSwitch: "off",
      toSwitch: "on",
      reason: "更换完成，温度稳定",
      userId: accounts.user,
    }),
    log("储血冰箱2号", 15, {
      fromSwitch: "on",
      toSwitch: "paused",
      pausedUntil: new Date(now - 14.9 * DAY),
      reason: "年度校准",
      userId: accounts.admin,
    }),
    log("储血冰箱2号", 14.9, { fromSwitch: "paused", toSwitch: "on", reason: "校准结束", userId: accounts.admin }),
    log("检验科试剂冰箱2号", 0.125, {
      fromSwitch: "on",
      toSwitch: "paused",
      pausedUntil: new Date(pausedUntil),
      reason: repair,
      userId: accounts.admin,
    }),
    log("Schnellkühler Wareneingang", 6, {
      fromSwitch: "on",
      toSwitch: "off",
      reason: "Umbau der Rampe, Gerät ist leer",
      userId: accounts.agent,
    }),
  ]);
}
