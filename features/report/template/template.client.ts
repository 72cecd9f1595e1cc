import { callService } from "@/lib/http/call-service";
import { saveRecord } from "@/lib/http/save-record";
import type { ReportDto } from "../report.schema";
import type { TemplateDto, TemplateInput } from "./template.schema";

export const TEMPLATE_PATH = "/service/reportTemplate";

/** Creates a template, or updates the one with this id. */
export const saveTemplate = (id: number | null, values: TemplateInput): Promise<TemplateDto> =>
  saveRecord(TEMPLATE_PATH, id, values);

/** Makes a report of the template's period. */
export const runTemplate = (id: number) =>
  callService<ReportDto>(`${TEMPLATE_PATH}/${id}/use`, { method: "POST", body: {} });
