import "server-only";
import { z } from "zod";
import { EXCEPTION_TYPES } from "@/db/enums";
import { namedChoices } from "@/lib/i18n/named-choices";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { type Page, tolerant } from "@/lib/resource/list-query";
import { findException, findExceptions, seesCarrier, seesDevice } from "./exception.data";
import { orderRight } from "./exception.rules";
import {
  type ExceptionDto,
  ExceptionId,
  ExceptionListQuery,
  type ExceptionSummaryDto,
  type OpenedExceptionDto,
  SummaryQuery,
} from "./exception.schema";
import { withFigures } from "./figures/figures.service";
import { closingOf } from "./handling/closing.service";
import { refusal } from "./handling/rules";
import { countExceptions, findExceptionIds } from "./list.data";

export const listExceptions = defineOperation({
  name: "exception.list",
  kind: "query",
  permission: "viewEx",
  input: ExceptionListQuery,
  async run({ db, scope, now }, query): Promise<Page<ExceptionDto>> {
    const { carrierId, deviceId } = query;
    if (carrierId && !(await seesCarrier(db, scope, carrierId))) throw refusal.carrierNotFound(carrierId);
    if (deviceId && !(await seesDevice(db, scope, deviceId))) throw refusal.deviceNotFound(deviceId);
    const { items, total } = await findExceptionIds(db, scope, query, now);
    return { items: await withFigures({ db, now }, await findExceptions(db, scope, items, now)), total };
  },
});

/** The types of exceptions (`ex_catalog`), named in the language of the request. */
export const lookUpExceptionTypes = defineOperation({
  name: "exceptionType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ locale }) => namedChoices(EXCEPTION_TYPES, "exception.type", locale),
});

/** One exception with its notices and audit trail. */
export const getException = defineOperation({
  name: "exception.get",
  kind: "query",
  permission: "viewEx",
  input: ExceptionId,
  async run(ctx, { id }): Promise<OpenedExceptionDto> {
    const { db, scope, now } = ctx;
    const found = await findException(db, scope, id, now);
    if (!found) throw refusal.recordNotFound(id);
    const [shown = found] = await withFigures({ db, now }, [found]);
    return { ...shown, closing: await closingOf(ctx, found) };
  },
});

/** The pending counts within the criteria of the list. */
export const summariseExceptions = defineOperation({
  name: "exception.summary",
  kind: "query",
  permission: "viewEx",
  input: SummaryQuery,
  run: ({ db, scope }, query): Promise<ExceptionSummaryDto> => countExceptions(db, scope, query),
});

/** The texts of the list with its records, those of other features' parts included. */
export const EXCEPTION_MESSAGES = [
  ...(["common", "error", "exception", "acknowledge", "notice-log", "signature"] as const),
  ...(["lot", "report-button", "workOrder"] as const),
];

/** The data of the list page: the valid criteria of the URL, the rows and the pending counts. */
export async function loadExceptionScreen(ctx: PageContext, isMonitored: (ctx: PageContext) => Promise<boolean>) {
  const query = tolerant(ExceptionListQuery, ctx.search);
  const { carrierId, deviceId } = query;
  // A link to a deleted carrier or device shows an empty list; the operation itself would throw.
  const isKnown =
    (!carrierId || (await seesCarrier(ctx.db, ctx.scope, carrierId))) &&
    (!deviceId || (await seesDevice(ctx.db, ctx.scope, deviceId)));
  const [page, summary] = await Promise.all([
    isKnown ? listExceptions.call(ctx, query) : { items: [], total: 0 },
    isKnown ? summariseExceptions.call(ctx, query) : { open: 0, unacknowledged: 0, unprocessed: 0 },
  ]);
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  const { permissions } = ctx.principal;
  return {
    page,
    summary,
    // Only an empty list needs to know.
    isMonitored: page.total > 0 || (await isMonitored(ctx)),
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: {
      acknowledge: permissions.has("acknowledgeEx"),
      handle: permissions.has("handleEx"),
      remove: permissions.has("removeEx"),
      history: permissions.has("viewHistory"),
      lots: permissions.has("viewLot"),
      report: permissions.has("newReport"),
      order: orderRight(permissions),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}
