import type { Db } from "@/db/client";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { customerScope } from "@/lib/auth/scope";

/** The name of everything that the trial creates. */
export const TRIAL = "distribution-trial";
export const HOUR = 3_600_000;

export type TrialPlace = {
  customerId: number;
  carrierId: number;
  deviceId: number;
  serialNumber: string;
  /** The temperature probe. */
  probeId: number;
  now: number;
};

export type Step = readonly [name: string, run: (tx: Db) => Promise<unknown>];

/** Ingests temperature readings as from the device, each with its position. */
export function take(
  tx: Db,
  { customerId, serialNumber, now }: TrialPlace,
  readings: readonly (readonly [at: number, temperature: number])[],
  more: Record<string, number> = {},
) {
  const context = {
    actor: { type: "device" as const, customerId, gatewayId: null, name: TRIAL },
    scope: customerScope(customerId),
    db: tx,
    requestId: TRIAL,
    address: "",
    userAgent: "",
    locale: "en-US" as const,
    now: new Date(now),
  };
  const position = { lon: 113.4, lat: 23.1 };
  const rows = readings.map(([at, temperature]) => ({
    device: serialNumber,
    at,
    values: { temperature, ...more },
    position,
  }));
  return ingest(context, rows);
}
