import type { ExceptionType } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Locale } from "@/lib/i18n/routing";
import type { GuidanceQuery } from "./guidance.schema";

/** The query parameters of a selection; undefined ones are left out. */
export function paramsOf(selection: Partial<GuidanceQuery>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) if (value !== undefined) query.set(name, String(value));
  return query;
}

export const guidanceHref = (selection: Partial<GuidanceQuery>): string => `/count/guidance?${paramsOf(selection)}`;
export const csvHref = (selection: Partial<GuidanceQuery>): string =>
  `/service/count/guidance/csv?${paramsOf(selection)}`;

/** The list of these exceptions. */
export const evidenceHref = (ids: readonly number[]): string => `/abnormal/dataex?ids=${ids.join(",")}`;

export const saveText = (values: { type: ExceptionType; locale: Locale; content: string }) =>
  callService("/service/count/guidance/text", { method: "PUT", body: values });
