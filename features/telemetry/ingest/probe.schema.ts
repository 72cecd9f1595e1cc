import { z } from "zod";
import type { CarrierType, Measure } from "@/db/enums";
import { lineText } from "@/lib/validation/fields";

export const ChoiceInput = z.object({ q: lineText(100).optional() });

export type HistoryProbe = {
  probeId: number;
  measure: Measure;
  /** The customer of the carrier, else of the device: its temperatures are shown in its unit. */
  customerId: number;
  /** The carrier that it is mounted on, or was last in the range; null if none. */
  carrierId: number | null;
  carrierName: string | null;
  /** Tells several probes of the measure apart; empty if the device names none. */
  channel: string;
  deviceId: number;
  deviceName: string;
  serialNumber: string;
  reportIntervalSeconds: number;
  /** The carrier's current monitoring range for this measure. */
  minimum: number | null;
  maximum: number | null;
  /** The name of that range; null if the limits are those of the trigger. */
  rangeName: string | null;
};

type ChoiceProbe = Pick<HistoryProbe, "probeId" | "measure" | "channel" | "serialNumber" | "minimum" | "maximum">;
export type Choice = { carrierId: number; name: string; type: CarrierType; probes: ChoiceProbe[] };
/** `hasMore`: more carriers match than are listed. */
export type ChoicesDto = { items: Choice[]; hasMore: boolean };
