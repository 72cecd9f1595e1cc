import "server-only";
import { createTranslator } from "use-intl/core";
import type { ReportPeriod, ReportSection } from "@/db/enums";
import { getException } from "@/features/exception/exception.operations";
import { livesOf } from "@/features/lot/record.service";
import { MAXIMUM_RANGE_MS } from "@/features/telemetry/history/limits.rules";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import { conflict, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { findAllCarriers, findCarriers, findCustomer } from "./report.data";
import { MAXIMUM_CARRIERS, MAXIMUM_CHARTED, NAME_LENGTH, type ReportInput, type Subject } from "./report.schema";
import { hasLots, REPORT_TYPE_RULES } from "./sections.rules";
import { periodRange, type Range } from "./template/template.rules";
import { lifeOfTransport } from "./transport.service";
import { openVerification } from "./verification.service";

/** Time shown before and after an exception. */
const AROUND_MS = 6 * 3_600_000;

/**
 * The usual report on a subject, in the caller's language. Throws NOT_FOUND outside the scope, CONFLICT for an exception
 * without a carrier, a transport that was not loaded, a verification without a result, or if there are no or too many carriers.
 */
export async function reportOn(ctx: OperationContext, { about, id = 0, period }: Subject): Promise<ReportInput> {
  switch (about) {
    case "carrier":
      return onCarrier(ctx, id, period as ReportPeriod);
    case "exception":
      return onException(ctx, id);
    case "lot":
      return onLot(ctx, id);
    case "transport":
      return onTransport(ctx, id);
    case "verification":
      return onVerification(ctx, id);
    case "all":
      return onAll(ctx, period as ReportPeriod);
  }
}

const shapeOf = (ctx: OperationContext, name: string) => ({
  name: name.slice(0, NAME_LENGTH),
  locales: [ctx.locale as Locale],
  signatures: [],
  lotIds: [],
  carrierIds: [],
});

const daysOf = ({ from, to }: Range, timeZone: string): string =>
  [from, to - 1].map((at) => dayKey(new Date(at), timeZone)).join(" – ");

async function onCarrier(ctx: OperationContext, id: number, period: ReportPeriod): Promise<ReportInput> {
  const [carrier] = await findCarriers(ctx.db, ctx.scope, [id]);
  if (!carrier) throw notFound("carrier", id);
  const { timeZone } = await findCustomer(ctx.db, ctx.scope, carrier.customerId);
  const range = periodRange(period, ctx.now, timeZone);
  return {
    ...shapeOf(ctx, `${carrier.name} ${daysOf(range, timeZone)}`),
    ...{ ...range, type: "record", carrierIds: [id] },
    sections: [...REPORT_TYPE_RULES.record.sections],
  };
}

async function onException(ctx: OperationContext, id: number): Promise<ReportInput> {
  const { carrier, startedAt, endedAt, withdrawnAt } = await getException.call(ctx, { id });
  if (!carrier) throw conflict("id", "noCarriers", "the exception has no carrier");
  const [place] = await findCarriers(ctx.db, ctx.scope, [carrier.id]);
  if (!place) throw notFound("carrier", carrier.id);
  const { timeZone } = await findCustomer(ctx.db, ctx.scope, place.customerId);
  const now = ctx.now.getTime();
  const [start, end] = [Date.parse(startedAt), Date.parse(endedAt ?? withdrawnAt ?? ctx.now.toISOString())];
  const to = Math.min(startOfDay(new Date(end + AROUND_MS), timeZone, 1).getTime(), now);
  const from = Math.max(startOfDay(new Date(start - AROUND_MS), timeZone).getTime(), to - MAXIMUM_RANGE_MS);
  return {
    ...shapeOf(ctx, `${place.name} ${dayKey(new Date(start), timeZone)}`),
    ...{ type: "excursions", carrierIds: [place.id], from, to },
    sections: [...REPORT_TYPE_RULES.excursions.sections],
  };
}

async function onLot(ctx: OperationContext, id: number): Promise<ReportInput> {
  const [life] = await livesOf(ctx, [id]);
  if (!life) throw notFound("lot", id);
  return {
    ...shapeOf(ctx, `${life.product} ${life.number}`),
    ...{ type: "lot", lotIds: [id], from: undefined, to: undefined },
    sections: [...REPORT_TYPE_RULES.lot.sections],
  };
}

async function onTransport(ctx: OperationContext, id: number): Promise<ReportInput> {
  const { transport } = await lifeOfTransport(ctx, id);
  const [from, to] = [transport.stops[0]?.name, transport.stops.at(-1)?.name];
  const { sections } = REPORT_TYPE_RULES.transport;
  return {
    ...shapeOf(ctx, `${transport.number} ${[from, to].filter(Boolean).join(" – ")}`.trim()),
    ...{ type: "transport", transportId: id, from: undefined, to: undefined },
    sections: sections.filter((one) => transport.lots.length > 0 || !hasLots([one])),
  };
}

async function onVerification(ctx: OperationContext, id: number): Promise<ReportInput> {
  const { task } = await openVerification(ctx, id);
  const { sections } = REPORT_TYPE_RULES.verification;
  return {
    ...shapeOf(ctx, `${task.number} ${task.carrier.name ?? ""} ${task.name}`.trim()),
    ...{ type: "verification", verificationId: id, from: undefined, to: undefined },
    sections: sections.filter((one) => one !== "tests" || task.tests.length > 0),
  };
}

async function onAll(ctx: OperationContext, period: ReportPeriod): Promise<ReportInput> {
  const customerId = workingCustomer(ctx);
  if (customerId === undefined) throw notFound("customer", 0);
  const carrierIds = await findAllCarriers(ctx.db, ctx.scope, customerId, MAXIMUM_CARRIERS + 1);
  if (carrierIds.length === 0) throw conflict("id", "noCarriers", "there is no carrier");
  if (carrierIds.length > MAXIMUM_CARRIERS) throw conflict("id", "tooManyCarriers", "too many", MAXIMUM_CARRIERS);
  const { timeZone } = await findCustomer(ctx.db, ctx.scope, customerId);
  const range = periodRange(period, ctx.now, timeZone);
  const locale = ctx.locale as Locale;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "report-button" as never });
  const sections: readonly ReportSection[] = REPORT_TYPE_RULES.record.chosen;
  return {
    ...shapeOf(ctx, `${(t as unknown as (key: string) => string)("name")} ${daysOf(range, timeZone)}`),
    ...{ ...range, type: "record", carrierIds },
    sections: sections.filter((one) => one !== "charts" || carrierIds.length <= MAXIMUM_CHARTED),
  };
}
