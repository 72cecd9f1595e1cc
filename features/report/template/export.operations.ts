import "server-only";
import { listExport } from "@/lib/export/list-export";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { templateStore, withNames } from "./template.data";
import { TemplateListQuery, type TemplateRowDto } from "./template.schema";

const COLUMNS = {
  name: 40,
  type: 24,
  carriers: 60,
  period: 16,
  locales: 24,
  signatures: 30,
  reports: 12,
  customer: 24,
};

/** The report templates that match the list's criteria, in its order. */
export const reportTemplateExport = listExport({
  kind: "reportTemplate",
  permission: "viewReport",
  input: TemplateListQuery,
  headers: "report.template.column",
  columns: COLUMNS,
  page: async (ctx, query) => withNames(ctx, await templateStore.find(ctx, query)),
  cells(row: TemplateRowDto, { look }) {
    const t = look("report");
    return {
      name: row.name,
      type: t(`type.${row.type}`),
      carriers: row.choices.map(({ name }) => name).join("; "),
      period: t(`period.${row.period}`),
      locales: row.locales.map((one) => LOCALE_NAMES[one]).join(", "),
      signatures: row.signatures.map((one) => t(`signature.${one}`)).join(" → ") || t("template.none"),
      reports: row.reports,
      customer: row.customerName,
    };
  },
});
