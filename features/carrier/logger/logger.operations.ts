import "server-only";
import { createHash } from "node:crypto";
import { NO_LOGGER_FACTS } from "@/db/enums";
import { summarise } from "@/features/telemetry/logger/content.rules";
import type { LoggerContent } from "@/features/telemetry/logger/logger.schema";
import { AppError, conflict, type Issue } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import type { RawReply } from "@/lib/http/reply";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { deleteFiles, fileReply, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { permit } from "../access.service";
import { lockOne } from "../carrier.data";
import { seenPlace } from "../record-time/operations";
import { type ReadFile, readAsKept, saveReadingOptions } from "./layout.operations";
import { columnsText } from "./layout.rules";
import {
  countLive,
  deleteLoggerFile,
  findLoggerFiles,
  findLoggerRecord,
  getLoggerFile,
  insertLoggerFile,
  type LoggerFileRow,
  type StoredFacts,
} from "./logger.data";
import { CONTENT_TYPES, FILE_BODY, MAXIMUM_FILES } from "./logger.rules";
import {
  CheckInput,
  type LoggerCheckDto,
  type LoggerFileDto,
  type LoggerFilesDto,
  LoggerInput,
  type LoggerRecordDto,
  RemoveInput,
} from "./logger.schema";

/** Files that an account or key may check or import per minute; each takes about a second. */
const FILES_PER_MINUTE = 20;

// Facts stored by an older version lack the newer fields.
const toDto = ({ fileId: _, customerId: __, carrierType: ___, facts, ...dto }: LoggerFileRow): LoggerFileDto => ({
  ...dto,
  facts: { ...NO_LOGGER_FACTS, ...facts },
});

const callerOf = ({ actor }: OperationContext): string =>
  actor.type === "user" ? `user ${actor.principal.user.id}` : actor.type === "key" ? `key ${actor.keyId}` : actor.type;

const hashOf = (file: Uint8Array): string => createHash("sha256").update(file).digest("hex");

/** Reads a file, subject to the account's rate limit. */
async function contentOf(
  ctx: OperationContext,
  db: Db,
  input: CheckInput,
  place: { customerId: number; timeZone: string },
): Promise<ReadFile> {
  await limitRate(`logger-file:${callerOf(ctx)}`, FILES_PER_MINUTE, 60);
  return readAsKept(ctx, db, input, place);
}

/** The facts stored with a file; tables have no details. */
const storedFacts = ({ facts, details }: LoggerContent): StoredFacts =>
  Object.values(details).some((some) => some.length > 0) ? { ...facts, details } : facts;

const spanOf = ({ values }: LoggerContent) => {
  const [first, last] = [values[0], values.at(-1)];
  return first && last ? { from: first.at, to: last.at } : null;
};

/** Lists the logger files of a carrier, with the zone for displaying their times. */
export const listLoggerFiles = defineOperation({
  name: "loggerFile.list",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<LoggerFilesDto> {
    const { timeZone } = await seenPlace(ctx, id);
    return { items: (await findLoggerFiles(ctx.db, ctx.scope, id)).map(toDto), timeZone };
  },
});

/** Checks a file and returns its content and issues without storing anything. */
export const checkLoggerFile = defineOperation({
  name: "loggerFile.check",
  kind: "query",
  permission: "editCarrier",
  input: CheckInput,
  body: FILE_BODY,
  async run(ctx, input): Promise<LoggerCheckDto> {
    const place = await seenPlace(ctx, input.id);
    permit(ctx, "edit", place.type);
    const { content, dateOrder, kept } = await contentOf(ctx, ctx.db, input, place);
    const { shape: _, titles: __, ...shown } = content.table ?? { shape: "", titles: null };
    const { format, timeZone, values, alarms, facts, repeats, issues, issueCount } = content;
    const sha256 = hashOf(input.file);
    const [span, series] = [spanOf(content), summarise(values)];
    const files = await findLoggerFiles(ctx.db, ctx.scope, input.id);
    const earlier = files.find((one) => one.sha256 === sha256);
    const measures = [...new Set(series.map(({ measure }) => measure))];
    return {
      format,
      sha256,
      loggerSerial: content.serial,
      loggerModel: content.model,
      timeZone,
      span,
      valueCount: values.length,
      series,
      table: "layout" in shown ? shown : null,
      dateOrder,
      kept,
      alarms,
      details: content.details,
      alarmCount: alarms.length,
      facts,
      repeats,
      issues,
      issueCount,
      live: span ? await countLive(ctx.db, input.id, measures, span) : [],
      beside: files
        .filter((one) => one !== earlier && span && one.firstAt <= span.to && one.lastAt >= span.from)
        .map(({ id, fileName, loggerSerial }) => ({ id, fileName, loggerSerial })),
      earlier: earlier
        ? { id: earlier.id, fileName: earlier.fileName, userName: earlier.userName, createdAt: earlier.createdAt }
        : null,
    };
  },
});

/** Locks the file's carrier. Throws unless the actor may edit it. */
async function editable(tx: Db, ctx: OperationContext, id: number) {
  const row = await lockOne(tx, ctx.scope, id);
  permit(ctx, "edit", row.type);
  return row;
}

/** Throws INVALID with the first issues of a file. */
function assertSound({ issues, issueCount }: LoggerContent): void {
  if (issueCount === 0) return;
  const told = issues.slice(0, 20).map(
    ({ line, column, rule, message, limit, other }): Issue => ({
      path: "file",
      rule: `logger.${rule}`,
      message: line === 0 ? message : `line ${line}, ${column}: ${message}`,
      ...(limit !== undefined && { limit }),
      ...(other !== undefined && { names: String(other) }),
    }),
  );
  throw new AppError("INVALID", `file: ${issueCount} issues, the first: ${told[0]?.message}`, { issues: told });
}

// Logger files are audited under their carrier, where the rows can be found even after the file is deleted.
const audit = { entity: "carrier", id: ({ carrierId }: { carrierId: number }) => carrierId };

/** The audit snapshot of a file. */
const auditSnapshot = (
  row: Pick<
    LoggerFileDto,
    "fileName" | "sha256" | "loggerSerial" | "loggerModel" | "timeZone" | "firstAt" | "lastAt" | "valueCount" | "remark"
  >,
) => ({
  fileName: row.fileName,
  sha256: row.sha256,
  loggerSerial: row.loggerSerial,
  loggerModel: row.loggerModel,
  timeZone: row.timeZone,
  firstAt: new Date(row.firstAt).toISOString(),
  lastAt: new Date(row.lastAt).toISOString(),
  valueCount: row.valueCount,
  ...(row.remark !== "" && { remark: row.remark }),
});

/** Stores a logger file and its values in one transaction. */
export const addLoggerFile = defineOperation({
  name: "loggerFile.create",
  kind: "mutation",
  permission: "editCarrier",
  input: LoggerInput,
  body: FILE_BODY,
  async run(ctx, input): Promise<LoggerFileDto> {
    const { tx, actor, now } = ctx;
    const { id, name, file, remark } = input;
    const { customerId } = await editable(tx, ctx, id);
    const sha256 = hashOf(file);
    if (input.sha256 !== undefined && input.sha256 !== sha256)
      throw conflict("file", "logger.changed", "is another file than the one that was checked");
    const files = await findLoggerFiles(tx, ctx.scope, id);
    const earlier = files.find((one) => one.sha256 === sha256);
    if (earlier) throw twice(earlier);
    if (files.length >= MAXIMUM_FILES) throw conflict("file", "fileCount", `at most ${MAXIMUM_FILES} files`);
    const found = await contentOf(ctx, tx, input, await seenPlace({ ...ctx, db: tx }, id));
    const { content } = found;
    assertSound(content);
    const { from, to } = spanOf(content) as { from: number; to: number };
    const contentType = CONTENT_TYPES[content.format];
    const fileId = await storeFile(tx, { customerId, kind: "logger", contentType, content: file });
    const values = {
      customerId,
      carrierId: id,
      format: content.format,
      fileName: name,
      fileId,
      sha256,
      // The logger's own data takes precedence over what the user entered.
      loggerSerial: content.serial || input.loggerSerial,
      loggerModel: content.model || input.loggerModel,
      timeZone: content.timeZone,
      firstAt: new Date(from),
      lastAt: new Date(to),
      valueCount: content.values.length,
      alarms: content.alarms,
      facts: storedFacts(content),
      remark,
      createdBy: actor.type === "user" ? actor.principal.user.id : null,
      createdAt: now,
    };
    const row = await getLoggerFile(tx, ctx.scope, await insertLoggerFile(tx, values, content.values));
    await saveReadingOptions(ctx, customerId, input, found);
    const { table } = content;
    const columns = table && table.source !== "titles" ? { columns: columnsText(table.layout) } : {};
    ctx.audit({ customerId, new: { ...auditSnapshot(row), ...columns } });
    return toDto(row);
  },
  audit,
});

function twice({ fileName, userName }: LoggerFileRow): AppError {
  const message = `is there already as ${fileName}${userName ? `, brought by ${userName}` : ""}`;
  return new AppError("CONFLICT", `file: ${message}`, {
    issues: [{ path: "file", rule: "logger.twice", message, names: fileName }],
  });
}

/** Lists every alarm of a file, its days, markers and other names, as recorded by the logger. */
export const listLoggerAlarms = defineOperation({
  name: "loggerFile.alarms",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<LoggerRecordDto> {
    const { carrierType } = await getLoggerFile(ctx.db, ctx.scope, id);
    permit(ctx, "view", carrierType);
    return findLoggerRecord(ctx.db, id);
  },
});

/** Returns the original file. */
export const getOriginal = defineOperation({
  name: "loggerFile.get",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<RawReply> {
    const { fileId, fileName, carrierType } = await getLoggerFile(ctx.db, ctx.scope, id);
    permit(ctx, "view", carrierType);
    return fileReply(await readFile(ctx.db, fileId), fileName);
  },
});

/** Deletes a file with its values. Its name, SHA-256, span and the reason remain in the audit trail. */
export const removeLoggerFile = defineOperation({
  name: "loggerFile.remove",
  kind: "mutation",
  permission: "editCarrier",
  input: RemoveInput,
  async run(ctx, { id, reason }): Promise<LoggerFileDto> {
    const { carrierId } = await getLoggerFile(ctx.tx, ctx.scope, id);
    await editable(ctx.tx, ctx, carrierId);
    // The file may have been deleted while this call waited for the lock.
    const row = await getLoggerFile(ctx.tx, ctx.scope, id);
    await deleteLoggerFile(ctx.tx, id);
    await deleteFiles(ctx.tx, [row.fileId]);
    ctx.audit({ customerId: row.customerId, old: auditSnapshot(row), reason });
    return toDto(row);
  },
  audit,
});
