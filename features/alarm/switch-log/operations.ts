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
import { readAddress } from "@/lib/resource/list-page";
import type { LogPage } from "@/lib/resource/log-page";
import { csvReply, stampIn } from "@/lib/spreadsheet/csv";
import { findSwitches, findSwitchPage } from "./data";
import { type SwitchLogDto, SwitchLogListQuery } from "./schema";

export const listSwitchLog = defineOperation({
  name: "alarmSwitchLog.list",
  kind: "query",
  permission: "viewAlarmSwitchLog",
  input: SwitchLogListQuery,
  run: (ctx, query): Promise<LogPage<SwitchLogDto>> => findSwitchPage(ctx.db, sightOf(ctx), query),
});

const COLUMNS = ["at", "customer", "carrier", "from", "to", "pausedUntil", "operator", "reason"] as const;

type Look = (key: string) => string;

function cellsOf(look: Look, row: SwitchLogDto, timeZone: string): string[] {
  const stamp = (at: string) => stampIn(new Date(at), timeZone);
  const cells: Record<(typeof COLUMNS)[number], string> = {
    at: stamp(row.at),
    customer: row.customerName,
    carrier: row.carrier.name,
    from: look(`position.${row.from}`),
    to: look(`position.${row.to}`),
    pausedUntil: row.pausedUntil ? stamp(row.pausedUntil) : "",
    operator: row.operator ? `${row.operator.name} (${row.operator.username})` : look("apiKey"),
    reason: row.reason,
  };
  return COLUMNS.map((column) => cells[column]);
}

/** The newest rows that the list's criteria find, as a CSV file. */
export const exportSwitchLog = defineOperation({
  name: "alarmSwitchLog.csv",
  kind: "query",
  permission: "viewAlarmSwitchLog",
  input: SwitchLogListQuery,
  async run(ctx, query): Promise<RawReply> {
    const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
    const messages = await loadMessages(locale);
    const look = createTranslator({ locale, messages, namespace: "alarm-log" }) as unknown as Look;
    const zone = await timeZoneOf(ctx);
    const rows = await findSwitches(ctx.db, sightOf(ctx), query);
    return csvReply(
      [COLUMNS.map((column) => look(`column.${column}`)), ...rows.map((row) => cellsOf(look, row, zone))],
      ctx.now,
      zone,
    );
  },
});

/** What the page shows. */
export async function loadSwitchLogScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, SwitchLogListQuery);
  const [page, customers] = await Promise.all([listSwitchLog.call(ctx, query), customersInSight(ctx.db, ctx.scope)]);
  return { page, ...address, customers };
}
