import type { Db } from "@/db/client";
import {
  calibration,
  device,
  probe,
  probeState,
  verificationMark,
  verificationPoint,
  verificationTask,
} from "@/db/schema";
import type { PointClass } from "@/db/verification-enums";
import { CALIBRATION_NOTICE_DAYS } from "@/features/device/device.rules";
import { gaussianAt, hashText } from "@/features/simulation/random.rules";
import {
  labelFor,
  type PointRule,
  SHIPPED_RULES,
  type Space,
  suggestPoints,
} from "@/features/verification/point.rules";
import { numberOf } from "@/features/verification/task.rules";
import { freezeRecord, openTask } from "@/features/verification/task.service";
import { customerScope } from "@/lib/auth/scope";
import { dayKey } from "@/lib/datetime/zone";
import type { MutationContext } from "@/lib/operation/define-operation";
import { operationContext } from "@/lib/queue/operation-context";
import type { Accounts } from "./accounts";
import { copyReadings, type Series } from "./copy";
import type { DemoCarrier, World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STORE = "中心药库冷库";
const LIMITS = { temperature: { setting: 5, minimum: 2, maximum: 8 }, humidity: null };
const SPACE: Space = {
  ...{ lengthMetres: 6, widthMetres: 4, heightMetres: 2.8, fans: 1, doors: 1, deadCorners: 2, racks: 2, probes: 1 },
};
const { code: _, object: __, source, ...shipped } = SHIPPED_RULES[0] as (typeof SHIPPED_RULES)[number];
/** A small cold store: one point at each fan, door, corner and rack. */
const RULE: PointRule = { ...shipped, perFan: 1, perDoor: 1, perDeadCorner: 1, perRack: 1 };
/** A day of samples each ten minutes. */
const RECORD = { samplingSeconds: 600, durationMinutes: 1440 };
const DAYS_AGO = 20;
const DOOR = { from: 20 * HOUR, to: 20 * HOUR + 20 * MINUTE };

/** Days until the calibration of the loggers expires. */
const DUE_DAYS = 200;
/** °C, of the points of their certificates. */
const CALIBRATED_AT = [0, 5, 10];
const dayAfter = (now: number, days: number) => dayKey(new Date(now + days * DAY), "UTC");

export type LoggedPoint = ReturnType<typeof suggestPoints>[number] & {
  label: string;
  deviceId: number;
  probeId: number;
};
export type Logged = { store: DemoCarrier; points: LoggedPoint[]; begin: number };

const storeOf = ({ carriers }: World): DemoCarrier => {
  const found = carriers.find(({ plan: { name } }) => name === STORE);
  if (!found) throw new Error(`no carrier ${STORE}`);
  return found;
};

/** Inserts the loggers of a verification with their readings, before these are summed up. */
export async function insertLoggers(tx: Db, world: World, now: number): Promise<Logged> {
  const store = storeOf(world);
  const customerId = store.customer.id;
  const begin = Math.floor((now - DAYS_AGO * DAY) / HOUR) * HOUR;
  const series: Series[] = [];
  const points: LoggedPoint[] = [];
  for (const point of suggestPoints(RULE, SPACE)) {
    const label = labelFor(
      point.pointClass,
      points.map((one) => one.label),
    );
    const serialNumber = `VL26${String(points.length + 1).padStart(4, "0")}`;
    const [logger] = await tx
      .insert(device)
      .values({
        ...{ customerId, kind: "sensor", typeCode: "zbp_1", serialNumber, name: `验证记录仪 ${serialNumber}` },
        ...{ use: "unactivated", configStatus: "wait", reportIntervalSeconds: 600 },
        ...{ calibrationDueOn: dayAfter(now, DUE_DAYS), createdAt: new Date(begin - DAY) },
      })
      .returning({ id: device.id });
    const deviceId = (logger as { id: number }).id;
    await tx.insert(calibration).values({
      ...{ customerId, deviceId, laboratory: "华南计量测试中心", createdAt: new Date(begin - DAY) },
      certificateNumber: `CAL-${serialNumber}`,
      calibratedOn: dayAfter(now, DUE_DAYS - 365),
      dueOn: dayAfter(now, DUE_DAYS),
      noticeOn: dayAfter(now, DUE_DAYS - CALIBRATION_NOTICE_DAYS),
      points: CALIBRATED_AT.map((reference, index) => ({
        ...{ measure: "temperature", reference, asLeft: null },
        asFound: round(reference + gaussianAt(hashText(serialNumber), 40 + index) * 0.05),
      })),
    });
    const [made] = await tx
      .insert(probe)
      .values({ customerId, deviceId, measure: "temperature" })
      .returning({ id: probe.id });
    const probeId = (made as { id: number }).id;
    const at = Array.from({ length: 145 }, (_value, index) => begin + index * 10 * MINUTE);
    const value = at.map((instant, index) => temperatureAt(point, instant - begin, hashText(serialNumber) + index));
    series.push({ probeId, measure: "temperature", at, value });
    points.push({ ...point, label, deviceId, probeId });
    const lastAt = new Date(at.at(-1) as number);
    await tx.insert(probeState).values({ probeId, lastAt, lastValue: value.at(-1) ?? null, receivedAt: lastAt });
  }
  await copyReadings(tx.$client, series);
  return { store, points, begin };
}

/** Cooled down at first, then a cycle of the compressor; warmer high up and at the door, and while it is open. */
function temperatureAt(
  { x, y, heightMetres, pointClass }: { x: number; y: number; heightMetres: number; pointClass: PointClass },
  elapsed: number,
  seed: number,
): number {
  const noise = gaussianAt(seed, 1) * 0.06;
  if (pointClass === "outside") return round(24 + 2 * Math.sin((2 * Math.PI * elapsed) / DAY) + noise);
  const cooling = 6 * Math.exp(-elapsed / (18 * MINUTE));
  const cycle = 0.35 * Math.sin((2 * Math.PI * elapsed) / (90 * MINUTE) + x * 3);
  const place = 4.5 + 0.9 * (y - 0.4) + 0.25 * heightMetres - 0.3 * x;
  const since = elapsed - DOOR.from;
  const near = Math.max(0.15, 1 - Math.hypot(x - 0.5, y - 0.9));
  const open =
    since < 0
      ? 0
      : since <= DOOR.to - DOOR.from
        ? since / (20 * MINUTE)
        : Math.exp(-(since - 20 * MINUTE) / (15 * MINUTE));
  return round(place + cycle + cooling + 4 * near * open + noise);
}

const round = (value: number) => Math.round(value * 100) / 100;

/** A verification that ended with a result, and one that is recording; returns the id of the former. */
export async function insertVerifications(
  tx: Db,
  world: World,
  { store, points, begin }: Logged,
  accounts: Accounts,
  now: number,
): Promise<number> {
  const customerId = store.customer.id;
  const { timeZone } = store.customer.plan;
  const number = (at: number) => numberOf(dayKey(new Date(at), timeZone), []);
  const common = {
    ...{
      customerId,
      carrierId: store.id,
      object: "coldStore" as const,
      limits: LIMITS,
      samplingMode: "average" as const,
    },
    ...{ timeoutMinutes: 60, gapPercent: 5, space: SPACE, notifyCompletion: true, notifyTimeout: true },
    ...{ userId: accounts.admin, createdBy: accounts.admin },
  } as const;
  const ended: typeof verificationTask.$inferInsert = {
    ...{
      ...common,
      ...RECORD,
      number: number(begin),
      name: "年度空载验证",
      kind: "periodic" as const,
      load: "empty" as const,
    },
    ...{
      tests: ["doorOpened" as const],
      state: "recording" as const,
      rule: RULE,
      ruleName: "冷库（GSP）",
      ruleSource: source,
    },
    ...{ validMonths: 12, notifyException: true, plannedAt: new Date(begin), startedAt: new Date(begin) },
    ...{ recordedFrom: new Date(begin), createdAt: new Date(begin - DAY), version: 2 },
  };
  const [done] = await tx.insert(verificationTask).values(ended).returning({ id: verificationTask.id });
  const id = (done as { id: number }).id;
  const own = world.devices.find(
    ({ carrier, probes }) => carrier === store && probes.some(({ measure }) => measure === "temperature"),
  );
  await tx.insert(verificationPoint).values(
    points.map(({ probeId: _probe, ...point }) => ({
      ...{ ...point, taskId: id, besideId: point.pointClass === "permanent" ? (own?.id ?? null) : null },
    })),
  );
  await tx.insert(verificationMark).values({
    ...{ taskId: id, test: "doorOpened", fromAt: new Date(begin + DOOR.from), toAt: new Date(begin + DOOR.to) },
    actorName: "陈国栋",
  });
  const end = begin + RECORD.durationMinutes * MINUTE;
  const base = operationContext("demo", { db: tx, now: new Date(end + HOUR) }, customerScope(customerId));
  const ctx: MutationContext = { ...base, tx, audit: () => {}, afterCommit: () => {} };
  await freezeRecord(ctx, await openTask(ctx, id), { to: end });
  await tx.$client`
    update verification_task set state = 'terminated', terminated_by = '陈国栋', terminated_at = ${new Date(end + 2 * HOUR).toISOString()}::timestamptz,
           remark = '温度分布符合要求，门口位置升温最快。' where id = ${id}`;

  const going: typeof verificationTask.$inferInsert = {
    ...{
      ...common,
      number: number(now),
      name: "压缩机维修后满载验证",
      kind: "special" as const,
      load: "full" as const,
    },
    ...{
      state: "recording" as const,
      samplingSeconds: 900,
      durationMinutes: 2880,
      validMonths: 12,
      notifyException: false,
    },
    ...{
      rule: {
        ...RULE,
        uniformMinimum: 2,
        perFan: 0,
        perDoor: 0,
        perDeadCorner: 0,
        perRack: 0,
        perProbe: 0,
        outside: 0,
      },
    },
    ...{
      ruleName: "自定义",
      ruleSource: "",
      plannedAt: new Date(now - 20 * HOUR),
      startedAt: new Date(now - 20 * HOUR),
    },
    ...{ recordedFrom: new Date(now - 20 * HOUR + 15 * MINUTE), createdAt: new Date(now - DAY), version: 2 },
  };
  const [running] = await tx.insert(verificationTask).values(going).returning({ id: verificationTask.id });
  const mounted = world.devices.filter(
    ({ carrier, probes }) => carrier === store && probes.some(({ measure }) => measure === "temperature"),
  );
  await tx.insert(verificationPoint).values(
    mounted.map((one, index) => ({
      ...{ taskId: (running as { id: number }).id, label: `U${index + 1}`, pointClass: "uniform" as const },
      ...{ x: index % 2 === 0 ? 0.3 : 0.7, y: 0.5, heightMetres: 1.4, deviceId: one.id },
    })),
  );
  return id;
}
