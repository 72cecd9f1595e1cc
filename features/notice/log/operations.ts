import "server-only";
import { createTranslator } from "use-intl/core";
import { customersInSight } from "@/lib/auth/customers-in-sight";
import { sightOf } from "@/lib/auth/sight";
import { timeZoneOf } from "@/lib/auth/time-zone";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { LogPage } from "@/lib/resource/log-page";
import { csvReply, stampIn } from "@/lib/spreadsheet/csv";
import { findNoticePage, findNotices, getNotice } from "./data";
import { knownReason } from "./rules";
import { type NoticeLogDetailDto, type NoticeLogDto, NoticeLogListQuery } from "./schema";

export const listNoticeLog = defineOperation({
  name: "noticeLog.list",
  kind: "query",
  permission: "viewNoticeLog",
  input: NoticeLogListQuery,
  run: ({ db, scope }, query): Promise<LogPage<NoticeLogDto>> => findNoticePage(db, scope, query),
});

/** One attempt with its message, the other attempts of it, and what else it told of. */
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
  "place",
  "exception",
  "content",
] as const;

type Look = (key: string, values?: Record<string, string>) => string;

function cellsOf(look: Look, row: NoticeLogDto, timeZone: string): string[] {
  const known = knownReason(row.reason);
  const cells: Record<(typeof COLUMNS)[number], string> = {
    at: stampIn(new Date(row.at), timeZone),
    customer: row.customerName,
    contact: row.contactName,
    recipient: row.recipient,
    channel: look(`channel.${row.channel}`),
    type: look(`type.${row.type}`),
    status: look(`status.${row.status}`),
    reason: known ? look(`reason.${known.key}`, { detail: known.detail }) : row.reason,
    attempt: String(row.attempt),
    place: row.carrier?.name ?? row.deviceName ?? "",
    exception: row.exceptionId === null ? "" : String(row.exceptionId),
    content: row.content ?? "",
  };
  return COLUMNS.map((column) => cells[column]);
}

/** The newest attempts that the list's criteria find, as a CSV file. */
export const exportNoticeLog = defineOperation({
  name: "noticeLog.csv",
  kind: "query",
  permission: "viewNoticeLog",
  input: NoticeLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
    const messages = await loadMessages(locale);
    const look = createTranslator({ locale, messages, namespace: "notice-log" }) as unknown as Look;
    const zone = await timeZoneOf(ctx);
    const rows = await findNotices(ctx.db, ctx.scope, query);
    return csvReply(
      [COLUMNS.map((column) => look(`column.${column}`)), ...rows.map((row) => cellsOf(look, row, zone))],
      ctx.now,
      zone,
    );
  },
});

/** What the page shows, and where its rows may lead. */
export async function loadNoticeLogScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, NoticeLogListQuery);
  const [page, customers] = await Promise.all([listNoticeLog.call(ctx, query), customersInSight(ctx.db, ctx.scope)]);
  return {
    page,
    ...address,
    customers,
    links: { exceptions: ctx.principal.permissions.has("viewEx"), carrierTypes: sightOf(ctx).types },
  };
}
