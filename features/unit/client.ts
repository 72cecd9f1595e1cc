import { callService } from "@/lib/http/call-service";
import type { UnitDto, UnitInput } from "./schema";

export const UNIT_PATH = "/service/unit";

/** Makes a unit, or changes the one of this id. */
export const saveUnit = (id: number | null, values: UnitInput): Promise<UnitDto> =>
  id === null
    ? callService(UNIT_PATH, { method: "POST", body: values })
    : callService(`${UNIT_PATH}/${id}`, { method: "PUT", body: values });
