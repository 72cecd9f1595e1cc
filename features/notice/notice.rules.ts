import type { DeviceKind, ExceptionKind, Measure, Severity, Side } from "@/db/enums";
import type { Crossed, Exposure, Forecast, Pace } from "@/features/exception/phrase.rules";

/** What a message tells of an exception. Values in canonical units, times in epoch milliseconds. */
export type AlarmFacts = {
  id: number;
  /** The carrier, or the node of a device that is at none. */
  carrierName: string;
  deviceName: string;
  device: { kind: DeviceKind };
  customerName: string;
  timeZone: string;
  kind: ExceptionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
  crossing: Crossed | null;
  pace?: Pace | null;
  startedAt: number;
  endedAt: number | null;
  /** Degrees beyond the limit × minutes, of one that is over. */
  degreeMinutes?: number | null;
};

/** Looks a text of a namespace up and fills it. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;
