import "server-only";
import { covers } from "@/lib/auth/scope";
import { grouped } from "@/lib/grouped";
import type { Db, OperationContext } from "@/lib/operation/context";
import { findHoldings, findMountedSpans } from "./holding.data";
import { carrierAt, type Holding, holderAt, holdingAt, type MountedSpan, type Unit } from "./holding.rules";
import { findUnitDevices, type IngestDevice } from "./ingest.data";
import type { Located } from "./ingest.rules";
import type { Reading } from "./ingest.schema";

/** The seconded devices of a batch. */
export type Units = {
  units: ReadonlyMap<number, Unit<IngestDevice>>;
  holdings: readonly Holding[];
  /** The mountings of each of their rows. */
  spans: ReadonlyMap<number, readonly MountedSpan[]>;
};

const NONE: Units = { units: new Map(), holdings: [], spans: new Map() };

/** Finds who had the seconded devices of a batch at which times; without one among them, it queries nothing. */
export async function openUnits(db: Db, named: Iterable<IngestDevice>): Promise<Units> {
  const unitIds = [...new Set([...named].flatMap(({ unitId }) => unitId ?? []))];
  if (unitIds.length === 0) return NONE;
  const [holdings, devices, spans] = await Promise.all([
    findHoldings(db, unitIds),
    findUnitDevices(db, unitIds),
    findMountedSpans(db, unitIds),
  ]);
  const held = grouped(holdings, ({ unitId }) => unitId);
  const rows = grouped(devices, ({ unitId }) => unitId as number);
  const units = new Map(
    unitIds.map((id) => [
      id,
      { devices: new Map((rows.get(id) ?? []).map((row) => [row.id, row])), holdings: held.get(id) ?? [] },
    ]),
  );
  return { units, holdings, spans: grouped(spans, ({ deviceId }) => deviceId) };
}

/**
 * The device to which a reading belongs, with the carrier on which it was then; null if the sender may not report for
 * that time.
 */
export function placeReading(
  { scope, now }: OperationContext,
  { units, spans }: Units,
  named: IngestDevice,
  reading: Reading,
): Located<IngestDevice> | null {
  const unit = named.unitId === null ? undefined : units.get(named.unitId);
  if (!unit) return { reading, device: named };
  const isSender = (customerId: number) => covers(scope, { customerId });
  const device = holderAt(unit, { at: reading.at, now: now.getTime(), isSender });
  const carrierId = device && carrierAt(spans.get(device.id) ?? [], reading.at);
  return device && { reading, device, carrierId, isForeign: !isSender(device.customerId) };
}

/** The rows of those who have the seconded devices now. */
export const presentDevices = ({ units }: Units, now: number): number[] =>
  [...units.values()].flatMap(({ holdings }) => holdingAt(holdings, now)?.deviceId ?? []);

/** A device changed hands while its readings were on their way into the database. */
export class HandsChanged extends Error {}

/** Throws HandsChanged if a holding differs from what the readings were placed by. Call under the lock of the probes. */
export async function assertSameHands(tx: Db, { units, holdings }: Units): Promise<void> {
  if (units.size === 0) return;
  const now = await findHoldings(tx, [...units.keys()]);
  if (JSON.stringify(now) !== JSON.stringify(holdings)) throw new HandsChanged();
}
