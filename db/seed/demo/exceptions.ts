import type { Db } from "@/db/client";
import { exception, exceptionReason } from "@/db/schema";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import type { ReasonCode } from "../reasons";
import type { Accounts } from "./accounts";
import { contextAt, type Found, type Silence } from "./alarms";
import { HANDLING } from "./handling";
import type { CarrierPast } from "./history";
import { type Row, type Written, wordsFor } from "./messages";
import { type Replier, replierOf } from "./replies";
import type { DemoDevice, DemoTrigger } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes the exceptions that the alarm engine found, and how they were handled. */
export async function insertExceptions(
  tx: Db,
  found: readonly Found[],
  silences: readonly Silence[],
  devices: readonly DemoDevice[],
  pasts: ReadonlyMap<number, CarrierPast>,
  accounts: Accounts,
  now: number,
): Promise<Written[]> {
  const shipped = await tx.select({ id: exceptionReason.id, code: exceptionReason.code }).from(exceptionReason);
  const reasonIds = new Map(shipped.map(({ id, code }) => [code, id]));
  const drafts = [
    ...found.map((one) => ({
      device: one.device,
      trigger: one.device.carrier?.trigger ?? null,
      reason: reasonOf(one, pasts),
      row: rangeRow(one, pasts),
    })),
    ...silences.map((one) => ({
      device: one.device,
      trigger: one.trigger,
      reason: one.probeId === null ? ("network" as const) : ("battery" as const),
      row: silenceRow(one),
    })),
    ...connectionDrafts(devices, now),
  ].sort((a, b) => a.row.raisedAt.getTime() - b.row.raisedAt.getTime());

  const { t } = await wordsFor("zh-CN");
  const commentOf = ({ person, via }: Replier) => t(`reply.comment.${via}`, { name: person.name });
  const rows = drafts.map(({ device, trigger, reason, row }, index) => ({
    ...row,
    ...treatment({ device, trigger, reason, row, index, commentOf }, accounts, reasonIds, now),
  }));
  const made = await tx.insert(exception).values(rows).returning({ id: exception.id });
  return made.map(({ id }, index) => {
    const { device, trigger } = drafts[index] as (typeof drafts)[number];
    return { id, device, trigger, row: rows[index] as Row };
  });
}

function rangeRow({ watch, device, excursion }: Found, pasts: ReadonlyMap<number, CarrierPast>) {
  const { peak, peakAt, count } = excursion.statistics;
  return {
    customerId: watch.customerId,
    carrierId: watch.carrierId,
    deviceId: device.id,
    probeId: watch.probeId,
    conditionId: watch.conditionId,
    kind: "range" as const,
    measure: watch.rule.measure as Row["measure"],
    side: excursion.side,
    severity: watch.severity,
    minimum: excursion.limits.minimum,
    maximum: excursion.limits.maximum,
    startedAt: new Date(excursion.startedAt),
    raisedAt: new Date(excursion.raisedAt),
    endedAt: excursion.endedAt === null ? null : new Date(excursion.endedAt),
    statistics: excursion.statistics,
    peak,
    peakAt: new Date(peakAt),
    sampleCount: count,
    context: contextAt(pasts.get(watch.carrierId), excursion.startedAt),
    createdAt: new Date(excursion.raisedAt),
  };
}

function silenceRow({ device, probeId, conditionId, startedAt, raisedAt, endedAt, affected }: Silence) {
  return {
    customerId: device.customer.id,
    carrierId: device.carrier?.id ?? null,
    deviceId: device.id,
    probeId,
    conditionId,
    kind: "no-data" as const,
    measure: probeId === null ? null : ("temperature" as const),
    severity: device.carrier?.trigger?.plan.severity ?? ("major" as const),
    startedAt: new Date(startedAt),
    raisedAt: new Date(raisedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    context: affected.length > 0 ? { affected } : {},
    createdAt: new Date(raisedAt),
  };
}

/** Exceptions of the connection watch, without a trigger: per customer a silent display and relay, a blackout. */
const CONNECTIONS = [
  { kind: "display", of: "no-data", reason: "network", daysAgo: 9, minutes: 95 },
  { kind: "relay", of: "no-data", reason: "network", daysAgo: 12, minutes: 40 },
  { kind: "gateway", of: "blackout", reason: "power-failure", daysAgo: 5, minutes: 72 },
] as const;

function connectionDrafts(devices: readonly DemoDevice[], now: number) {
  const owners = new Set(devices.map(({ customer }) => customer));
  return [...owners].flatMap((owner) =>
    CONNECTIONS.flatMap(({ kind, of, reason, daysAgo, minutes }) => {
      const device = devices.find(
        ({ customer, plan }) => customer === owner && plan.kind === kind && plan.use === "activated" && !plan.story,
      );
      if (!device) return [];
      const startedAt = new Date(now - daysAgo * DAY);
      const row = {
        customerId: owner.id,
        carrierId: null,
        deviceId: device.id,
        kind: of,
        measure: of === "blackout" ? ("power" as const) : null,
        severity: kind === "gateway" ? ("major" as const) : ("minor" as const),
        startedAt,
        raisedAt: startedAt,
        endedAt: new Date(startedAt.getTime() + minutes * MINUTE),
        context: {},
        createdAt: startedAt,
      };
      return [{ device, trigger: null, reason, row }];
    }),
  );
}

/** The reason of the incident in which, or soon after which, the excursion began. */
function reasonOf({ watch, excursion }: Found, pasts: ReadonlyMap<number, CarrierPast>): ReasonCode {
  const incident = pasts
    .get(watch.carrierId)
    ?.incidents.find(({ fault }) => excursion.startedAt >= fault.from && excursion.startedAt <= fault.to + HOUR);
  return incident?.reason ?? "other";
}

type Draft = {
  device: DemoDevice;
  trigger: DemoTrigger | null;
  reason: ReasonCode;
  row: { severity: Row["severity"]; startedAt: Date; raisedAt: Date; endedAt: Date | null };
  index: number;
  /** The comment that an acknowledgement by reply has. */
  commentOf: (replier: Replier) => string;
};

/** Older exceptions are mostly handled, some only acknowledged, some untouched; those of the last hours untouched. */
function treatment(
  { device, trigger, reason, row, index, commentOf }: Draft,
  accounts: Accounts,
  reasonIds: ReadonlyMap<string | null, number>,
  now: number,
) {
  const seed = hashText(`${device.plan.serialNumber}/${row.startedAt.getTime()}`);
  const age = now - row.raisedAt.getTime();
  const draw = uniformAt(seed, 1);
  const handling = HANDLING[reason];
  const words = device.customer.plan.locale === "de" ? handling.de : handling.zh;
  const pick = (texts: readonly string[], place: number) =>
    texts[Math.floor(uniformAt(seed, place) * texts.length)] as string;

  const isHandled = row.endedAt !== null && age > 12 * HOUR && draw < (age > 3 * DAY ? 0.62 : 0.3);
  // The open critical exception still needs acknowledgement.
  const isCalling = row.endedAt === null && row.severity === "critical";
  const isAcknowledged = isHandled ? uniformAt(seed, 6) < 0.8 : age > HOUR && draw < 0.85 && !isCalling;
  const person = personFor(device, accounts, index);
  const raisedAt = row.raisedAt.getTime();
  const replier =
    trigger && uniformAt(seed, 7) < 0.7 ? replierOf(trigger, raisedAt, device.customer.plan.timeZone) : null;
  // A call is acknowledged by keypad while it lasts.
  const minutes = replier?.via === "voice" ? 1 + uniformAt(seed, 2) / 2 : 2 + 28 * uniformAt(seed, 2);
  const acknowledgedAt = new Date(raisedAt + minutes * MINUTE);
  const signature = replier
    ? {
        acknowledgedByContact: replier.person.name,
        acknowledgedByContactId: replier.person.id,
        acknowledgedVia: replier.via,
        acknowledgementComment: commentOf(replier),
      }
    : { acknowledgedBy: person, acknowledgementComment: pick(words.comments, 4) };
  const handledAt = new Date((row.endedAt ?? acknowledgedAt).getTime() + (1 + 9 * uniformAt(seed, 3)) * HOUR);
  return {
    ...(isAcknowledged &&
      acknowledgedAt.getTime() < now && {
        acknowledgedAt,
        ...signature,
      }),
    ...(isHandled && {
      status: "processed" as const,
      isClosed: age > 10 * DAY,
      reasonId: reasonIds.get(reason) ?? null,
      measures: pick(words.measures, 5),
      remark: words.remark,
      analysisResult: handling.analysisResult,
      handledBy: person,
      handledAt,
    }),
  };
}

/** The account that looks after this carrier: the hospital has own staff, the others their agent and the platform. */
function personFor(device: DemoDevice, accounts: Accounts, index: number): number {
  if (device.customer.plan.code !== "GZYH") return index % 4 === 0 ? accounts.platform : accounts.agent;
  return device.carrier?.plan.scene.startsWith("GZYH01") ? accounts.user : accounts.admin;
}
