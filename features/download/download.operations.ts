import "server-only";
import { z } from "zod";
import type { DownloadFailure } from "@/db/file-enums";
import {
  type DownloadDetailDto,
  type DownloadDto,
  DownloadInput,
  DownloadKey,
  DownloadKeys,
  DownloadListQuery,
  type DownloadProgressDto,
  DownloadRemoveInput,
  MAXIMUM_PDF_ROWS,
  MAXIMUM_PENDING,
} from "@/features/file/download.schema";
import { readParameters } from "@/features/parameter/parameter.operations";
import { writeAudit } from "@/lib/audit/write-audit";
import { AppError, conflict, notFound } from "@/lib/errors";
import type { RawReply } from "@/lib/http/reply";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import type { PageContext } from "@/lib/page/define-page";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { openFile, streamReply } from "@/lib/stored-file/stored-file";
import { lineText, optionalText } from "@/lib/validation/fields";
import {
  countPending,
  countTaken,
  deleteDownloads,
  findDownloads,
  findProgress,
  getDownload,
  lockDownloads,
  queueConclusion,
  saveAttempt,
} from "./download.data";
import { exportOf, findExport } from "./exports.service";
import { ownerOf, requestDownload } from "./request.service";

const DAY_MS = 86_400_000;

/** When a file made now expires (parameter `retention.exportDays`). */
export async function expiryOf({ db, now }: Pick<OperationContext, "db" | "now">): Promise<Date> {
  const { "retention.exportDays": days } = await readParameters(db, null);
  return new Date(now.getTime() + Number(days) * DAY_MS);
}

export const listDownloads = defineOperation({
  name: "download.list",
  kind: "query",
  permission: "viewDownload",
  input: DownloadListQuery,
  run: (ctx, query): Promise<Page<DownloadDto>> => findDownloads(ctx.db, ctx.scope, ownerOf(ctx), query),
});

export const getDownloadByKey = defineOperation({
  name: "download.get",
  kind: "query",
  permission: "viewDownload",
  input: DownloadKey,
  run: (ctx, { key }): Promise<DownloadDetailDto> => getDownload(ctx.db, ctx.scope, ownerOf(ctx), key),
});

/** All files of the account that are being made. */
export const listPendingDownloads = defineOperation({
  name: "download.userProgress",
  kind: "query",
  permission: "viewDownload",
  input: z.object({}),
  run: (ctx): Promise<DownloadProgressDto[]> => findProgress(ctx.db, ctx.scope, ownerOf(ctx), "pending"),
});

/** How far these files are. Unknown keys are left out. */
export const getDownloadProgress = defineOperation({
  name: "download.progress",
  kind: "query",
  permission: "viewDownload",
  input: DownloadKeys,
  body: { maximumBytes: 16 * 1024, listKey: "keys" },
  run: (ctx, { keys }): Promise<DownloadProgressDto[]> => findProgress(ctx.db, ctx.scope, ownerOf(ctx), keys),
});

/** Checks what is asked for like the list itself does, and has the worker make the file. */
export const createDownload = defineOperation({
  name: "download.create",
  kind: "mutation",
  permission: "viewDownload",
  input: DownloadInput,
  async run(ctx, { kind, format, query }): Promise<DownloadProgressDto> {
    // An agent without a customer has no rows to take out, and no list to find the file in.
    if (ctx.scope.customerIds !== "all" && ctx.scope.customerIds.length === 0)
      throw new AppError("FORBIDDEN", "choose a customer first");
    const found = exportOf(kind);
    if (!holds(ctx, found.permission)) throw new AppError("FORBIDDEN", `missing ${found.permission}`);
    const opened = await found.open(ctx, found.input.parse(query));
    const { customerId, total } = opened;
    if (format === "pdf" && total > MAXIMUM_PDF_ROWS)
      throw conflict("format", "pdfRows", `${total} rows, at most ${MAXIMUM_PDF_ROWS}`, MAXIMUM_PDF_ROWS);
    const owner = ownerOf(ctx);
    if ((await countPending(ctx.tx, ctx.scope, owner)) >= MAXIMUM_PENDING)
      throw conflict("kind", "pendingDownloads", `${MAXIMUM_PENDING} files are being made`, MAXIMUM_PENDING);
    const { key, fileName } = await requestDownload(ctx, { kind, format, query }, opened);
    ctx.audit({ customerId, new: { kind, format, query, fileName } });
    const [progress] = await findProgress(ctx.tx, ctx.scope, owner, [key]);
    return progress as DownloadProgressDto;
  },
  audit: { entity: "download", id: ({ key }) => key },
});

/** Stops making a file. The record stays, failed for that reason. */
export const cancelDownload = defineOperation({
  name: "download.cancel",
  kind: "mutation",
  permission: "viewDownload",
  input: DownloadKey.strict(),
  async run(ctx, { key }): Promise<DownloadProgressDto> {
    const owner = ownerOf(ctx);
    const [row] = await lockDownloads(ctx.tx, ctx.scope, owner, [key]);
    if (row?.state !== "generating") throw conflict("key", "downloadEnded", "it is not being made any more");
    const failure: DownloadFailure = "cancelled";
    await saveAttempt(ctx.tx, row, { state: "failed", failure, endedAt: ctx.now, expiresAt: await expiryOf(ctx) });
    await queueConclusion(ctx.tx, key);
    ctx.audit({ customerId: row.customerId, old: { state: row.state }, new: { state: "failed", failure } });
    const [progress] = await findProgress(ctx.tx, ctx.scope, owner, [key]);
    return progress as DownloadProgressDto;
  },
  audit: { entity: "download", id: ({ key }) => key },
});

/** Deletes files, all or none; not while they are being made (specification, section 4). */
export const removeDownloads = defineOperation({
  name: "download.remove",
  kind: "mutation",
  permission: "removeDownload",
  input: DownloadRemoveInput,
  async run(ctx, { keys }): Promise<{ keys: string[] }> {
    const rows = await lockDownloads(ctx.tx, ctx.scope, ownerOf(ctx), keys);
    const pending = rows.find(({ state }) => state === "generating");
    if (pending) throw conflict("keys", "downloadPending", `${pending.name} is being made`);
    await deleteDownloads(ctx.tx, ctx.scope, rows);
    const [first] = rows;
    const old = { files: rows.map(({ fileName }) => fileName) };
    ctx.audit({ old, ...(first && { customerId: first.customerId }) });
    return { keys };
  },
  audit: { entity: "download", id: ({ keys }) => keys.join(",") },
});

/** The permissions count at the download too: an account may have lost one since. */
async function reply(ctx: OperationContext, key: string): Promise<RawReply> {
  const [record] = await transaction(ctx.db, async (tx) => {
    const rows = await lockDownloads(tx, ctx.scope, ownerOf(ctx), [key]);
    const [{ kind, state, customerId, fileName, size, sha256 }] = rows as [(typeof rows)[number]];
    const permission = findExport(kind)?.permission;
    if (permission && !holds(ctx, permission)) throw new AppError("FORBIDDEN", `missing ${permission}`);
    if (state !== "generated") throw notFound("file", key);
    await countTaken(tx, ctx.scope, key);
    const taken = { kind, fileName, size, sha256 };
    await writeAudit(tx, ctx, {
      operation: "download.take",
      entity: "download",
      entityId: key,
      customerId,
      new: taken,
    });
    return rows;
  });
  return streamReply(await openFile(ctx.db, record?.fileId ?? null), record?.fileName ?? key);
}

/** The file itself. Each time it is taken is a row in the log. */
export const takeDownload = defineOperation({
  name: "download.take",
  kind: "query",
  permission: "viewDownload",
  input: DownloadKey,
  run: (ctx, { key }): Promise<RawReply> => reply(ctx, key),
});

/** The same by the address of the older console: `path` is the key, `file` the name. */
export const takeSharedDownload = defineOperation({
  name: "download.share",
  kind: "query",
  permission: "viewDownload",
  input: z.object({ path: lineText(200), file: optionalText(200) }),
  async run(ctx, { path, file }): Promise<RawReply> {
    const key = z.uuid().safeParse(path).data;
    const record = key && (await getDownload(ctx.db, ctx.scope, ownerOf(ctx), key));
    if (!key || !record || (file !== "" && file !== record.fileName)) throw notFound("file", path);
    return reply(ctx, key);
  },
});

/** The data of the page. */
export async function loadDownloadScreen(ctx: PageContext) {
  const view = await loadList(ctx, listDownloads);
  return { ...view, mayRemove: ctx.principal.permissions.has("removeDownload") };
}

/** What the shell shows of the account's files; null without the permission. */
export async function loadPendingDownloads(ctx: OperationContext): Promise<DownloadProgressDto[] | null> {
  return holds(ctx, "viewDownload") ? listPendingDownloads.call(ctx, {}) : null;
}
