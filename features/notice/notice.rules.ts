import type { DeviceKind, ExceptionKind, Measure, Severity, Side, TemperatureUnit } from "@/db/enums";
import type { Crossed, Exposure, Forecast, Pace } from "@/features/exception/phrase.rules";

/** The facts about an exception that messages use. Values in canonical units, times in epoch milliseconds. */
export type AlarmFacts = {
  id: number;
  /** The carrier, or the node of a device without carrier. */
  carrierName: string;
  deviceName: string;
  device: { kind: DeviceKind };
  customerName: string;
  timeZone: string;
  /** The unit in which the customer reads temperatures; °C without one. */
  temperatureUnit?: TemperatureUnit;
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
  /** Degrees beyond the limit × minutes, for an exception that is over. */
  degreeMinutes?: number | null;
};

/** Looks up a text of a namespace and inserts the values. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;
