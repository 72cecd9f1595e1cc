import { z } from "zod";
import type { Measure } from "@/db/enums";

/** Limits of one request to the ingest endpoint (contract, "Ways in"). */
export const MAXIMUM_READINGS = 10_000;
export const MAXIMUM_BYTES = 4 * 1024 * 1024;

/** Readings are validated one by one, so that an invalid one does not reject the others. */
export const IngestInput = z.looseObject({ readings: z.array(z.unknown()) });

export type Position = { longitude: number; latitude: number; speedKmh: number | null; course: number | null };

/**
 * A probe of a device: its measure, followed by a dot and the channel if the device names one, such as
 * `temperature.external`.
 */
export type ProbeKey = Measure | `${Measure}.${string}`;

/** The probes of a device by their keys. */
export type ProbeIds = Partial<Record<ProbeKey, number>>;

/**
 * One reading in canonical units; `at` in epoch milliseconds, `device` in upper case. `faults` lists the keys of
 * `values` that are fault codes, not values.
 */
export type Reading = {
  index: number;
  device: string;
  at: number;
  values: readonly (readonly [ProbeKey, number])[];
  position: Position | null;
  faults?: ReadonlySet<ProbeKey>;
};

export type Rejection = { index: number; reason: string };

/** `invalid`: number of accepted readings stored as invalid by the customer's rules; absent if there are none. */
export type IngestResult = { accepted: number; duplicates: number; invalid?: number; rejected: Rejection[] };
