import { type Db, transaction } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import type { LiveBus } from "@/lib/live/bus";
import type { ReplayDevice } from "../replay/series";
import { prepareWorld, serialOf } from "../replay/world";
import { invalidSteps } from "./invalid-steps";
import { stepsOf } from "./steps";
import { HOUR, type Step, TRIAL, type TrialPlace } from "./trial-place";

export type Refusal = { step: string; reason: string };

/**
 * Runs all statements of the product on the distributed tables within this transaction, on a device of its own, and
 * returns the steps that the database refuses. The caller rolls everything back.
 */
export async function tryStatements(tx: Db, now: number): Promise<Refusal[]> {
  muteLive();
  const place = await makePlace(tx, now);
  // Not left to the first step: what it makes goes with it where it is refused.
  await ensurePartitions(tx.$client, now - 4 * HOUR, now);
  const refusals: Refusal[] = [];
  const { lasting, last } = stepsOf(place);
  for (const [step, run] of [...lasting, ...invalidSteps(place), ...last] satisfies Step[]) {
    try {
      // A savepoint: what is refused costs the others nothing.
      await transaction(tx, run);
    } catch (error) {
      const told = ((error as { cause?: unknown }).cause ?? error) as Error;
      refusals.push({ step, reason: told.message.split("\n")[0] ?? "" });
    }
  }
  return refusals;
}

/** A customer with a sensor and a door on a carrier, whose temperature is watched. */
async function makePlace(tx: Db, now: number): Promise<TrialPlace> {
  const device: ReplayDevice = { suffix: "", measures: ["temperature", "humidity", "door"], readings: [] };
  const limits = { measure: "temperature" as const, minimum: 2, maximum: 8, delaySeconds: 0 };
  const { probes } = await prepareWorld(tx.$client, TRIAL, [device], limits);
  const serialNumber = serialOf(TRIAL, "");
  const probeId = probes.get(`${serialNumber}/temperature`) as number;
  const [hung] = await tx.$client<Pick<TrialPlace, "customerId" | "carrierId" | "deviceId">[]>`
    select m.customer_id::int as "customerId", m.carrier_id::int as "carrierId", p.device_id::int as "deviceId"
      from mounting m join probe p on p.id = m.probe_id where p.id = ${probeId} and m.unmounted_at is null`;
  if (!hung) throw new Error("the trial's device hangs nowhere");
  return { ...hung, probeId, serialNumber, now };
}

/** Nobody is to hear of readings that never were. */
function muteLive(): void {
  const silent: LiveBus = {
    publish: async () => {},
    subscribe: async () => async () => {},
    ping: async () => null,
    close: async () => {},
  };
  Object.assign(globalThis, { frostlineLive: silent });
}
