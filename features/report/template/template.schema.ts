import { z } from "zod";
import { REPORT_PERIODS, type ReportPeriod } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds } from "@/lib/validation/fields";
import { checkSections, MAXIMUM_CARRIERS, type ReportChoiceDto, type ReportDto, SHAPE_FIELDS } from "../report.schema";
import { TEMPLATE_TYPES } from "../sections.rules";

/** Places of one template. */
const MAXIMUM_PLACES = 100;

/** A saved report: all but its range, which follows from the period when it is used. */
export const TemplateInput = z
  .strictObject({
    ...SHAPE_FIELDS,
    type: z.enum(TEMPLATE_TYPES),
    carrierIds: recordIds(MAXIMUM_CARRIERS).default([]),
    sceneIds: recordIds(MAXIMUM_PLACES).default([]),
    period: z.enum(REPORT_PERIODS),
  })
  .superRefine((template, ctx) => {
    checkSections(template, ctx);
    if (template.carrierIds.length + template.sceneIds.length === 0)
      ctx.addIssue({ code: "custom", path: ["carrierIds"], params: { rule: "required" }, message: "is required" });
  });
export type TemplateInput = z.output<typeof TemplateInput>;

export const TemplateListQuery = listQuery({
  sort: ["name", "type", "createdAt"],
  filters: { type: z.enum(TEMPLATE_TYPES).optional(), customerId: recordId().optional() },
});
export type TemplateListQuery = z.output<typeof TemplateListQuery>;

export type TemplateDto = Pick<ReportDto, "id" | "customerId" | "name" | "type" | "carrierIds" | "sections"> &
  Pick<ReportDto, "locales" | "signatures" | "createdAt"> & {
    sceneIds: number[];
    period: ReportPeriod;
    version: number;
  };

/** A template as shown: its carriers and places by name, and how many reports were made from it. */
export type TemplateRowDto = TemplateDto & { customerName: string; choices: ReportChoiceDto[]; reports: number };
