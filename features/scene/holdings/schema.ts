import { z } from "zod";
import type {
  CarrierStatus,
  CarrierType,
  DeviceKind,
  DeviceUse,
  Measure,
  SceneFuncType,
  Severity,
  Side,
} from "@/db/enums";
import type { ExcursionKind } from "@/features/exception/kind.rules";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import { listQuery, type Page } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";
import { Flag } from "../scene.schema";

export const HOLDING_PARTS = ["scenes", "carriers", "devices"] as const;
export type HoldingPart = (typeof HOLDING_PARTS)[number];

/** The contents of a node: `part` selects the list, `below` includes the subtree. */
export const HoldingsQuery = listQuery({
  sort: ["name"],
  filters: { id: recordId(), part: z.enum(HOLDING_PARTS).default("carriers"), below: Flag.default(false) },
});
export type HoldingsQuery = z.output<typeof HoldingsQuery>;

export type HeldScene = { id: number; name: string; code: string; funcType: SceneFuncType; scenes: number };
export type HeldCarrier = { id: number; name: string; type: CarrierType; status: CarrierStatus; path: string[] };
export type HeldDevice = {
  id: number;
  name: string;
  kind: DeviceKind;
  typeCode: string;
  serialNumber: string;
  use: DeviceUse;
  /** Last contact, epoch ms. */
  lastSeenAt: number | null;
  path: string[];
};

/** Counts of each kind at the node itself and in its subtree, and a page of one kind. */
export type HoldingsDto = {
  here: Record<HoldingPart, number>;
  below: Record<HoldingPart, number>;
  part: HoldingPart;
} & Page<HeldScene | HeldCarrier | HeldDevice>;

/** The part of a carrier's live values that trees and plans show. */
export type PointState = {
  id: number;
  customerId: number;
  name: string;
  status: "abnormal" | "offline" | "unknown" | "normal" | "stopped";
  worstExcursion: Severity | null;
  probes: {
    id: number;
    measure: Measure;
    value: number | null;
    /** Epoch ms. */
    at: number | null;
    state: "normal" | "above" | "below" | "stale" | "unknown";
    staleAfterSeconds: number;
    excursion: { kind: ExcursionKind; side: Side | null } | null;
    /** A newer value that is unconfirmed because of a jump. */
    unconfirmed?: UnconfirmedReading | null;
  }[];
};
