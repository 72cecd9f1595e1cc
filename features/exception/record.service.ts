import "server-only";
import { cache } from "react";
import { CARRIER_SUBJECT, DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { listExceptions } from "./exception.operations";
import { orderRight } from "./exception.rules";
import { ExceptionListQuery } from "./exception.schema";
import { countExceptions } from "./list.data";
import { findSubject } from "./record.data";
import { About } from "./record.schema";

/** The exceptions of the carrier or device in the URL. Throws NOT_FOUND if it names none. */
export const loadExceptionRecord = cache(async (ctx: PageContext) => {
  const { carrierId, deviceId } = tolerant(About, ctx.search);
  const about: About = carrierId ? { carrierId } : { deviceId };
  const subject = carrierId || deviceId ? await findSubject(ctx.db, ctx.scope, about) : undefined;
  if (!subject) throw notFound(carrierId ? "carrier" : "device", carrierId ?? deviceId ?? "");
  const { carrierId: _, deviceId: __, sceneId: ___, ...criteria } = tolerant(ExceptionListQuery, ctx.search);
  const [page, summary] = await Promise.all([
    listExceptions.call(ctx, { ...criteria, ...about }),
    countExceptions(ctx.db, ctx.scope, { ...criteria, ...about }),
  ]);
  const understood = Object.keys(criteria).filter((name) => ctx.search[name] !== undefined);
  const { permissions, customer } = ctx.principal;
  const code = subject.what === "carrier" ? CARRIER_SUBJECT[subject.member] : DEVICE_SUBJECT[subject.member];
  return {
    subject,
    page,
    summary,
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: {
      start: criteria.iDisplayStart,
      length: criteria.iDisplayLength,
      sort: criteria.sort,
      dir: criteria.dir,
    },
    rights: {
      acknowledge: permissions.has("acknowledgeEx"),
      handle: permissions.has("handleEx"),
      remove: permissions.has("removeEx"),
      history: permissions.has("viewHistory"),
      lots: permissions.has("viewLot"),
      report: permissions.has("newReport"),
      order: orderRight(permissions),
      open: holds(ctx, `view${code}`),
    },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
});

export type ExceptionRecord = Awaited<ReturnType<typeof loadExceptionRecord>>;
