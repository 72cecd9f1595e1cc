import { z } from "zod";
import type { CarrierType, DeviceKind, Measure, Side, TemperatureUnit } from "@/db/enums";
import type { ShareField, ShareKind } from "@/db/share-enums";
import type { ValueState } from "@/features/carrier/monitoring/point-state.rules";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import { LOCALES } from "@/lib/i18n/routing";
import { lineText, recordId } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { KEY_LENGTH } from "./share.rules";

/** A code; those that were never made, or open nothing any longer, are indistinguishable. */
const Key = lineText(KEY_LENGTH);
/** What an opening of a guarded code gave to its reader. */
const Visit = lineText(KEY_LENGTH).optional();

export const ViewInput = z.object({ key: Key, visit: Visit });
/** With `locale` the answer leads a browser without scripts back to the page. */
export const OpenInput = z.strictObject({
  key: Key,
  pin: lineText(100).default(""),
  locale: z.enum(LOCALES).optional(),
});
export const DataInput = z.object({ key: Key, visit: Visit, to: instantMs().optional() });
export const WallInput = z.object({ key: Key, focus: recordId().optional() });

/** `since`: when it entered its state within the period; null: before it, or unknown. Instants in epoch ms. */
export type PageValue = {
  probe: number;
  value: number | null;
  at: number | null;
  state: ValueState;
  since: number | null;
};

/** Figures over the period; values in canonical units, durations in seconds, rates 0 to 1. */
export type PageFigures = {
  probe: number;
  count: number;
  minimum: number | null;
  minimumAt: number | null;
  maximum: number | null;
  maximumAt: number | null;
  mean: number | null;
  meanKineticTemperature: number | null;
  kineticRefusal: KineticRefusal | null;
  passRate: number | null;
  completeness: number | null;
};

/** A time out of range; `isRunning`: it was not over at the end of the period. */
export type PageRun = { probe: number; side: Side; from: number; to: number; extreme: number; isRunning: boolean };

export type PageSeries = { probe: number; at: number[]; min: number[]; mean: number[]; max: number[] };
export type PageCertificate = {
  serialNumber: string | null;
  certificate: string | null;
  laboratory: string | null;
  calibratedOn: string | null;
  dueOn: string | null;
  isLapsed: boolean;
};

/**
 * All that a code lets strangers see: no ids, and nothing beyond its fields, whose parts are null otherwise. `probe` is
 * the index in `probes`.
 */
export type PageDto = {
  kind: ShareKind;
  name: string;
  subject: string;
  carrierType: CarrierType | null;
  deviceKind: DeviceKind | null;
  owner: string | null;
  path: string[] | null;
  serialNumber: string | null;
  timeZone: string;
  /** The unit in which temperatures are shown. */
  temperatureUnit: TemperatureUnit;
  at: number;
  from: number;
  to: number;
  isOpenEnded: boolean;
  expiresAt: number | null;
  fields: ShareField[];
  /** `number` tells several of a measure apart; null for the only one. Limits are null unless they are shown. */
  probes: { measure: Measure; number: number | null; minimum: number | null; maximum: number | null }[];
  isStopped: boolean;
  values: PageValue[] | null;
  /** Whether it was out of range: observed time, the time outside, and when. */
  verdict: {
    hasLimits: boolean;
    observedSeconds: number;
    outsideSeconds: number;
    runs: PageRun[];
    more: number;
  } | null;
  figures: PageFigures[] | null;
  chart: { series: PageSeries[]; bucketSeconds: number } | null;
  table: { series: PageSeries[]; bucketSeconds: number } | null;
  certificates: PageCertificate[] | null;
  /** `name`: the road and the town in the language of the reader, where the map with streets has them. */
  position: { name: string | null; longitude: number; latitude: number; at: number; speedKmh: number | null } | null;
  /** `stored`: whether the hash equals the one kept when the code was made; null if none was. */
  proof: { sha256: string; readings: number; stored: "same" | "changed" | null; madeAt: number } | null;
};

export type OpenedDto = { visit: string | null; expiresAt: string | null };
