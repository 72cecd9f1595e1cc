import "server-only";
import { createTranslator } from "use-intl/core";
import { timeZoneOf } from "@/lib/auth/time-zone";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import { csvReply, stampIn } from "@/lib/spreadsheet/csv";
import { findLog } from "../data";
import { reachOf } from "../operations";
import { entityText, type Look, operationText } from "../rules";
import { type SysLogDetailDto, SysLogListQuery } from "../schema";

const COLUMNS = [
  "time",
  "customer",
  "sequence",
  "operator",
  "address",
  "entity",
  "operation",
  "method",
  "record",
  "result",
  "reason",
  "old",
  "new",
] as const;

const jsonOf = (values: Record<string, unknown> | null) => (values === null ? "" : JSON.stringify(values));

function lineOf(look: Look, row: SysLogDetailDto, time: string): string[] {
  const cells: Record<(typeof COLUMNS)[number], string> = {
    time,
    customer: row.customerName,
    sequence: String(row.sequence),
    operator: row.actorName,
    address: row.address,
    entity: entityText(look, row.entity),
    operation: operationText(look, row.operation, row.entity),
    method: row.operation,
    record: row.entityId,
    result: look(`result.${row.result}`),
    reason: row.reason ?? "",
    old: jsonOf(row.oldValues),
    new: jsonOf(row.newValues),
  };
  return COLUMNS.map((column) => cells[column]);
}

/** The newest rows that the list's criteria find, as a CSV file (RFC 4180, UTF-8 with a byte order mark). */
export const exportSysLog = defineOperation({
  name: "sysLog.csv",
  kind: "query",
  permission: "viewSysLog",
  input: SysLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
    const messages = await loadMessages(locale);
    const look = createTranslator({ locale, messages, namespace: "audit" }) as unknown as Look;
    const rows = await findLog(ctx.db, ctx.scope, query, await reachOf(ctx));
    const zone = await timeZoneOf(ctx);
    const header = COLUMNS.map((column) => look(`csv.${column}`));
    const lines = rows.map((row) => lineOf(look, row, stampIn(new Date(row.at), zone)));
    return csvReply([header, ...lines], ctx.now, zone);
  },
});
