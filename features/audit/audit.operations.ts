import "server-only";
import { z } from "zod";
import { verifyChain } from "@/lib/audit/verify-chain";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { tolerant, understoodOf } from "@/lib/resource/list-query";
import type { LogPage } from "@/lib/resource/log-page";
import { assertVisible, findLogDays, findLogPage, findNames, getLogRow, saveLogDays } from "./audit.data";
import { isLogDays, LOG_DAYS } from "./audit.rules";
import {
  type LoginLogDto,
  LoginLogListQuery,
  type LogSettingDto,
  LogSettingInput,
  type LogSettingResultDto,
  type SysLogDto,
  SysLogListQuery,
  type SysLogRowDto,
  type VerifyDto,
  VerifyQuery,
} from "./audit.schema";
import { findLoginLog } from "./login.data";

const DAY_MS = 86_400_000;

/** How far a list without `from` reaches back. Older rows are retained: `from` finds them and the chain covers them. */
export async function reachOf({ db, now }: OperationContext): Promise<Date> {
  return new Date(now.getTime() - (await findLogDays(db)) * DAY_MS);
}

export const listSysLog = defineOperation({
  name: "sysLog.list",
  kind: "query",
  permission: "viewSysLog",
  input: SysLogListQuery,
  run: async (ctx, query): Promise<LogPage<SysLogDto>> => findLogPage(ctx.db, ctx.scope, query, await reachOf(ctx)),
});

/** One row with the old and new values, in canonical units, and its position in the chain. */
export const getSysLog = defineOperation({
  name: "sysLog.get",
  kind: "query",
  permission: "viewSysLog",
  input: ById,
  run: ({ db, scope }, { id }): Promise<SysLogRowDto> => getLogRow(db, scope, id),
});

/** The default chain: that of the customer that the actor works for. */
function ownCustomer({ actor }: OperationContext): number {
  if (actor.type === "user") return actor.principal.customer.id;
  return actor.type === "key" || actor.type === "device" ? actor.customerId : 1;
}

/**
 * Verifies a customer's chain and returns the first broken row. A long chain takes several calls: each continues from
 * the `next` of the previous one.
 */
export const verifySysLog = defineOperation({
  name: "sysLog.verify",
  kind: "query",
  permission: "verifySysLog",
  input: VerifyQuery,
  async run(ctx, { customerId = ownCustomer(ctx), after }): Promise<VerifyDto> {
    assertVisible(ctx.scope, customerId);
    const verdict = await verifyChain(ctx.db, customerId, { after });
    return { ok: verdict.firstBroken === null, isWhole: verdict.next === null, ...verdict };
  },
});

export const listLoginLog = defineOperation({
  name: "loginLog.list",
  kind: "query",
  permission: "viewLoginLog",
  input: LoginLogListQuery,
  run: async (ctx, query): Promise<LogPage<LoginLogDto>> => findLoginLog(ctx.db, ctx.scope, query, await reachOf(ctx)),
});

export const getLogSetting = defineOperation({
  name: "sysLog.setting",
  kind: "query",
  permission: "viewSysLog",
  input: z.strictObject({}),
  run: async ({ db }): Promise<LogSettingDto> => ({ days: await findLogDays(db) }),
});

/**
 * Sets how many days of the log are shown. Nothing is deleted: rows of a chain depend on each other, and the trail is
 * retained as long as the records that it is about.
 */
export const setLogSetting = defineOperation({
  name: "sysLog.set",
  kind: "mutation",
  permission: "editSysLog",
  input: LogSettingInput,
  async run({ tx, audit }, { days }): Promise<LogSettingResultDto> {
    const old = await findLogDays(tx);
    if (!isLogDays(days)) {
      audit({ reason: `not set: ${days} is not a whole number from ${LOG_DAYS.minimum} to ${LOG_DAYS.maximum}` });
      return { code: 0, days: old };
    }
    await saveLogDays(tx, days);
    audit({ old: { days: old }, new: { days } });
    return { code: 1, days };
  },
  audit: { entity: "parameter", id: () => "retention.logDays" },
});

/** Loads the page: the changes, or the logins if the URL requests them and the account may view them. */
export async function loadSysLogScreen(ctx: PageContext) {
  const { permissions, customer } = ctx.principal;
  const rights = {
    verify: permissions.has("verifySysLog"),
    set: permissions.has("editSysLog"),
    logins: permissions.has("viewLoginLog"),
  };
  const isLogins = ctx.search.view === "logins" && rights.logins;
  const schema = isLogins ? LoginLogListQuery : SysLogListQuery;
  const query = tolerant(schema as typeof SysLogListQuery, ctx.search);
  const [names, customers, days] = await Promise.all([
    findNames(ctx.db, ctx.scope),
    visibleCustomers(ctx.db, ctx.scope),
    findLogDays(ctx.db),
  ]);
  return {
    shown: isLogins
      ? { view: "logins" as const, page: await listLoginLog.call(ctx, query) }
      : { view: "changes" as const, page: await listSysLog.call(ctx, query) },
    values: {
      ...understoodOf(schema, ctx.search),
      ...(isLogins && { view: "logins" }),
    },
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    names,
    customers,
    customerId: customer.id,
    days,
    rights,
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
