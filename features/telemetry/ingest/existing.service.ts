import "server-only";
import type { Db } from "@/lib/operation/context";
import { findStored, type IngestDevice, type ProbeState } from "./ingest.data";
import type { Located } from "./ingest.rules";
import { findInvalid } from "./validation.data";

type Asked = { ids: number[]; ats: number[] };

function ask(asked: Asked, probeId: number, at: number): void {
  asked.ids.push(probeId);
  asked.ats.push(at);
}

/**
 * Finds which of these readings are stored already, valid or not, as `probeId:at` → value. Only a reading that is not
 * newer than the newest stored one of its probe can be, so readings in order of time need no query.
 */
export async function findExistingReadings(
  tx: Db,
  located: readonly Located<IngestDevice>[],
  states: ReadonlyMap<number, ProbeState>,
): Promise<Map<string, number>> {
  const valid: Asked = { ids: [], ats: [] };
  const invalid: Asked = { ids: [], ats: [] };
  for (const { reading, device } of located) {
    for (const [measure] of reading.values) {
      const probeId = device.probes[measure] as number;
      const state = states.get(probeId);
      if (state?.lastAt != null && reading.at <= state.lastAt) ask(valid, probeId, reading.at);
      if (state?.invalidAt != null && reading.at <= state.invalidAt) ask(invalid, probeId, reading.at);
    }
  }
  const known = valid.ids.length > 0 ? await findStored(tx, valid.ids, valid.ats) : new Map<string, number>();
  if (invalid.ids.length === 0) return known;
  for (const [key, value] of await findInvalid(tx, invalid.ids, invalid.ats)) known.set(key, value);
  return known;
}
