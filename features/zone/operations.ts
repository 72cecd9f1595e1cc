import "server-only";
import { crud } from "@/lib/resource/crud";
import { zoneStore } from "./data";
import { ZoneInput, ZoneListQuery } from "./schema";

/** Monitoring ranges. */
export const zones = crud({ subject: "DataZone", listQuery: ZoneListQuery, input: ZoneInput, store: zoneStore });
