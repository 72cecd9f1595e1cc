import { z } from "zod";
import type { CarrierType, DeviceKind } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";

/** Whose exceptions are meant: a carrier's, or else a device's. */
export const About = z.object({ carrierId: recordId().optional(), deviceId: recordId().optional() });
export type About = z.output<typeof About>;

type Subject = { id: number; name: string };

/** A place or a device as the window names it. */
export type SubjectDto =
  | (Subject & { what: "carrier"; member: CarrierType; serialNumber: null })
  | (Subject & { what: "device"; member: DeviceKind; serialNumber: string });
