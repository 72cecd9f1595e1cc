import "server-only";
import { cache } from "react";
import { visibilityOf } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { findLogDays } from "./audit.data";
import { listSysLog } from "./audit.operations";
import { SysLogListQuery } from "./audit.schema";
import { findSubject } from "./record.data";
import type { SubjectDto } from "./record.schema";

/** The changes of the one record that the URL names. Throws NOT_FOUND if it names none. */
export const loadOperationRecord = cache(async (ctx: PageContext) => {
  const query = tolerant(SysLogListQuery, ctx.search);
  const { carrierId, deviceId, entity, entityId } = query;
  const isPlaced = carrierId !== undefined || deviceId !== undefined;
  if (!isPlaced && (!entity || !entityId)) throw notFound("record", entityId ?? "");
  const known = isPlaced ? await findSubject(ctx.db, visibilityOf(ctx), query) : undefined;
  if (isPlaced && !known) throw notFound(carrierId ? "carrier" : "device", carrierId ?? deviceId ?? 0);
  const [page, days] = await Promise.all([listSysLog.call(ctx, query), findLogDays(ctx.db)]);
  const named = page.items.find((row) => row.entityId === entityId)?.entityName ?? null;
  const subject: SubjectDto = known ?? { what: "record", entity: entity ?? "", entityId: entityId ?? "", name: named };
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  return {
    subject,
    page,
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    customerId: ctx.principal.customer.id,
    days,
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
});
