import { z } from "zod";
import { type CarrierType, type DeviceKind, MEASURES, type Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import { REASON_LENGTH } from "./rules";

/** When it happened; nothing: now. */
const At = z.iso.datetime({ offset: true }).optional();

/** Why something was taken down. */
export const RequiredReason = z.string().trim().min(1).max(REASON_LENGTH);

/** `measures` narrows it to some probes of the device; nothing: all that hang nowhere. */
export const MountInput = z.strictObject({
  ...ById.shape,
  deviceId: recordId(),
  measures: z.array(z.enum(MEASURES)).min(1).max(MEASURES.length).optional(),
  at: At,
});

export const UnmountInput = z.strictObject({
  ...ById.shape,
  deviceId: recordId(),
  at: At,
  reason: RequiredReason,
});

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

/** Newest first, what hangs now before what hung. */
export const MountingListQuery = listQuery({
  sort: ["from"],
  dir: "desc",
  filters: { ...ById.shape, isCurrent: Flag.optional() },
});
export type MountingListQuery = z.output<typeof MountingListQuery>;

/** A probe of a period with the device's newest value of it; `at` in epoch ms, canonical units. */
export type MountedProbeDto = { probeId: number; measure: Measure; value: number | null; at: number | null };

/** A device at a carrier for a period; `from` and `to` in epoch ms, `to` is null while it hangs there. */
export type MountingDto = {
  deviceId: number;
  /** Null for one that the reader may not see. */
  deviceName: string | null;
  serialNumber: string | null;
  kind: DeviceKind;
  calibrationDueOn: string | null;
  carrierId: number;
  carrierName: string;
  carrierType: CarrierType;
  from: number;
  to: number | null;
  probes: MountedProbeDto[];
};

/** What was mounted or taken down; `at` in epoch ms. */
export type MountedDto = { id: number; deviceId: number; measures: Measure[]; at: number; endedExceptions: number };
