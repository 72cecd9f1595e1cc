import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ReportApproval, ReportSection, ReportSignature, ReportType, SignatureMeaning } from "@/db/enums";
import { report, reportTemplate, signature } from "@/db/schema";
import { gatherReport, packSource } from "@/features/report/gather.service";
import { MAKE_REPORT } from "@/features/report/report.schema";
import { REPORT_TYPE_RULES } from "@/features/report/sections.rules";
import { periodRange, type Range } from "@/features/report/template/template.rules";
import { sealedColumns } from "@/features/signature/signature.rules";
import { type ChainKeys, canonicalJson, sealRow } from "@/lib/audit/chain";
import { customerScope } from "@/lib/auth/scope";
import { dayKey } from "@/lib/datetime/zone";
import { operationContext } from "@/lib/queue/operation-context";
import { storeFile } from "@/lib/stored-file/stored-file";
import type { Accounts } from "./accounts";
import type { Excursion } from "./goods";
import type { DemoAction } from "./trail";
import type { World } from "./world";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [HOSPITAL, FOODS] = [1, 2];
const CLINIC = ["接种门诊疫苗冰箱1号", "接种门诊疫苗冰箱2号", "接种门诊疫苗冰箱3号"];
const COLD_STORES = ["Kühlhalle Molkerei", "Kühlhalle Fleisch und Wurst", "Kühlhalle Obst und Gemüse"];
const REASON_REJECTED = "请注明校准证书的送检计划后重新生成";
const ALL_SIGNATURES: ReportSignature[] = ["made", "reviewed", "approved"];

type Meaning = Exclude<ReportApproval, "unsigned">;
type Person = { id: number; account: keyof Accounts; name: string };

type DemoReport = {
  /** The place of its customer among the plans. */
  owner: number;
  type: ReportType;
  name: string;
  carriers: readonly string[];
  lot?: string;
  /** Of the verification, whose carrier and time it has. */
  isOnVerification?: true;
  /** The destination of a transport, whose number and time the report has. */
  destination?: string;
  sections?: readonly ReportSection[];
  range: Range;
  locales?: string[];
  wanted?: ReportSignature[];
  /** The signatures of each version; a rejected one is followed by the next. */
  versions: readonly (readonly Meaning[])[];
  hoursAgo: number;
};

/** Reports in every state that lasts. One has no data, so that it fails as it would for anyone. */
function reportsOf(now: number, zone: string, { carrier, from, to }: Excursion): DemoReport[] {
  const week = periodRange("lastWeek", new Date(now), zone);
  const day = (at: number) => dayKey(new Date(at), zone);
  const days = `${day(week.from)} – ${day(week.to - 1)}`;
  return [
    {
      ...{ owner: HOSPITAL, type: "excursions", name: `${carrier} ${day(from)}`, carriers: [carrier], hoursAgo: 9 },
      ...{ range: { from: from - DAY, to: Math.min(to + DAY, now - 9 * HOUR) }, locales: ["zh-CN", "en-US"] },
      ...{ sections: REPORT_TYPE_RULES.excursions.sections, wanted: ALL_SIGNATURES },
      versions: [["made", "reviewed", "approved"]],
    },
    {
      ...{ owner: HOSPITAL, type: "record", name: `${CLINIC[0]} ${days}`, carriers: CLINIC.slice(0, 1), range: week },
      ...{ versions: [[]], hoursAgo: 8 },
    },
    {
      ...{ owner: HOSPITAL, type: "passRate", name: `接种门诊合格率 ${days}`, carriers: CLINIC, range: week },
      ...{ wanted: ALL_SIGNATURES, versions: [["made", "reviewed"]], hoursAgo: 7 },
    },
    {
      ...{ owner: HOSPITAL, type: "calibration", name: "接种门诊校准状态", carriers: CLINIC, range: week },
      ...{ versions: [["made", "rejected"], []], hoursAgo: 30 },
    },
    {
      ...{ owner: HOSPITAL, type: "record", name: `胰岛素冷藏柜 ${days}`, carriers: ["胰岛素冷藏柜"], range: week },
      ...{ versions: [["made", "rejected"]], hoursAgo: 28 },
    },
    {
      ...{ owner: HOSPITAL, type: "lot", name: "重组乙型肝炎疫苗 H2607A", carriers: [carrier], lot: "H2607A" },
      ...{ range: { from: from - DAY, to: now - 6 * HOUR }, versions: [["made"]], hoursAgo: 6 },
    },
    {
      ...{ owner: HOSPITAL, type: "record", name: "急诊药房冷藏柜 启用前", carriers: ["急诊药房冷藏柜"], hoursAgo: 5 },
      ...{ range: { from: now - 400 * DAY, to: now - 390 * DAY }, versions: [[]] },
    },
    {
      ...{ owner: FOODS, type: "record", name: `Cold stores ${days}`, carriers: COLD_STORES, range: week, hoursAgo: 4 },
      ...{ locales: ["en-US"], versions: [["made", "approved"]] },
    },
    {
      ...{ owner: FOODS, type: "transport", name: "Lager München Ost – Filiale Viktualienmarkt", hoursAgo: 3 },
      ...{ carriers: ["M IF 2102 Kühlfahrzeug"], destination: "Filiale Viktualienmarkt", range: week },
      ...{ locales: ["en-US", "es"], versions: [["made"]] },
    },
    {
      ...{ owner: HOSPITAL, type: "verification", name: "中心药库冷库 年度空载验证", carriers: ["中心药库冷库"] },
      ...{ isOnVerification: true, range: week, locales: ["zh-CN", "en-US"], wanted: ALL_SIGNATURES },
      ...{ versions: [["made", "reviewed", "approved"]], hoursAgo: 2 },
    },
  ];
}

type Moments = { now: number; keys: ChainKeys };

/**
 * Inserts reports with their content, signed, and templates. The worker prints the files when it starts. Returns what
 * the audit trail says of them.
 */
export async function insertReports(
  tx: Db,
  world: World,
  { excursion, verificationId }: { excursion: Excursion; verificationId: number },
  accounts: Accounts,
  moments: Moments,
): Promise<DemoAction[]> {
  const approver: Person = { id: accounts.platform, account: "platform", name: "何静" };
  const makers: Record<number, Person> = {
    [HOSPITAL]: { id: accounts.admin, account: "admin", name: "陈国栋" },
    [FOODS]: { id: accounts.agent, account: "agent", name: "李强" },
  };
  const zone = world.customers[HOSPITAL]?.plan.timeZone ?? "Asia/Shanghai";
  const actions: DemoAction[] = [];
  for (const one of reportsOf(moments.now, zone, excursion)) {
    const people = [makers[one.owner] as Person, approver] as const;
    actions.push(...(await insertReport(tx, world, { ...one, verificationId }, people, moments)));
  }
  await insertTemplates(tx, world, moments.now);
  return actions;
}

function ownerOf(world: World, owner: number) {
  const found = world.customers[owner];
  if (!found) throw new Error(`no customer ${owner}`);
  const idOf = (name: string) => {
    const carrier = world.carriers.find((one) => one.customer === found && one.plan.name === name);
    if (!carrier) throw new Error(`no carrier ${name}`);
    return carrier.id;
  };
  return { id: found.id, timeZone: found.plan.timeZone, idOf };
}

async function insertReport(
  tx: Db,
  world: World,
  plan: DemoReport & { verificationId: number },
  [maker, approver]: readonly [Person, Person],
  { now, keys }: Moments,
): Promise<DemoAction[]> {
  const { id: customerId, timeZone, idOf } = ownerOf(world, plan.owner);
  const madeAt = now - plan.hoursAgo * HOUR;
  const { type, versions, locales = ["zh-CN"], wanted = [] } = plan;
  const lots = plan.lot ? await tx.$client<{ id: number }[]>`select id::int from lot where number = ${plan.lot}` : [];
  const journey = plan.destination ? await transportTo(tx, plan.destination) : null;
  const { from, to } = journey ?? plan.range;
  const name = journey ? `${journey.number} ${plan.name}` : plan.name;
  const [row] = await tx
    .insert(report)
    .values({
      ...{ customerId, type, name, timeZone, locales, signatures: wanted, userId: maker.id, author: maker.name },
      ...{ carrierIds: plan.carriers.map(idOf), lotIds: lots.map(({ id }) => id) },
      sections: [...(plan.sections ?? REPORT_TYPE_RULES[type].chosen)],
      ...{ fromAt: new Date(from), toAt: new Date(to), createdAt: new Date(madeAt), transportId: journey?.id ?? null },
      verificationId: plan.isOnVerification ? plan.verificationId : null,
      checkKey: randomBytes(16).toString("base64url"),
    })
    .returning();
  if (!row) throw new Error(`no report ${name}`);
  const values = { type, name, carrierIds: row.carrierIds, sections: row.sections, locales, version: 1 };
  const about = { customerId, entity: "report", entityId: String(row.id), oldValues: null, reason: null };
  const actions: DemoAction[] = [
    { ...about, at: new Date(madeAt), actorId: maker.id, operation: "report.create", newValues: values },
  ];
  for (const [index, meanings] of versions.entries()) {
    const version = index + 1;
    const at = madeAt + index * 3 * HOUR;
    const caller = { ...operationContext("demo", { db: tx, now: new Date(at) }, customerScope(customerId)) };
    const signal = new AbortController().signal;
    const gathered = await gatherReport({ ...caller, signal }, { ...row, version }, async () => {});
    if (!gathered) {
      await tx.update(report).set({ state: "failed", failure: "noData" }).where(eq(report.id, row.id));
      continue;
    }
    const content = canonicalJson(gathered.content);
    const steps = meanings.map((meaning, step) => ({
      meaning,
      at: new Date(at + (step + 1) * 20 * 60_000),
      by: meaning === "made" ? maker : approver,
    }));
    for (const step of steps)
      actions.push(...(await sign(tx, { customerId, id: row.id, version }, content, step, keys)));
    if (index < versions.length - 1) continue;
    const file = { kind: "report", contentType: "application/gzip", content: packSource(gathered.source) } as const;
    await tx
      .update(report)
      .set({
        ...{ version, state: "generated", approval: meanings.at(-1) ?? "unsigned", progress: 100 },
        ...{ content: gathered.content, generatedAt: new Date(at) },
        sourceId: await storeFile(tx, { customerId, ...file }),
      })
      .where(eq(report.id, row.id));
    await tx.$client`
      select graphile_worker.add_job(${MAKE_REPORT.name}, json_build_object('reportId', ${row.id}::bigint, 'version', ${version}::int),
        max_attempts := ${MAKE_REPORT.maximumAttempts}::int)`;
  }
  return actions;
}

type Journey = { id: number; number: string } & Range;

async function transportTo(tx: Db, destination: string): Promise<Journey> {
  const [found] = await tx.$client<Journey[]>`
    select t.id::int, t.number, date_part('epoch', t.loaded_at) * 1000 as "from", date_part('epoch', t.closed_at) * 1000 as "to"
      from transport t join transport_stop s on s.transport_id = t.id where s.name = ${destination} and t.closed_at is not null`;
  if (!found) throw new Error(`no transport to ${destination}`);
  return found;
}

type Step = { meaning: SignatureMeaning; at: Date; by: Person };

/** One signature of a version, and its rows of the audit trail. */
async function sign(
  tx: Db,
  { customerId, id, version }: { customerId: number; id: number; version: number },
  content: string,
  { meaning, at, by }: Step,
  keys: ChainKeys,
): Promise<DemoAction[]> {
  const reason = meaning === "rejected" ? REASON_REJECTED : null;
  const contentHash = createHash("sha256").update(content).digest("hex");
  const row = {
    ...{ customerId, recordKind: "report" as const, recordId: id, version, meaning, reason, at, content, contentHash },
    ...{ userId: by.id, account: by.account, printedName: by.name, imageId: null, imageHash: null },
    sessionId: "00000000-0000-4000-8000-000000000000",
    address: `10.20.0.${10 + (by.id % 200)}`,
    userAgent: "demo",
  };
  const [signed] = await tx
    .insert(signature)
    .values({ ...row, ...sealRow("signature", sealedColumns(row), keys) })
    .returning({ id: signature.id });
  const about = { customerId, at, actorId: by.id, reason, oldValues: null };
  return [
    {
      ...{ ...about, operation: "signature.sign", entity: "signature" },
      entityId: String((signed as { id: number }).id),
      newValues: { recordKind: "report", recordId: id, version, meaning, contentHash },
    },
    {
      ...{ ...about, operation: meaning === "made" ? "report.sign" : "report.judge", entity: "report" },
      ...{ entityId: String(id), newValues: { approval: meaning } },
    },
  ];
}

/** What the customers report on again and again. */
async function insertTemplates(tx: Db, world: World, now: number): Promise<void> {
  const [hospital, foods] = [ownerOf(world, HOSPITAL), ownerOf(world, FOODS)];
  const clinic = world.customers[HOSPITAL]?.scenes.get("GZYH01");
  const createdAt = new Date(now - 20 * DAY);
  await tx.insert(reportTemplate).values([
    {
      ...{ customerId: hospital.id, name: "接种门诊温湿度月报", type: "record", period: "lastMonth", createdAt },
      ...{ carrierIds: [], sceneIds: clinic === undefined ? [] : [clinic] },
      sections: [...REPORT_TYPE_RULES.record.chosen],
      ...{ locales: ["zh-CN"], signatures: ALL_SIGNATURES },
    },
    {
      ...{ customerId: hospital.id, name: "疫苗批次周报", type: "lot", period: "lastWeek", createdAt },
      ...{ carrierIds: CLINIC.map(hospital.idOf), sceneIds: [], sections: [...REPORT_TYPE_RULES.lot.chosen] },
      ...{ locales: ["zh-CN", "en-US"], signatures: ["made"] },
    },
    {
      ...{ customerId: foods.id, name: "Cold stores, weekly", type: "record", period: "lastWeek", createdAt },
      ...{ carrierIds: COLD_STORES.map(foods.idOf), sceneIds: [], sections: ["statistics", "charts", "excursions"] },
      ...{ locales: ["en-US", "es"], signatures: ["made", "approved"] },
    },
  ]);
}
