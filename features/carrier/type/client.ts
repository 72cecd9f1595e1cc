import { saveRecord } from "@/lib/http/save-record";
import type { CarrierTypeDto, CarrierTypeInput } from "./schema";

export const CARRIER_TYPE_PATH = "/service/carrierType";

/** Creates a type, or updates the one with this id. */
export const saveCarrierType = (id: number | null, values: CarrierTypeInput): Promise<CarrierTypeDto> =>
  saveRecord(CARRIER_TYPE_PATH, id, values);
