import "server-only";
import { requestOrigin } from "@/lib/http/request-origin";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { crud } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { askerOf, auditedReport } from "../create.service";
import type { ReportDto } from "../report.schema";
import { templateStore, withNames } from "./template.data";
import { TemplateInput, TemplateListQuery, type TemplateRowDto } from "./template.schema";
import { reportFromTemplate } from "./template.service";

const list = defineOperation({
  name: "reportTemplate.list",
  kind: "query",
  permission: "viewReport",
  input: TemplateListQuery,
  run: async (ctx, query): Promise<Page<TemplateRowDto>> => withNames(ctx, await templateStore.find(ctx, query)),
});

const get = defineOperation({
  name: "reportTemplate.get",
  kind: "query",
  permission: "viewReport",
  input: ById,
  async run(ctx, { id }): Promise<TemplateRowDto> {
    const { items } = await withNames(ctx, { items: [await templateStore.get(ctx, id)], total: 1 });
    return items[0] as TemplateRowDto;
  },
});

/** Makes a report from a template, of its period before now. */
const use = defineOperation({
  name: "reportTemplate.use",
  kind: "mutation",
  permission: "newReport",
  input: ById,
  async run(ctx, { id }): Promise<ReportDto> {
    const made = await reportFromTemplate(ctx, { templateId: id, asker: askerOf(ctx, await requestOrigin()) });
    ctx.audit({ customerId: made.customerId, new: auditedReport(made) });
    return made;
  },
  audit: { entity: "report", id: ({ id }) => id },
});

/** What customers report on again and again. */
export const templates = {
  ...crud({ subject: "Report", listQuery: TemplateListQuery, input: TemplateInput, store: templateStore }),
  list,
  get,
  use,
};
