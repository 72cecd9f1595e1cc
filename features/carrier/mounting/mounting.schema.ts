import { z } from "zod";
import type { CarrierType, DeviceKind, Measure } from "@/db/enums";
import { keyOf } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredMultilineText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { REASON_LENGTH } from "./mounting.rules";

/** When it happened; now if omitted. */
const At = instant().optional();

/** The reason for unmounting. */
export const RequiredReason = requiredMultilineText(REASON_LENGTH);

/** A probe key, or a measure for all its probes. */
export const ProbeName = z.string().refine((text) => keyOf(text) !== null, { params: { rule: "noProbe" } });

/** `measures` selects probes of the device; all unmounted ones if omitted. */
export const MountInput = z.strictObject({
  ...ById.shape,
  deviceId: recordId(),
  measures: z.array(ProbeName).min(1).max(50).optional(),
  at: At,
});

export const UnmountInput = z.strictObject({
  ...ById.shape,
  deviceId: recordId(),
  at: At,
  reason: RequiredReason,
});

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

/** Current mountings first, then earlier ones, newest first. */
export const MountingListQuery = listQuery({
  sort: ["from"],
  dir: "desc",
  filters: { ...ById.shape, isCurrent: Flag.optional() },
});
export type MountingListQuery = z.output<typeof MountingListQuery>;

/** A mounted probe with the device's latest value; `at` in epoch ms, canonical units. */
export type MountedProbeDto = {
  probeId: number;
  measure: Measure;
  channel: string;
  value: number | null;
  at: number | null;
  /** A newer value that is unconfirmed until the next reading because of a jump; `at` in epoch ms. */
  unconfirmed?: UnconfirmedReading | null;
};

/** A device on a carrier for a period; `from` and `to` in epoch ms, `to` is null while it is mounted. */
export type MountingDto = {
  deviceId: number;
  /** Null if the device is not visible to the user. */
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

/** What was mounted or unmounted; `at` in epoch ms. */
export type MountedDto = { id: number; deviceId: number; measures: ProbeKey[]; at: number; endedExceptions: number };
