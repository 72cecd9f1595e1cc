import "server-only";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import { limitRate } from "@/lib/http/rate-limit";
import { customerFor, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { TemplateQuery } from "@/lib/spreadsheet/import-schema";
import { writeTables } from "@/lib/spreadsheet/write-table";
import { fileReply, storeFile } from "@/lib/stored-file/stored-file";
import { mayDo } from "../list.operations";
import { offering, readDevices, type Say, wordsIn, XLSX } from "../template.operations";
import { importColumns } from "../template.rules";
import { findImports, findKeptRows, getImport, insertImport } from "./import.data";
import { rowOf, wordingOf } from "./import.rules";
import {
  type ImportDetailDto,
  type ImportDto,
  ImportInput,
  type ImportIssueDto,
  ImportListQuery,
  type KeptRow,
  MAXIMUM_BYTES,
} from "./import.schema";

/** Uploads per account or key; also the limit of reports. */
const UPLOADS_PER_MINUTE = 20;

/** Builds the operation that accepts a file of devices of this kind. A job checks and writes it. */
const importing = (kind: DeviceKind) =>
  defineOperation({
    name: `${kind}.import`,
    kind: "mutation",
    permission: `import${DEVICE_SUBJECT[kind]}`,
    input: ImportInput,
    // The form adds some bytes to the file.
    body: { maximumBytes: MAXIMUM_BYTES + 64 * 1024, fileKey: "file", nameKey: "fileName", fileTypes: [XLSX] },
    async run(ctx, { file, fileName, customerId: wanted }): Promise<ImportDto> {
      const { tx, scope, audit } = ctx;
      const customerId = customerFor(ctx, wanted);
      await assertReadable(file, kind);
      await limitRate(`device-import:${callerOf(ctx)}`, UPLOADS_PER_MINUTE, 60);
      const fileId = await storeFile(tx, { customerId, kind: "import", contentType: XLSX, content: file });
      const userId = userOf(ctx);
      const name = fileName || `${kind}.xlsx`;
      const id = await insertImport(tx, scope, { customerId, kind, fileName: name, fileId, userId });
      audit({ customerId, new: { kind, fileName: name, size: file.length } });
      const { issues: _issues, fileId: _file, ...dto } = await getImport(tx, { scope, userId, kinds: [kind] }, id);
      return dto;
    },
    audit: { entity: "deviceImport", id: ({ id }) => id },
  });

/**
 * Rejects a file before it is stored that is not a workbook, would unpack to too much, has another template or no row.
 * Throws INVALID with the first of these.
 */
async function assertReadable(file: Uint8Array, kind: DeviceKind): Promise<void> {
  const { records, issues } = await readDevices(file, kind, { atMost: 1 });
  const [issue] = issues;
  if (records.length > 0 || !issue) return;
  const { cell, rule, message, limit } = issue;
  const told = cell ? `${cell}: ${message}` : message;
  throw new AppError("INVALID", `file: ${told}`, {
    issues: [{ path: "file", rule, message: told, ...(limit !== undefined && { limit }) }],
  });
}

const userOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : null);
const callerOf = ({ actor }: OperationContext) =>
  actor.type === "user" ? `user ${actor.principal.user.id}` : actor.type === "key" ? `key ${actor.keyId}` : actor.type;

const callsOf = <K extends DeviceKind>(kind: K) => ({ start: importing(kind), template: offering(kind) });

/** Operations by kind: import, and template. */
export const imports = {
  sensor: callsOf("sensor"),
  gateway: callsOf("gateway"),
  display: callsOf("display"),
  relay: callsOf("relay"),
  base: callsOf("base"),
  gas: callsOf("gas"),
  magnetism: callsOf("magnetism"),
};

const asked = (ctx: OperationContext) => ({
  scope: ctx.scope,
  userId: userOf(ctx),
  kinds: DEVICE_KINDS.filter((kind) => mayDo(ctx, "import", kind)),
});

export const listImports = defineOperation({
  name: "deviceImport.list",
  kind: "query",
  permission: "importDevice",
  input: ImportListQuery,
  run: (ctx, query): Promise<Page<ImportDto>> => findImports(ctx.db, asked(ctx), query),
});

/** Returns the progress of an import and the issues of its file. */
export const getImportById = defineOperation({
  name: "deviceImport.get",
  kind: "query",
  permission: "importDevice",
  input: ById,
  async run(ctx, { id }): Promise<ImportDetailDto> {
    const { fileId: _file, ...dto } = await getImport(ctx.db, asked(ctx), id);
    return dto;
  },
});

/** Returns the bad cells as a workbook: the reason for each, and their rows with the cells marked. */
export const reportImport = defineOperation({
  name: "deviceImport.report",
  kind: "query",
  permission: "importDevice",
  input: ById.extend(TemplateQuery.shape),
  async run(ctx, { id, locale: wanted }) {
    await limitRate(`device-import-report:${callerOf(ctx)}`, UPLOADS_PER_MINUTE, 60);
    const { issues, fileId, kind, fileName } = await getImport(ctx.db, asked(ctx), id);
    const { say, rule } = await wordsIn(wanted ?? ctx.locale);
    const rows = await findKeptRows(ctx.db, fileId);
    const content = await writeTables([issueTable(issues, say, rule), rowTable(kind, issues, rows, say, rule)]);
    const name = fileName.replace(/\.xlsx$/i, "");
    return fileReply({ contentType: XLSX, content: Buffer.from(content) }, `${name} - ${say("report.fileName")}.xlsx`);
  },
});

const reasonOf = (issue: ImportIssueDto, say: Say) =>
  say(wordingOf(issue), { limit: issue.limit ?? 0, other: issue.other ?? "" });

function issueTable(issues: readonly ImportIssueDto[], say: Say, rule: Say) {
  return {
    name: say("report.issues"),
    columns: [
      { title: say("report.cell"), width: 10 },
      { title: say("report.column"), width: 30 },
      { title: say("report.value"), width: 36 },
      { title: say("report.reason"), width: 70 },
    ],
    rows: issues.map((issue) => [
      issue.cell,
      issue.field === "" ? "" : say(`column.${issue.field}`),
      issue.value ?? "",
      reasonOf(issue, rule),
    ]),
  };
}

function rowTable(
  kind: DeviceKind,
  issues: readonly ImportIssueDto[],
  records: readonly KeptRow[],
  say: Say,
  rule: Say,
) {
  const byRow = grouped(issues, rowOf);
  const rows = records.filter(({ row }) => byRow.has(row));
  const used = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const marked = new Set(issues.map(({ field }) => field));
  const columns = importColumns(kind).filter(({ key }) => used.has(key) || marked.has(key));
  return {
    name: say("report.rows"),
    columns: [
      { title: say("report.row"), width: 10 },
      ...columns.map(({ key, width }) => ({ title: say(`column.${key}`), width })),
    ],
    rows: rows.map(({ row, values }) => [String(row), ...columns.map(({ key }) => values[key] ?? "")]),
    marks: rows.flatMap(({ row }, index) =>
      (byRow.get(row) ?? []).flatMap((issue) => {
        const column = columns.findIndex(({ key }) => key === issue.field) + 1;
        return [{ row: index, column, note: reasonOf(issue, rule) }];
      }),
    ),
  };
}
