import { z } from "zod";
import type { Measure } from "@/db/enums";

/** Limits of one request of the ingest door (contract, "Ways in"). */
export const MAXIMUM_READINGS = 10_000;
export const MAXIMUM_BYTES = 4 * 1024 * 1024;

/** The readings are checked one by one, so that a bad one never refuses its neighbours. */
export const IngestInput = z.looseObject({ readings: z.array(z.unknown()) });

export type Position = { longitude: number; latitude: number; speedKmh: number | null; course: number | null };

/** A probe of a device: its measure, and behind a dot the channel where the device names one, as `temperature.external`. */
export type ProbeKey = Measure | `${Measure}.${string}`;

/** The probes of a device by their keys. */
export type ProbeIds = Partial<Record<ProbeKey, number>>;

/**
 * One reading in canonical units; `at` in epoch milliseconds, `device` in upper case. `faults` names those of `values`
 * that the maker sends in place of a value.
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

/** `invalid`: how many of the accepted ones the customer's rules keep as invalid; absent where they take none. */
export type IngestResult = { accepted: number; duplicates: number; invalid?: number; rejected: Rejection[] };
