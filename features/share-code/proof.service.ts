import "server-only";
import { createHash } from "node:crypto";
import {
  openRecorded,
  openRecordedProbes,
  type RecordedProbe,
  streamRecorded,
} from "@/features/telemetry/history/record.service";
import type { Span } from "@/features/telemetry/ingest/probe.rules";
import type { OperationContext } from "@/lib/operation/context";
import { canonicalUnitOf } from "@/lib/units/format";
import { readProbeIds } from "./page.data";
import type { NewShare } from "./share.data";

type Caller = Pick<OperationContext, "db" | "scope">;
type Opened = Pick<NewShare, "carrierId" | "deviceId" | "fromAt" | "toAt">;

/**
 * The probes of a code's carrier or device that monitor the surroundings, as far as its customer still has them.
 * Throws NOT_FOUND if the carrier or device is not the customer's any longer.
 */
export async function openProbes(
  { db, scope }: Caller,
  { carrierId, deviceId }: Pick<Opened, "carrierId" | "deviceId">,
  range: Span,
): Promise<RecordedProbe[]> {
  if (carrierId != null) return openRecorded({ db, scope }, [carrierId], range);
  return openRecordedProbes({ db, scope }, await readProbeIds(db, scope, deviceId ?? 0), range);
}

/** Names that do not change and say nothing of devices: `temperature 1`. By probe id. */
export function plainNames(probes: readonly Pick<RecordedProbe, "probeId" | "measure">[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { probeId, measure } of probes.toSorted((a, b) => a.probeId - b.probeId)) {
    const before = probes.filter((one) => one.measure === measure && one.probeId < probeId).length;
    names.set(probeId, `${measure} ${before + 1}`);
  }
  return names;
}

/**
 * The readings of a period as CSV, in UTC and canonical units, probe by probe. The same readings always give the same
 * bytes, so that their hash says whether one was added, changed or withdrawn: whatever changes in the files of
 * `lib/spreadsheet/csv.ts`, these lines do not.
 */
export async function* csvOfPeriod(
  { db }: Pick<Caller, "db">,
  probes: readonly RecordedProbe[],
  range: Span,
): AsyncGenerator<string> {
  const names = plainNames(probes);
  yield "time,probe,unit,value\r\n";
  for (const probe of probes.toSorted((a, b) => a.probeId - b.probeId)) {
    const tail = `,${names.get(probe.probeId)},${canonicalUnitOf(probe.measure)},`;
    for await (const rows of streamRecorded(db, probe, range)) {
      let lines = "";
      for (const { at, value } of rows) lines += `${new Date(at).toISOString()}${tail}${value}\r\n`;
      yield lines;
    }
  }
}

/** SHA-256 of that file. */
export async function hashOf(caller: Pick<Caller, "db">, probes: readonly RecordedProbe[], range: Span) {
  const hash = createHash("sha256");
  for await (const lines of csvOfPeriod(caller, probes, range)) hash.update(lines);
  return hash.digest("hex");
}

/** SHA-256 of the readings in a code's period, which is over. */
export async function hashOfPeriod(caller: Caller, row: Opened): Promise<string> {
  const range = { from: row.fromAt?.getTime() ?? 0, to: row.toAt?.getTime() ?? 0 };
  return hashOf(caller, await openProbes(caller, row, range), range);
}
