import "server-only";
import { randomBytes } from "node:crypto";
import { livesOf } from "@/features/lot/record.service";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { conflict, notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import {
  findCarriers,
  findCustomer,
  findFiles,
  getReport,
  insertReport,
  ownerOf,
  queueReport,
  type ReportFile,
} from "./report.data";
import type { ReportDto, ReportInput } from "./report.schema";
import { REPORT_TYPE_RULES } from "./sections.rules";
import { lifeOfTransport } from "./transport.service";
import { openVerification } from "./verification.service";

/** Who a report says that it was made by, and the console's origin for them; null outside a request. */
export type Asker = { userId: number | null; author: string; origin: string | null };

export function askerOf({ actor }: OperationContext, origin: string | null): Asker {
  if (actor.type === "user") return { userId: actor.principal.user.id, author: actor.principal.user.name, origin };
  return { userId: null, author: actor.type === "key" ? actor.name : "", origin };
}

/** The fields of a report that its audit row has. */
export const auditedReport = ({ from, to, ...dto }: ReportDto) => {
  const { type, name, carrierIds, lotIds, transportId, verificationId, sections, locales, signatures } = dto;
  const { templateId, version } = dto;
  return {
    ...{ type, name, carrierIds, sections, locales, signatures, version },
    ...(lotIds.length > 0 && { lotIds }),
    ...(transportId !== null && { transportId }),
    ...(verificationId !== null && { verificationId }),
    ...(templateId !== null && { templateId }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
};

/** The customer of lots, where they were and when. Throws as `ownerOf`, also for a lot that was outside the scope. */
async function lotsOf(ctx: OperationContext, lotIds: readonly number[]) {
  const lives = await livesOf(ctx, lotIds);
  for (const id of lotIds) if (!lives.some((life) => life.lotId === id)) throw notFound("lot", id);
  const owners = new Set(lives.map(({ customerId }) => customerId));
  if (owners.size > 1) throw conflict("lotIds", "sameCustomer", "are of several customers");
  const carrierIds = [...new Set(lives.flatMap((life) => life.carrierIds))];
  // Whoever sees the report sees all of its carriers.
  if ((await findCarriers(ctx.db, ctx.scope, carrierIds)).length < carrierIds.length)
    throw conflict("lotIds", "lotElsewhere", "were also in carriers outside the scope");
  const [now, last] = [ctx.now.getTime(), Math.max(...lives.map(({ to }) => to ?? ctx.now.getTime()))];
  return {
    customerId: (lives[0] as { customerId: number }).customerId,
    carrierIds,
    range: { from: Math.min(...lives.map(({ from }) => from ?? now)), to: Math.min(last, now) },
  };
}

/** The customer, the carriers and the range of what is asked for. */
async function subjectOf(ctx: OperationContext, input: ReportInput) {
  const { type, lotIds, transportId, verificationId, carrierIds, from, to } = input;
  switch (REPORT_TYPE_RULES[type].about) {
    case "lots":
      return lotsOf(ctx, lotIds);
    case "transport":
      return lifeOfTransport(ctx, transportId as number);
    case "verification":
      return openVerification(ctx, verificationId as number);
    case "carriers":
      return {
        customerId: await ownerOf(ctx, carrierIds),
        carrierIds,
        range: { from: from as number, to: to as number },
      };
  }
}

/**
 * Asks for a report, which the worker makes after the transaction. Throws NOT_FOUND for what is outside the scope,
 * CONFLICT for carriers or lots of several customers, or what the caller may only see in part. The caller writes the audit row (`auditedReport`).
 */
export async function askForReport(
  ctx: OperationContext,
  { from, to, ...values }: ReportInput,
  asker: Asker,
  templateId: number | null = null,
): Promise<ReportDto> {
  const { customerId, carrierIds, range } = await subjectOf(ctx, { from, to, ...values });
  await lockActiveCustomer(ctx.db, customerId);
  const { timeZone } = await findCustomer(ctx.db, ctx.scope, customerId);
  const id = await insertReport(ctx.db, ctx.scope, {
    ...values,
    ...asker,
    ...{ customerId, carrierIds, timeZone, templateId, transportId: values.transportId ?? null },
    verificationId: values.verificationId ?? null,
    fromAt: new Date(range.from),
    toAt: new Date(range.to),
    checkKey: randomBytes(16).toString("base64url"),
    createdAt: ctx.now,
  });
  await queueReport(ctx.db, { id, version: 1 });
  return (await getReport(ctx.db, ctx.scope, id)).dto;
}

/** The newest file of a report in each of its languages. */
export async function findNewest(db: Db, reportId: number): Promise<ReportFile[]> {
  const files = await findFiles(db, reportId);
  return files.filter((file, index) => files.findIndex((one) => one.locale === file.locale) === index);
}
