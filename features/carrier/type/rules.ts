import { CARRIER_TYPES, type CarrierType } from "@/db/enums";

/** The specification's number of a type: 1 incubator … 7 other (section 3, "Type codes"). */
export const numberOfType = (type: CarrierType): number => CARRIER_TYPES.indexOf(type) + 1;

/** The seven shipped types, with their numbers as codes. */
export const SHIPPED_CARRIER_TYPES = CARRIER_TYPES.map((base) => ({ code: String(numberOfType(base)), base }));
