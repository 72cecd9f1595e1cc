import { saveRecord } from "@/lib/http/save-record";
import type { UnitDto, UnitInput } from "./schema";

export const UNIT_PATH = "/service/unit";

/** Makes a unit, or changes the one of this id. */
export const saveUnit = (id: number | null, values: UnitInput): Promise<UnitDto> => saveRecord(UNIT_PATH, id, values);
