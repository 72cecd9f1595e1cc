import { callService } from "@/lib/http/call-service";
import type { CarrierTypeDto, CarrierTypeInput } from "./schema";

export const CARRIER_TYPE_PATH = "/service/carrierType";

/** Makes a type, or changes the one of this id. */
export const saveCarrierType = (id: number | null, values: CarrierTypeInput): Promise<CarrierTypeDto> =>
  id === null
    ? callService(CARRIER_TYPE_PATH, { method: "POST", body: values })
    : callService(`${CARRIER_TYPE_PATH}/${id}`, { method: "PUT", body: values });
