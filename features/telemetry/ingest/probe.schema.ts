import { z } from "zod";
import type { CarrierType, Measure } from "@/db/enums";
import { lineText } from "@/lib/validation/fields";

export const ChoiceInput = z.object({ q: lineText(100).optional() });

export type HistoryProbe = {
  probeId: number;
  measure: Measure;
  /** Where it hangs, or hung last in the range; null for a probe on no carrier. */
  carrierId: number | null;
  carrierName: string | null;
  /** Which of several probes of the measure; empty where the device names none. */
  channel: string;
  deviceId: number;
  deviceName: string;
  serialNumber: string;
  reportIntervalSeconds: number;
  /** The carrier's monitoring range for this measure as it stands now. */
  minimum: number | null;
  maximum: number | null;
};

type ChoiceProbe = Pick<HistoryProbe, "probeId" | "measure" | "channel" | "serialNumber" | "minimum" | "maximum">;
export type Choice = { carrierId: number; name: string; type: CarrierType; probes: ChoiceProbe[] };
/** `hasMore`: the search matches more carriers than are listed. */
export type ChoicesDto = { items: Choice[]; hasMore: boolean };
