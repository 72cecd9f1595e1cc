import { saveRecord } from "@/lib/http/save-record";
import type { UnitDto, UnitInput } from "./schema";

export const UNIT_PATH = "/service/unit";

/** Creates a unit, or updates the one with this id. */
export const saveUnit = (id: number | null, values: UnitInput): Promise<UnitDto> => saveRecord(UNIT_PATH, id, values);
