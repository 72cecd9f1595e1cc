import { z } from "zod";
import type { CarrierType, DeviceKind } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";

/** The subject of the records: a carrier, or else a device. */
export const About = z.object({ carrierId: recordId().optional(), deviceId: recordId().optional() });
export type About = z.output<typeof About>;

type Subject = { id: number; name: string };

/** A carrier or device as titled in the window. */
export type SubjectDto =
  | (Subject & { what: "carrier"; member: CarrierType; serialNumber: null })
  | (Subject & { what: "device"; member: DeviceKind; serialNumber: string });
