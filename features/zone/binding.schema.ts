import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import { type CarrierZoneDto, CarrierZones } from "@/features/carrier/carrier.schema";
import { ById } from "@/lib/resource/by-id";
import { recordIds, requiredText } from "@/lib/validation/fields";

/** All ranges of a carrier; omitted ones are unbound. */
export const CarrierZoneInput = z.strictObject({ ...ById.shape, zones: CarrierZones });

/** Maximum carriers per call. */
export const MAXIMUM_BOUND = 1000;

/** A range for several carriers; it replaces their range for the same measure. */
export const BindInput = z.strictObject({
  ...ById.shape,
  carrierIds: recordIds(MAXIMUM_BOUND).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

export type CarrierRangesDto = { id: number; zones: CarrierZoneDto[]; mountedMeasures: Measure[] };

/** `key` is a probe's id, or the serial number or MAC of its device; `tag` narrows it to one measure. */
export const ProbeRangeQuery = z.strictObject({ key: requiredText(50), tag: z.enum(MEASURES).optional() });

/** A probe with the range of the carrier it is mounted on; canonical units. */
export type ProbeRangeDto = {
  probeId: number;
  tag: Measure;
  unit: string;
  carrierId: number | null;
  zoneId: number | null;
  name: string | null;
  minimum: number | null;
  maximum: number | null;
};
