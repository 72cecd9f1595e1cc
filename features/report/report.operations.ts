import "server-only";
import type { SignatureMeaning } from "@/db/enums";
import { signingOf, signRecord } from "@/features/signature/signature.service";
import { countRecorded, openRecorded } from "@/features/telemetry/history/record.service";
import { AppError, notFound } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import { defineOperation, type MutationContext, Refused } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { deleteFiles, openFile, streamReply } from "@/lib/stored-file/stored-file";
import { checkPath } from "./check.rules";
import { askerOf, askForReport, auditedReport, findNewest } from "./create.service";
import {
  contentOf,
  deleteReport,
  findCarriers,
  findChoices,
  getReport,
  listReports,
  lockReport,
  ownerOf,
  queueReport,
  saveReport,
} from "./report.data";
import { assertMay } from "./report.rules";
import {
  ChoiceInput,
  type EstimateDto,
  EstimateInput,
  FileInput,
  JudgeInput,
  MAXIMUM_CARRIERS,
  MakeInput,
  type ReportChoiceDto,
  type ReportDetailDto,
  type ReportDto,
  ReportInput,
  ReportListQuery,
  SubjectInput,
} from "./report.schema";
import { REPORT_TYPE_RULES } from "./sections.rules";
import { signedRecordOf } from "./signing.service";
import { isWholeAttached, sizeOf } from "./size.rules";
import { reportOn } from "./subject.service";
import { lifeOfTransport } from "./transport.service";
import { openVerification } from "./verification.service";

const list = defineOperation({
  name: "report.list",
  kind: "query",
  permission: "viewReport",
  input: ReportListQuery,
  run: ({ db, scope }, query): Promise<Page<ReportDto>> => listReports(db, scope, query),
});

/** One report with what it says, its signatures, and its newest file. */
const get = defineOperation({
  name: "report.get",
  kind: "query",
  permission: "viewReport",
  input: ById,
  async run(ctx, { id }): Promise<ReportDetailDto> {
    const { row, dto } = await getReport(ctx.db, ctx.scope, id);
    const record = row.state === "generated" ? signedRecordOf(row) : null;
    const signing = record && (await signingOf(ctx, record));
    const files = await findNewest(ctx.db, id);
    const carriers = await findCarriers(ctx.db, ctx.scope, dto.carrierIds);
    const given = signing?.signatures.filter(({ version }) => version === row.version).length ?? 0;
    return {
      ...dto,
      carriers: carriers.map(({ id: carrierId, name, place }) => ({ id: carrierId, name, place })),
      content: row.state === "generated" ? contentOf(row) : null,
      signing,
      files: files.map(({ locale, sha256, size }) => ({ locale, sha256, size })),
      isUpToDate:
        files.length === dto.locales.length &&
        files.every((file) => file.version === row.version && file.signatures === given),
      checkPath: checkPath(row.checkKey),
    };
  },
});

/** How big a report becomes, before it is made. */
const estimate = defineOperation({
  name: "report.estimate",
  kind: "query",
  isLong: true,
  permission: "newReport",
  input: EstimateInput,
  async run(ctx, { type, sections, carrierIds, lotIds, transportId, verificationId, from, to }): Promise<EstimateDto> {
    const { about, readings: has } = REPORT_TYPE_RULES[type];
    if (about === "lots") {
      const size = sizeOf({ type, sections, carriers: 0, lots: lotIds.length, probes: 0, readings: 0 });
      return { readings: 0, ...size, isWhole: true };
    }
    if (verificationId !== undefined) {
      const { task } = await openVerification(ctx, verificationId);
      const { points } = task.result;
      const readings = points.reduce((sum, { temperature }) => sum + (temperature?.count ?? 0), 0);
      const size = sizeOf({ type, sections, carriers: 1, lots: 0, probes: points.length, readings });
      return { readings, ...size, isWhole: true };
    }
    const life = transportId === undefined ? null : await lifeOfTransport(ctx, transportId);
    const asked = life ?? { carrierIds, range: { from: from as number, to: to as number } };
    await ownerOf(ctx, asked.carrierIds);
    const probes = has === "none" ? [] : await openRecorded(ctx, asked.carrierIds, asked.range);
    const readings = await countRecorded(ctx.db, probes, asked.range);
    const [carriers, lots] = [asked.carrierIds.length, life?.transport.lots.length ?? 0];
    const size = sizeOf({ type, sections, carriers, lots, probes: probes.length, readings });
    return { readings, ...size, isWhole: isWholeAttached(readings) };
  },
});

/** Asks for a report; the worker makes it. */
const create = defineOperation({
  name: "report.create",
  kind: "mutation",
  permission: "newReport",
  input: ReportInput,
  async run(ctx, values): Promise<ReportDto> {
    const made = await askForReport(ctx, values, askerOf(ctx, await requestOrigin()));
    ctx.audit({ customerId: made.customerId, new: auditedReport(made) });
    return made;
  },
  audit: { entity: "report", id: ({ id }) => id },
});

/** Makes the usual report on a carrier, an exception, a lot, a transport, a verification, or all carriers of a customer. */
const createOn = defineOperation({
  name: "report.createOn",
  kind: "mutation",
  permission: "newReport",
  input: SubjectInput,
  async run(ctx, subject): Promise<ReportDto> {
    const made = await askForReport(ctx, await reportOn(ctx, subject), askerOf(ctx, await requestOrigin()));
    ctx.audit({ customerId: made.customerId, new: auditedReport(made) });
    return made;
  },
  audit: { entity: "report", id: ({ id }) => id },
});

/** Makes a failed or rejected report again, as the next version. */
const remake = defineOperation({
  name: "report.remake",
  kind: "mutation",
  permission: "editReport",
  input: ById,
  async run(ctx, { id }): Promise<ReportDto> {
    const { row, dto } = await lockReport(ctx.tx, ctx.scope, id);
    assertMay("remake", row);
    const version = row.version + 1;
    await saveReport(ctx.tx, id, {
      ...{ version, state: "generating", failure: null, progress: 0, approval: "unsigned" },
      ...{ content: null, sourceId: null, generatedAt: null, origin: await requestOrigin() },
    });
    await deleteFiles(ctx.tx, [row.sourceId]);
    await queueReport(ctx.tx, { id, version });
    ctx.audit({ customerId: row.customerId, old: { version: row.version }, new: { version } });
    return { ...dto, version, state: "generating", failure: null, progress: 0, approval: "unsigned" };
  },
  audit: { entity: "report", id: ({ id }) => id },
});

/** Stops a report that is being made. */
const cancel = defineOperation({
  name: "report.cancel",
  kind: "mutation",
  permission: "newReport",
  input: ById,
  async run(ctx, { id }): Promise<ReportDto> {
    const { row, dto } = await lockReport(ctx.tx, ctx.scope, id);
    assertMay("cancel", row);
    await saveReport(ctx.tx, id, { state: "failed", failure: "cancelled" });
    ctx.audit({ customerId: row.customerId, old: { state: row.state }, new: { state: "failed" } });
    return { ...dto, state: "failed", failure: "cancelled" };
  },
  audit: { entity: "report", id: ({ id }) => id },
});

const remove = defineOperation({
  name: "report.remove",
  kind: "mutation",
  permission: "removeReport",
  input: ById,
  async run(ctx, { id }): Promise<ReportDto> {
    const { row, dto } = await lockReport(ctx.tx, ctx.scope, id);
    assertMay("remove", row);
    await deleteReport(ctx.tx, row);
    ctx.audit({ customerId: row.customerId, old: auditedReport(dto) });
    return dto;
  },
  audit: { entity: "report", id: ({ id }) => id },
});

type Statement = {
  meaning: SignatureMeaning;
  reason?: string;
  password: string;
  totp?: string | undefined;
  contentHash: string;
};

async function signReport(ctx: MutationContext, id: number, statement: Statement): Promise<ReportDto | Refused> {
  const { row, dto } = await lockReport(ctx.tx, ctx.scope, id);
  assertMay("sign", row);
  const record = signedRecordOf(row);
  if (!record) throw new AppError("CONFLICT", "the report says nothing yet");
  const signed = await signRecord(ctx, record, statement);
  if (signed instanceof Refused) return signed;
  const approval = statement.meaning as ReportDto["approval"];
  // One that a schedule made may not have had an origin so far.
  await saveReport(ctx.tx, id, { approval, origin: row.origin ?? (await requestOrigin()) });
  // Printed again, with the signature.
  await queueReport(ctx.tx, { id, version: row.version });
  const { reason } = statement;
  ctx.audit({
    customerId: row.customerId,
    old: { approval: row.approval },
    new: { approval },
    ...(reason && { reason }),
  });
  return { ...dto, approval };
}

/** Signs as the maker. */
const sign = defineOperation({
  name: "report.sign",
  kind: "mutation",
  permission: "signReport",
  input: MakeInput,
  run: (ctx, { id, ...credentials }) => signReport(ctx, id, { meaning: "made", ...credentials }),
  audit: { entity: "report", id: ({ id }) => id },
});

/** Signs a review, an approval or a rejection. */
const judge = defineOperation({
  name: "report.judge",
  kind: "mutation",
  permission: "approveReport",
  input: JudgeInput,
  run: (ctx, { id, ...statement }) => signReport(ctx, id, statement),
  audit: { entity: "report", id: ({ id }) => id },
});

/** The newest file in a language, or in the first of the report. */
const download = defineOperation({
  name: "report.file",
  kind: "query",
  permission: "viewReport",
  input: FileInput,
  async run({ db, scope }, { id, locale }) {
    const { dto } = await getReport(db, scope, id);
    const files = await findNewest(db, id);
    const file = locale === undefined ? files[0] : files.find((one) => one.locale === locale);
    if (!file) throw notFound("file", id);
    const language = dto.locales.length > 1 ? ` ${file.locale}` : "";
    return streamReply(await openFile(db, file.fileId), `${dto.name}${language} v${file.version}.pdf`);
  },
});

/** Lists carriers and places to report on. */
const choices = defineOperation({
  name: "report.choices",
  kind: "query",
  permission: "newReport",
  input: ChoiceInput,
  run: ({ db, scope }, { q }): Promise<ReportChoiceDto[]> => findChoices(db, scope, q || undefined, MAXIMUM_CARRIERS),
});

export const reports = {
  choices,
  list,
  get,
  estimate,
  create,
  createOn,
  remake,
  cancel,
  remove,
  sign,
  judge,
  download,
};
