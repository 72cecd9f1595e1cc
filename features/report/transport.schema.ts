import type { SignatureState } from "@/features/signature/signature.schema";
import type { HandedOverDto } from "@/features/transport/handover.schema";
import type { LoadVerdict } from "@/features/transport/transport.rules";
import type { TransportDto } from "@/features/transport/transport.schema";

/** A stop with its planned and true times; `carrier` takes the goods on from there. */
export type ReportStop = {
  name: string;
  geofence: string | null;
  plannedArriveAt: number | null;
  plannedDepartAt: number | null;
  arrivedAt: number | null;
  departedAt: number | null;
  carrier: string | null;
};

/** The time in which a carrier had the goods, and what its positions say of it. */
export type ReportRide = {
  carrier: string;
  from: number;
  to: number;
  /** Null without positions. */
  driven: { metres: number; drivingMs: number; stoppedMs: number } | null;
};

/** A carrier entered or left a geofence, or stood still; in order of time. */
export type ReportEvent =
  | { kind: "enter" | "exit"; at: number; carrier: string; geofence: string; longitude: number; latitude: number }
  | {
      kind: "stay";
      at: number;
      until: number;
      carrier: string;
      longitude: number;
      latitude: number;
      /** What people call the place, by the map with streets; absent in reports from before that was read. */
      place?: string | null;
    };

export type ReportHandover = HandedOverDto & {
  receivedAt: number;
  isClockRight: boolean;
  photos: number;
  /** SHA-256 of the drawing. */
  drawing: string;
  signature: { name: string; at: string; state: SignatureState } | null;
};

/** A transport as a report says it; instants in epoch ms. */
export type ReportTransport = Pick<
  TransportDto,
  "id" | "number" | "reference" | "state" | "consignor" | "consignee" | "note" | "loadedAt" | "closedAt" | "precooling"
> & {
  verdict: LoadVerdict;
  stops: ReportStop[];
  rides: ReportRide[];
  events: ReportEvent[];
  unlistedEvents: number;
  /** Where the excursions of the report began, by exception. */
  places: { id: number; longitude: number; latitude: number }[];
  handovers: ReportHandover[];
};
