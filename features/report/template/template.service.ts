import "server-only";
import { lotsAt } from "@/features/lot/record.service";
import type { Scope } from "@/lib/auth/scope";
import { conflict } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { type Asker, askForReport, findNewest } from "../create.service";
import { findCustomer, getReport, type ReportFile } from "../report.data";
import { MAXIMUM_LOTS, type ReportDto } from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";
import { assertReportable, findOrigin, findTemplateCarriers, templateStore } from "./template.data";
import { periodRange, type Range } from "./template.rules";
import type { TemplateDto } from "./template.schema";

type Asked = {
  templateId: number;
  /** Epoch ms; by default the template's period before `ctx.now`. */
  range?: Range | undefined;
  /** Who the report says that it was made by. */
  asker: Asker;
};

/**
 * Makes a report from a template within the caller's transaction (`ctx.db`), and in its scope; the worker makes the
 * document after the commit. Throws NOT_FOUND for a template outside the scope, CONFLICT if none or too many of its
 * carriers or lots are left. The caller writes the audit row (`auditedReport`).
 */
export async function reportFromTemplate(
  ctx: OperationContext,
  { templateId, range, asker }: Asked,
): Promise<ReportDto> {
  const template = await templateStore.get(ctx, templateId);
  const { timeZone } = await findCustomer(ctx.db, ctx.scope, template.customerId);
  const { from, to } = range ?? periodRange(template.period, ctx.now, timeZone);
  const carrierIds = await findTemplateCarriers(ctx.db, ctx.scope, template);
  assertReportable(carrierIds.length, template);
  const { type, name, sections, locales, signatures } = template;
  const subject =
    REPORT_TYPE_RULES[type].about === "lots"
      ? { carrierIds: [], lotIds: await lotIdsOf(ctx, { carrierIds, from, to }) }
      : { carrierIds, lotIds: [] };
  const origin = asker.origin ?? (await findOrigin(ctx.db, template.id));
  const values = { type, name, sections, locales, signatures, ...subject, from, to };
  return askForReport(ctx, values, { ...asker, origin }, template.id);
}

async function lotIdsOf(ctx: OperationContext, at: { carrierIds: number[] } & Range): Promise<number[]> {
  const { ids, total } = await lotsAt(ctx, at, MAXIMUM_LOTS);
  if (total === 0) throw conflict("carrierIds", "noLots", "no lot was there");
  if (total > MAXIMUM_LOTS) throw conflict("carrierIds", "tooManyLots", "too many lots", MAXIMUM_LOTS);
  return ids;
}

/** A template in scope. Throws NOT_FOUND. */
export const getTemplate = (ctx: OperationContext, id: number): Promise<TemplateDto> => templateStore.get(ctx, id);

/** How far a report is, and its newest file in each language, which can be read with `openFile`. Throws NOT_FOUND. */
export async function reportOutcome(
  db: Db,
  scope: Scope,
  id: number,
): Promise<Pick<ReportDto, "name" | "state" | "failure"> & { files: ReportFile[] }> {
  const { dto } = await getReport(db, scope, id);
  const { name, state, failure, version } = dto;
  const files = await findNewest(db, id);
  return { name, state, failure, files: files.filter((file) => file.version === version) };
}
