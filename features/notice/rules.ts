import type { ConditionKind, DeviceKind, Measure, Severity, Side } from "@/db/enums";
import type { Exposure, Forecast } from "@/features/exception/phrase/rules";

/** What a message tells of an exception. Values in canonical units, times in epoch milliseconds. */
export type AlarmFacts = {
  id: number;
  carrierName: string;
  deviceName: string;
  device: { kind: DeviceKind };
  customerName: string;
  timeZone: string;
  kind: ConditionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
  startedAt: number;
  endedAt: number | null;
};

/** Looks a text of a namespace up and fills it. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;
