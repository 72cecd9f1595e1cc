import { z } from "zod";
import { CarrierListQuery } from "./carrier.schema";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;

/** The criteria and the order of the list; all rows that they find, whatever the page. */
export const CarrierExportQuery = CarrierListQuery.extend({ format: z.enum(EXPORT_FORMATS).default("csv") });
