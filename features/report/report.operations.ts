import "server-only";
import { randomBytes } from "node:crypto";
import type { SignatureMeaning } from "@/db/enums";
import { signingOf, signRecord } from "@/features/signature/signature.service";
import { countRecorded, openRecorded } from "@/features/telemetry/history/record.service";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { AppError, conflict, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext, Refused } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { deleteFiles, openFile, streamReply } from "@/lib/stored-file/stored-file";
import { checkPath } from "./check.rules";
import {
  contentOf,
  deleteReport,
  findCarriers,
  findChoices,
  findCustomer,
  findFile,
  getReport,
  insertReport,
  listReports,
  lockReport,
  queueReport,
  saveReport,
} from "./report.data";
import { assertMay } from "./report.rules";
import {
  ChoiceInput,
  type EstimateDto,
  EstimateInput,
  JudgeInput,
  MAXIMUM_CARRIERS,
  MakeInput,
  type ReportChoiceDto,
  type ReportDetailDto,
  type ReportDto,
  ReportInput,
  ReportListQuery,
} from "./report.schema";
import { REPORT_TYPE_RULES } from "./sections.rules";
import { signedRecordOf } from "./signing.service";
import { isWholeAttached, sizeOf } from "./size.rules";

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
    const file = await findFile(ctx.db, id);
    const given = signing?.signatures.filter(({ version }) => version === row.version).length ?? 0;
    return {
      ...dto,
      content: row.state === "generated" ? contentOf(row) : null,
      signing,
      file: file
        ? {
            sha256: file.sha256,
            size: file.size,
            isUpToDate: file.version === row.version && file.signatures === given,
          }
        : null,
      checkPath: checkPath(row.checkKey),
    };
  },
});

/** The customer of the carriers. Throws NOT_FOUND for one outside the scope, CONFLICT for carriers of several. */
async function ownerOf({ db, scope }: OperationContext, carrierIds: readonly number[]): Promise<number> {
  const found = await findCarriers(db, scope, carrierIds);
  for (const id of carrierIds) if (!found.some((carrier) => carrier.id === id)) throw notFound("carrier", id);
  const owners = new Set(found.map(({ customerId }) => customerId));
  if (owners.size > 1) throw conflict("carrierIds", "sameCustomer", "are of several customers");
  return (found[0] as { customerId: number }).customerId;
}

/** How big a report becomes, before it is made. */
const estimate = defineOperation({
  name: "report.estimate",
  kind: "query",
  isLong: true,
  permission: "newReport",
  input: EstimateInput,
  async run(ctx, { type, sections, carrierIds, from, to }): Promise<EstimateDto> {
    await ownerOf(ctx, carrierIds);
    const range = { from, to };
    const isRead = REPORT_TYPE_RULES[type].needsReadings;
    const probes = isRead ? await openRecorded(ctx, carrierIds, range) : [];
    const readings = await countRecorded(ctx.db, probes, range);
    const size = sizeOf({ type, sections, carriers: carrierIds.length, probes: probes.length, readings });
    return { readings, ...size, isWhole: isWholeAttached(readings) };
  },
});

function askerOf({ actor }: OperationContext): { userId: number | null; author: string } {
  if (actor.type === "user") return { userId: actor.principal.user.id, author: actor.principal.user.name };
  return { userId: null, author: actor.type === "key" ? actor.name : "" };
}

const audited = ({ type, name, carrierIds, from, to, sections, locale, version }: ReportDto) => ({
  ...{ type, name, carrierIds, sections, locale, version },
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Asks for a report; the worker makes it. */
const create = defineOperation({
  name: "report.create",
  kind: "mutation",
  permission: "newReport",
  input: ReportInput,
  async run(ctx, { from, to, ...values }): Promise<ReportDto> {
    const customerId = await ownerOf(ctx, values.carrierIds);
    await lockActiveCustomer(ctx.tx, customerId);
    const { timeZone } = await findCustomer(ctx.tx, ctx.scope, customerId);
    const id = await insertReport(ctx.tx, ctx.scope, {
      ...values,
      ...askerOf(ctx),
      customerId,
      timeZone,
      fromAt: new Date(from),
      toAt: new Date(to),
      checkKey: randomBytes(16).toString("base64url"),
      createdAt: ctx.now,
    });
    await queueReport(ctx.tx, { id, version: 1 });
    const { dto } = await getReport(ctx.tx, ctx.scope, id);
    ctx.audit({ customerId, new: audited(dto) });
    return dto;
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
      ...{ content: null, sourceId: null, generatedAt: null },
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
    ctx.audit({ customerId: row.customerId, old: audited(dto) });
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
  await saveReport(ctx.tx, id, { approval });
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

/** The newest file. */
const download = defineOperation({
  name: "report.file",
  kind: "query",
  permission: "viewReport",
  input: ById,
  async run({ db, scope }, { id }) {
    const { dto } = await getReport(db, scope, id);
    const file = await findFile(db, id);
    if (!file) throw notFound("file", id);
    return streamReply(await openFile(db, file.fileId), `${dto.name} v${file.version}.pdf`);
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

export const reports = { choices, list, get, estimate, create, remake, cancel, remove, sign, judge, download };

/** Loads the page of the list. */
export async function loadReportScreen(ctx: PageContext) {
  const { permissions } = ctx.principal;
  const rights = {
    create: permissions.has("newReport"),
    edit: permissions.has("editReport"),
    remove: permissions.has("removeReport"),
    sign: permissions.has("signReport"),
    approve: permissions.has("approveReport"),
  };
  return { view: await loadList(ctx, list), rights };
}
