import { z } from "zod";
import { CarrierListQuery } from "./carrier.schema";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;

/** The list's criteria and order, without paging. */
export const CarrierExportQuery = CarrierListQuery.extend({ format: z.enum(EXPORT_FORMATS).default("csv") });
