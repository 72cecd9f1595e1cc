import type { z } from "zod";
import type { DeviceKind, Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

/** Of the carrier: by name, serial number or MAC, or this one alone. */
export const MountCandidateQuery = listQuery({
  sort: ["name"],
  filters: { ...ById.shape, deviceId: recordId().optional() },
});
export type MountCandidateQuery = z.output<typeof MountCandidateQuery>;

/** `carrierName` is null where it hangs nowhere, or at what the reader does not see. */
export type MountCandidateProbe = { measure: Measure; channel: string; isFree: boolean; carrierName: string | null };

/** A device with a probe that hangs nowhere. */
export type MountCandidateDto = {
  id: number;
  kind: DeviceKind;
  name: string;
  serialNumber: string;
  mac: string;
  probes: MountCandidateProbe[];
};
