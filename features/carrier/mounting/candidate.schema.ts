import type { z } from "zod";
import type { DeviceKind, Measure } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

/** Candidates for a carrier: by name, serial number or MAC, or one device. */
export const MountCandidateQuery = listQuery({
  sort: ["name"],
  filters: { ...ById.shape, deviceId: recordId().optional() },
});
export type MountCandidateQuery = z.output<typeof MountCandidateQuery>;

/** `carrierName` is null if the probe is not mounted, or its carrier is not visible to the user. */
export type MountCandidateProbe = { measure: Measure; channel: string; isFree: boolean; carrierName: string | null };

/** A device with an unmounted probe. */
export type MountCandidateDto = {
  id: number;
  kind: DeviceKind;
  name: string;
  serialNumber: string;
  mac: string;
  probes: MountCandidateProbe[];
};
