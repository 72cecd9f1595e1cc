import { createHash } from "node:crypto";
import type { Db } from "@/db/client";
import { type Measure, MONITORED_MEASURES, type RecordSheetStatus, type SignatureMeaning } from "@/db/enums";
import { recordPoint, recordSheet, recordValue, signature } from "@/db/schema";
import {
  nextPlanned,
  type PlannedInstant,
  PRESET_PLANS,
  plannedOfDay,
  type RecordPlan,
} from "@/features/carrier/record-time/plan.rules";
import { collect, nextLook, type Reading, stateOf } from "@/features/record-point/collect.rules";
import { contentOf } from "@/features/record-point/content.rules";
import { daysOfMonth, monthAfter, monthOf } from "@/features/record-point/sheet.rules";
import type { SheetValueDto } from "@/features/record-point/sheet.schema";
import { sealedColumns } from "@/features/signature/signature.rules";
import { uniformAt, wanderAt } from "@/features/simulation/random.rules";
import { type ChainKeys, canonicalJson, sealRow } from "@/lib/audit/chain";
import { dayKey, fromLocalInput } from "@/lib/datetime/zone";
import type { Accounts } from "./accounts";
import type { Series } from "./copy";
import type { DemoAction } from "./trail";
import type { DemoCarrier, World } from "./world";

const MINUTE = 60_000;
const DAY = 86_400_000;
const ROWS_AT_ONCE = 1000;
/** The place of the first of two missed records in a sheet that waits. */
const UNFINISHED = 8;
/** Share of the records before the history that a person entered. */
const ENTERED = 0.015;

type Moments = { now: number; from: number; keys: ChainKeys };
type Person = { id: number; account: keyof Accounts; name: string };
type Value = Omit<typeof recordValue.$inferInsert, "sheetId" | "plannedAt"> & { plannedAt: Date; measure: Measure };

/** What became of a version: the last status is its own, those before were passed. */
type Life = readonly Exclude<RecordSheetStatus, "open">[];
const [MADE, REVIEWED, APPROVED, REJECTED]: [Life, Life, Life, Life] = [
  ["submitted"],
  ["submitted", "reviewed"],
  ["submitted", "approved"],
  ["submitted", "rejected"],
];
/** Of the month in hand, by the carrier's place among those of its customer; the rest is approved. */
const IN_HAND: readonly Life[] = [MADE, MADE, APPROVED, REJECTED, [], REVIEWED];
const MEANINGS: Record<Life[number], SignatureMeaning> = {
  submitted: "made",
  reviewed: "reviewed",
  approved: "approved",
  rejected: "rejected",
};
const REASON_ENTERED = "记录仪更换电池，按显示屏读数补录";
const REASON_REJECTED = "请核对缺失时段的历史曲线后重新提交";
const COMMENT_MISSED = "通讯中断，已核对历史曲线，期间未开门";

/** Inserts record points and the sheets of some months in all states; returns what the audit trail says of them. */
export async function insertRecords(
  tx: Db,
  world: World,
  series: readonly Series[],
  accounts: Accounts,
  moments: Moments,
): Promise<DemoAction[]> {
  const byProbe = new Map(series.map((one) => [one.probeId, one]));
  const actions: DemoAction[] = [];
  for (const [index, owner] of world.customers.entries()) {
    const cold = world.carriers.filter(
      ({ customer, zones: { temperature } }) =>
        customer === owner && temperature?.minimum === 2 && temperature.maximum === 8,
    );
    const isVaccine = index < 2;
    // The hospital's nurse records and its administrator approves; the agent and the platform do for the others.
    const people: [Person, Person] =
      index === 1
        ? [
            { id: accounts.user, account: "user", name: "林晓梅" },
            { id: accounts.admin, account: "admin", name: "陈国栋" },
          ]
        : [
            { id: accounts.agent, account: "agent", name: "李强" },
            { id: accounts.platform, account: "platform", name: "何静" },
          ];
    for (const [place, carrier] of cold.entries()) {
      const isInterval = isVaccine && place === 0 && carrier.plan.type === "refrigeratory";
      const plan: RecordPlan = isInterval
        ? { preset: "gsp-storage", minutes: [], ...PRESET_PLANS["gsp-storage"] }
        : {
            preset: isVaccine ? "vaccine" : "custom",
            minutes: [480, 960],
            intervalMinutes: null,
            toleranceMinutes: 15,
          };
      await insertPoint(tx, carrier, plan, moments.now);
      if (!isVaccine) continue;
      const sheets = sheetsOf(carrier, place, plan, { world, byProbe, maker: people[0] }, moments);
      for (const sheet of sheets) actions.push(...(await insertSheet(tx, carrier, sheet, people, moments)));
    }
  }
  return actions;
}

async function insertPoint(tx: Db, { id: carrierId, customer }: DemoCarrier, plan: RecordPlan, now: number) {
  const { preset, intervalMinutes, toleranceMinutes } = plan;
  const next = nextPlanned(plan, customer.plan.timeZone, now);
  await tx.insert(recordPoint).values({
    carrierId,
    customerId: customer.id,
    preset,
    intervalMinutes,
    toleranceMinutes,
    plannedUntil: new Date(now),
    nextAt: next === null ? null : new Date(next),
  });
  if (intervalMinutes !== null) await tx.$client`delete from carrier_record_time where carrier_id = ${carrierId}`;
}

type Sheet = { month: string; version: number; isCurrent: boolean; life: Life; values: Value[] };
type Sources = { world: World; byProbe: ReadonlyMap<number, Series>; maker: Person };

/**
 * The sheets of a carrier, oldest first: a month that is done, the month in hand, and those after it, which are open. In
 * hand is the last month, or, as long as the two records that its unfinished sheet misses lie within the history, the
 * month before: readings would tell what the sheet calls missed, and submitting collects them.
 */
function sheetsOf(carrier: DemoCarrier, place: number, plan: RecordPlan, sources: Sources, moments: Moments): Sheet[] {
  const { timeZone } = carrier.customer.plan;
  const months: string[] = [monthOf(dayKey(new Date(moments.now), timeZone))];
  const earlier = () => months.unshift(monthOf(dayBefore(months[0] as string)));
  do earlier();
  while (lastMissed(months[0] as string, plan, timeZone) >= moments.from - MINUTE * plan.toleranceMinutes);
  earlier();
  return months.flatMap((month, index): Sheet[] => {
    const values = valuesOf(carrier, month, plan, sources, moments);
    if (values.length === 0) return [];
    const one = { month, version: 1, isCurrent: true, values };
    if (index > 1) return [{ ...one, life: [] }];
    const life: Life = index === 1 ? (IN_HAND[place] ?? APPROVED) : APPROVED;
    const signed = {
      ...one,
      life,
      values: life.length === 0 ? unfinished(values) : explained(values, sources.maker),
    };
    if (index !== 0 || place !== 1) return [signed];
    return [
      {
        ...signed,
        isCurrent: false,
        life: REJECTED,
        values: signed.values.map((value) => ({ ...value, dueAt: null })),
      },
      { ...signed, version: 2, life: APPROVED },
    ];
  });
}

/** When the second record that an unfinished sheet of the month misses was due. */
const lastMissed = (month: string, plan: RecordPlan, timeZone: string): number =>
  daysOfMonth(month).flatMap((day) => plannedOfDay(plan, day, timeZone))[UNFINISHED + 1]?.at ??
  Number.NEGATIVE_INFINITY;

/** A sheet that waits for somebody: two records of its first days are missed. */
const unfinished = (values: readonly Value[]): Value[] =>
  values.map((value, index) =>
    index === UNFINISHED || index === UNFINISHED + 1
      ? {
          ...value,
          state: "missed",
          value: null,
          measuredAt: null,
          enteredBy: null,
          enteredByName: null,
          enteredAt: null,
          reason: null,
          dueAt: null,
        }
      : value,
  );

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** Each missed value with a comment. */
const explained = (values: readonly Value[], { name }: Person): Value[] =>
  values.map((value) =>
    value.state === "missed"
      ? {
          ...value,
          comment: COMMENT_MISSED,
          commentedByName: name,
          commentedAt: new Date(value.plannedAt.getTime() + DAY),
        }
      : value,
  );

/** The records of a month up to now: from the history, and of the time before it as an older console kept them. */
function valuesOf(carrier: DemoCarrier, month: string, plan: RecordPlan, sources: Sources, moments: Moments): Value[] {
  const { timeZone } = carrier.customer.plan;
  const planned = daysOfMonth(month)
    .flatMap((day) => plannedOfDay(plan, day, timeZone))
    .filter(({ at }) => at <= moments.now);
  const probes = sources.world.devices
    .filter((device) => device.carrier === carrier)
    .flatMap((device) => device.probes)
    .filter(({ measure }) => (MONITORED_MEASURES as readonly string[]).includes(measure));
  return probes.flatMap(({ id: probeId, measure }) => {
    const zone = carrier.zones[measure];
    const limits = { minimum: zone?.minimum ?? null, maximum: zone?.maximum ?? null };
    const own = sources.byProbe.get(probeId);
    return planned.map((due): Value => {
      const base = {
        probeId,
        measure,
        day: due.day,
        minute: due.minute,
        plannedAt: new Date(due.at),
        toleranceMinutes: plan.toleranceMinutes,
        ...limits,
      };
      return due.at < moments.from + MINUTE * plan.toleranceMinutes
        ? { ...base, ...olderValue(probeId, due, limits, sources.maker) }
        : { ...base, ...foundValue(due, own, plan.toleranceMinutes, limits, moments.now) };
    });
  });
}

type Limits = { minimum: number | null; maximum: number | null };

/** A value near the middle of the range. */
function olderValue(probeId: number, { at }: PlannedInstant, { minimum, maximum }: Limits, maker: Person) {
  const [low, high] = [minimum ?? 40, maximum ?? 60];
  const value = Math.round((low + high + (high - low) * 0.55 * wanderAt(probeId, at, 40_000)) * 5) / 10;
  if (uniformAt(probeId, Math.floor(at / MINUTE)) < ENTERED)
    return {
      state: "entered" as const,
      value,
      enteredBy: maker.id,
      enteredByName: maker.name,
      enteredAt: new Date(at + 40 * MINUTE),
      reason: REASON_ENTERED,
    };
  const measuredAt = new Date(at + Math.round((uniformAt(probeId + 1, Math.floor(at / MINUTE)) - 0.5) * 4 * MINUTE));
  return { state: stateOf(value, { minimum, maximum }), value, measuredAt };
}

/** What the worker would have collected. */
function foundValue({ at }: PlannedInstant, own: Series | undefined, tolerance: number, limits: Limits, now: number) {
  const toleranceMs = tolerance * MINUTE;
  const record = {
    plannedAt: at,
    toleranceMs,
    state: "pending" as const,
    value: null,
    measuredAt: null,
    newerAt: null,
  };
  const found = collect(record, own ? around(own, at) : [], { status: "open", limits, now });
  const dueAt = nextLook(found, now);
  return {
    state: found.state,
    value: found.value,
    measuredAt: found.measuredAt === null ? null : new Date(found.measuredAt),
    dueAt: dueAt === null ? null : new Date(dueAt),
  };
}

/** The readings on both sides of an instant. */
function around({ at, value }: Series, instant: number): Reading[] {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return [low - 1, low].flatMap((index) =>
    at[index] === undefined ? [] : [{ at: at[index] as number, value: value[index] as number }],
  );
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashOf = (values: unknown) => sha256(canonicalJson({ values }));

/** The order of the form. */
const byForm = (a: Value, b: Value) => a.day.localeCompare(b.day) || a.minute - b.minute || a.probeId - b.probeId;

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** A value as the product reads it. */
const dtoOf = (value: Value): SheetValueDto => ({
  id: 0,
  probeId: value.probeId,
  measure: value.measure,
  day: value.day,
  minute: value.minute,
  plannedAt: value.plannedAt.toISOString(),
  toleranceMinutes: value.toleranceMinutes,
  isExtra: value.isExtra ?? false,
  state: value.state ?? "pending",
  value: value.value ?? null,
  measuredAt: iso(value.measuredAt),
  minimum: value.minimum ?? null,
  maximum: value.maximum ?? null,
  enteredBy: value.enteredByName ?? null,
  enteredAt: iso(value.enteredAt),
  reason: value.reason ?? null,
  comment: value.comment ?? null,
  commentedBy: value.commentedByName ?? null,
  commentedAt: iso(value.commentedAt),
  newerAt: null,
});

/** Inserts a version with its values and signatures. */
async function insertSheet(
  tx: Db,
  { id: carrierId, customer }: DemoCarrier,
  { month, version, isCurrent, life, values }: Sheet,
  [maker, approver]: readonly [Person, Person],
  { now, keys }: Moments,
): Promise<DemoAction[]> {
  const monthEnd = fromLocalInput(monthAfter(month), customer.plan.timeZone)?.getTime() ?? now;
  // Made on the morning after the month, each further signature some hours later, but never in the future.
  const steps = life.map((status, index) => {
    const wished = monthEnd + (version - 1) * 2 * DAY + (9 + 5 * index) * 60 * MINUTE;
    return {
      status,
      at: new Date(Math.min(wished, now - (life.length - index) * MINUTE)),
      by: index === 0 ? maker : approver,
    };
  });
  const last = steps.at(-1);
  const [made] = await tx
    .insert(recordSheet)
    .values({
      customerId: customer.id,
      carrierId,
      month,
      version,
      isCurrent,
      status: last?.status ?? "open",
      submittedBy: steps.length > 0 ? maker.id : null,
      submittedAt: steps[0]?.at ?? null,
      reviewedAt: steps.find(({ status }) => status === "reviewed")?.at ?? null,
      decidedAt: last && (last.status === "approved" || last.status === "rejected") ? last.at : null,
      rejectionReason: last?.status === "rejected" ? REASON_REJECTED : null,
      correctionReason: version > 1 ? REASON_REJECTED : null,
      createdAt: values[0]?.plannedAt ?? new Date(now),
    })
    .returning({ id: recordSheet.id });
  const sheetId = (made as { id: number }).id;
  for (let start = 0; start < values.length; start += ROWS_AT_ONCE)
    await tx
      .insert(recordValue)
      .values(values.slice(start, start + ROWS_AT_ONCE).map(({ measure: _, ...value }) => ({ ...value, sheetId })));
  const actions: DemoAction[] = [];
  const content = canonicalJson(contentOf({ carrierId, month, version }, values.toSorted(byForm).map(dtoOf), hashOf));
  for (const { status, at, by } of steps) {
    const reason = status === "rejected" ? REASON_REJECTED : null;
    const row = {
      customerId: customer.id,
      recordKind: "recordSheet" as const,
      recordId: sheetId,
      version,
      meaning: MEANINGS[status],
      reason,
      userId: by.id,
      account: by.account,
      printedName: by.name,
      at,
      sessionId: "00000000-0000-4000-8000-000000000000",
      address: `10.20.0.${10 + (by.id % 200)}`,
      userAgent: "demo",
      imageId: null,
      imageHash: null,
      content,
      contentHash: sha256(content),
    };
    const [signed] = await tx
      .insert(signature)
      .values({ ...row, ...sealRow("signature", sealedColumns(row), keys) })
      .returning({ id: signature.id });
    const { meaning, contentHash } = row;
    const about = { customerId: customer.id, at, actorId: by.id, reason };
    actions.push({
      ...about,
      operation: "signature.sign",
      entity: "signature",
      entityId: String((signed as { id: number }).id),
      oldValues: null,
      newValues: { recordKind: "recordSheet", recordId: sheetId, version, meaning, contentHash },
    });
  }
  return actions;
}
