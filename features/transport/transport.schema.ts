import { z } from "zod";
import type { LotVerdict, Severity, Side } from "@/db/enums";
import { TRANSPORT_STATES, type TransportState, type TransportWay } from "@/db/transport-enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, optionalEmail, optionalText, recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { LoadVerdict, Precooling } from "./transport.rules";

export const NUMBER_LENGTH = 40;
export const REASON_LENGTH = 250;
/** Most stops and lots of a transport. */
export const STOPS = { minimum: 2, maximum: 20 } as const;
export const MOST_LOTS = 200;
/** Required time in range before loading, in minutes. 0: none. */
export const PRECOOLING = { default: 30, maximum: 1440 } as const;

const StopInput = z.strictObject({
  name: requiredText(60),
  geofenceId: recordId().nullable().default(null),
  /** WGS-84; both or none. */
  longitude: z.number().min(-180).max(180).nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  plannedArriveAt: instant().nullable().default(null),
  plannedDepartAt: instant().nullable().default(null),
  /** The carrier that takes the goods on from here; by default that of the stop before. */
  carrierId: recordId().nullable().default(null),
});
export type StopInput = z.output<typeof StopInput>;

type Ordered = { stops: readonly StopInput[] };

const issue = (context: z.RefinementCtx, path: (string | number)[], rule: string, message: string) =>
  context.addIssue({ code: "custom", path, params: { rule }, message });

/** Places are whole, the first stop has a carrier, the last has none, and planned times follow each other. */
function checkStops({ stops }: Ordered, context: z.RefinementCtx): void {
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    if ((stop.longitude === null) !== (stop.latitude === null))
      issue(context, ["stops", index, stop.longitude === null ? "longitude" : "latitude"], "required", "required");
    for (const key of ["plannedArriveAt", "plannedDepartAt"] as const) {
      const at = stop[key] === null ? null : Date.parse(stop[key]);
      if (at === null) continue;
      if (at < latest) issue(context, ["stops", index, key], "endBeforeStart", "must not lie before the times above");
      latest = Math.max(latest, at);
    }
  }
  if (stops[0] && stops[0].carrierId === null)
    issue(context, ["stops", 0, "carrierId"], "required", "the carrier is required");
  if (stops.length > 1 && stops.at(-1)?.carrierId != null)
    issue(context, ["stops", stops.length - 1, "carrierId"], "lastStopCarrier", "the destination has no carrier");
}

const fields = {
  reference: lineText(NUMBER_LENGTH)
    .nullable()
    .default(null)
    .transform((text) => text || null),
  consignor: optionalText(100),
  /** Is told when the receiver refuses, or accepts with a remark. */
  consignorEmail: optionalEmail().default(""),
  consignee: optionalText(100),
  consigneeContact: optionalText(100),
  note: optionalText(250),
  precoolingMinutes: z.number().int().min(0).max(PRECOOLING.maximum).default(PRECOOLING.default),
  stops: z.array(StopInput).min(STOPS.minimum).max(STOPS.maximum),
  lotIds: recordIds(MOST_LOTS).default([]),
};

/** A planned transport; without a number the next one of the day is given. */
export const TransportCreate = z
  .strictObject({ number: optionalText(NUMBER_LENGTH), ...fields })
  .superRefine(checkStops);
export type TransportCreate = z.output<typeof TransportCreate>;

export const TransportUpdate = z
  .strictObject({ ...VersionedId.shape, number: requiredText(NUMBER_LENGTH), ...fields })
  .superRefine(checkStops);
export type TransportUpdate = z.output<typeof TransportUpdate>;

/** `open`: planned or on the way; `closed`: the archive. */
export const PHASES = ["open", "underway", "closed"] as const;
export type Phase = (typeof PHASES)[number];

export const TransportListQuery = listQuery({
  sort: ["createdAt", "number", "arriveAt"],
  dir: "desc",
  filters: {
    phase: z.enum(PHASES).optional(),
    state: z.enum(TRANSPORT_STATES).optional(),
    carrierId: recordId().optional(),
    lotId: recordId().optional(),
    customerId: recordId().optional(),
    reference: lineText(NUMBER_LENGTH).optional(),
  },
});
export type TransportListQuery = z.output<typeof TransportListQuery>;

/** An act on a transport, now or at an instant of the past. */
export const ActInput = z.strictObject({ ...ById.shape, at: instant().optional() });
/** Arrival at, or departure from, the stop at this place of the list. */
export const StopAct = z.strictObject({
  ...ById.shape,
  place: z.coerce.number().int().min(0),
  at: instant().optional(),
});
export const EndInput = z.strictObject({ ...ById.shape, reason: requiredText(REASON_LENGTH) });

/** Instants in epoch ms. */
export type StopDto = {
  place: number;
  name: string;
  geofenceId: number | null;
  geofenceName: string | null;
  longitude: number | null;
  latitude: number | null;
  plannedArriveAt: number | null;
  plannedDepartAt: number | null;
  arrivedAt: number | null;
  departedAt: number | null;
  carrier: VisibleRef | null;
};

export type TransportLotDto = { id: number; number: string; productName: string };

export type TransportDto = {
  id: number;
  customerId: number;
  customerName: string;
  number: string;
  reference: string | null;
  state: TransportState;
  how: TransportWay;
  consignor: string;
  consignorEmail: string;
  consignee: string;
  consigneeContact: string;
  note: string;
  carrier: VisibleRef;
  precoolingMinutes: number;
  precooling: Precooling | null;
  loadedAt: number | null;
  closedAt: number | null;
  cancelReason: string;
  createdAt: number;
  version: number;
  timeZone: string;
  stops: StopDto[];
  lots: TransportLotDto[];
};

/** A saved transport, with the numbers of others that plan one of its carriers for the same time. */
export type SavedTransportDto = TransportDto & { alsoPlanned: string[] };

/** What is known of a transport on its way; instants in epoch ms, temperatures in °C. */
export type ProgressDto = {
  position: { at: number; longitude: number; latitude: number; speedKmh: number | null } | null;
  /** The probe that is farthest out of its range, or nearest to leaving it. */
  temperature: {
    value: number;
    at: number;
    minimum: number | null;
    maximum: number | null;
    state: string;
  } | null;
  openExceptions: { count: number; worstSeverity: Severity; firstId: number } | null;
  /** When the temperature is expected to leave its range; minutes from now, 0 if it has. */
  breach: { minutes: number; side: Side } | null;
  nextStop: number | null;
  metresLeft: number | null;
  etaAt: number | null;
  /** How late the destination will be reached, in minutes; negative: early. Null without a plan. */
  delayMinutes: number | null;
};

export type BoardRowDto = TransportDto & { progress: ProgressDto };
export type BoardDto = { items: BoardRowDto[]; total: number; now: number };

/** A probe over the journey: minutes, °C or the unit of its measure. */
export type JourneyProbeDto = {
  probeId: number;
  name: string;
  carrierName: string;
  measure: "temperature" | "humidity";
  lowest: number | null;
  highest: number | null;
  mean: number | null;
  minimum: number | null;
  maximum: number | null;
  observedMinutes: number;
  outsideMinutes: number;
  gapMinutes: number;
};

export type JourneyExcursionDto = {
  id: number;
  kind: string;
  measure: string | null;
  side: Side | null;
  severity: Severity;
  startedAt: number;
  endedAt: number | null;
  peak: number | null;
  minimum: number | null;
  maximum: number | null;
  longitude: number | null;
  latitude: number | null;
};

/** The journey from loading up to now or its end. */
export type JourneyDto = {
  from: number | null;
  to: number;
  probes: JourneyProbeDto[];
  excursions: JourneyExcursionDto[];
  lots: (TransportLotDto & { verdict: LotVerdict })[];
  verdict: LoadVerdict;
};

/** The transport code: its address, and that as a QR code in a data URI. */
export type TransportCodeDto = { url: string; image: string };
