import { z } from "zod";
import { type DeviceKind, SEVERITIES } from "@/db/enums";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** The place: a node with its subtree, or one carrier; `from` and `to` apply to the start of alarms. */
const place = { sceneId: recordId().optional(), carrierId: recordId().optional() };
const span = { from: instant().optional(), to: instant().optional() };

/** The alarms of a place over time. Without a span those of all time; open ones are always listed. */
export const AlarmRecordQuery = listQuery({
  sort: ["startedAt"],
  dir: "desc",
  filters: { ...place, severity: z.enum(SEVERITIES).optional(), ...span },
}).superRefine(checkSpan);
export type AlarmRecordQuery = z.output<typeof AlarmRecordQuery>;

/** The devices of a place in a span; without one the last 30 days. */
export const PossessionQuery = z.strictObject({ ...place, ...span }).superRefine(checkSpan);
export type PossessionQuery = z.output<typeof PossessionQuery>;

/** Whose a device was at an instant: the reader's own, or borrowed from or lent to `other`. */
export type Belonging = { is: "own" } | { is: "borrowed" | "lent"; other: string };

export type AlarmRecordDto = ExceptionDto & { customerName: string; belonging: Belonging };

/** A device at a carrier from when until when (epoch ms); a lent one has left the carrier that it was at. */
export type Possession = {
  carrierId: number;
  carrierName: string;
  deviceId: number;
  deviceName: string;
  serialNumber: string;
  kind: DeviceKind;
  from: number;
  until: number | null;
  belonging: Belonging;
};

/** `from` and `to` in epoch ms; `isCapped`: there are more. */
export type PossessionsDto = { from: number; to: number; items: Possession[]; isCapped: boolean };
