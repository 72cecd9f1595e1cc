import "server-only";
import { knownReason } from "@/features/exception/figures/timeline.rules";
import { auditTaken } from "@/features/file/taken.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { listExport, until } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { LogPage } from "@/lib/resource/log-page";
import { csvTable, type Look } from "@/lib/spreadsheet/csv-table";
import { findNoticePage, findNotices, getNotice } from "./data";
import { type NoticeLogDetailDto, type NoticeLogDto, NoticeLogListQuery } from "./schema";

export const listNoticeLog = defineOperation({
  name: "noticeLog.list",
  kind: "query",
  permission: "viewNoticeLog",
  input: NoticeLogListQuery,
  run: ({ db, scope }, query): Promise<LogPage<NoticeLogDto>> => findNoticePage(db, scope, query),
});

/** One attempt with its message, the message's other attempts, and the other exceptions that it reported. */
export const getNoticeLog = defineOperation({
  name: "noticeLog.get",
  kind: "query",
  permission: "viewNoticeLog",
  input: ById,
  run: ({ db, scope }, { id }): Promise<NoticeLogDetailDto> => getNotice(db, scope, id),
});

const COLUMNS = [
  "at",
  "customer",
  "contact",
  "recipient",
  "channel",
  "type",
  "status",
  "reason",
  "attempt",
  "remark",
  "place",
  "exception",
  "content",
] as const;

function cellsOf(
  row: NoticeLogDto,
  look: Look,
  stamp: (at: string) => string,
): Record<(typeof COLUMNS)[number], string> {
  const known = knownReason(row.reason);
  return {
    at: stamp(row.at),
    customer: row.customerName,
    contact: row.contactName,
    recipient: row.recipient,
    channel: look(`channel.${row.channel}`),
    type: look(`type.${row.type}`),
    status: look(`status.${row.status}`),
    reason: known ? look(`reason.${known.key}`, { detail: known.detail }) : row.reason,
    attempt: String(row.attempt),
    remark: row.remark ? look(`remark.${row.remark}`) : "",
    place: row.carrier?.name ?? row.deviceName ?? "",
    exception: row.exceptionId === null ? "" : String(row.exceptionId),
    content: row.content ?? "",
  };
}

/** The newest attempts that match the list's filters, as a CSV file. */
export const exportNoticeLog = defineOperation({
  name: "noticeLog.csv",
  kind: "query",
  permission: "viewNoticeLog",
  input: NoticeLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const rows = await findNotices(ctx.db, ctx.scope, query);
    await auditTaken(ctx, "noticeLog", query);
    return csvTable(ctx, { namespace: "notice-log", headers: "column", columns: COLUMNS, rows, cells: cellsOf });
  },
});

/** The attempts that match the list's filters. */
export const noticeLogExport = listExport({
  kind: "noticeLog",
  permission: "viewNoticeLog",
  input: NoticeLogListQuery,
  headers: "notice-log.column",
  columns: {
    at: 28,
    customer: 24,
    contact: 20,
    recipient: 24,
    channel: 12,
    type: 12,
    status: 12,
    reason: 30,
    attempt: 10,
    remark: 30,
    place: 24,
    exception: 12,
    content: 60,
  } satisfies Record<(typeof COLUMNS)[number], number>,
  page: (ctx, query) => findNoticePage(ctx.db, ctx.scope, until(ctx, query)),
  cells: (row: NoticeLogDto, { look, stamp }) => cellsOf(row, look("notice-log"), (at) => stamp(at) ?? ""),
});

/** Loads the page, and determines which records its rows can link to. */
export async function loadNoticeLogScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, NoticeLogListQuery);
  const [page, customers] = await Promise.all([listNoticeLog.call(ctx, query), visibleCustomers(ctx.db, ctx.scope)]);
  return {
    page,
    ...address,
    customers,
    links: { exceptions: ctx.principal.permissions.has("viewEx"), carrierTypes: visibilityOf(ctx).types },
  };
}
