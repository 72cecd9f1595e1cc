import type { DeviceCustody } from "@/db/secondment-enums";

/** Whether a device is with the customer of its row. */
export const isHeld = (custody: DeviceCustody): boolean => custody === "own" || custody === "borrowed";

/** Who has a physical device from when until when (epoch ms, end exclusive); null: without a beginning or an end. */
export type Holding = {
  unitId: number;
  customerId: number;
  /** The device as the holder has it. */
  deviceId: number;
  from: number | null;
  until: number | null;
};

/** The holding of an instant (epoch ms) among those of one device; undefined if the holder was removed. */
export const holdingAt = <H extends Pick<Holding, "from" | "until">>(holdings: readonly H[], at: number) =>
  holdings.find(({ from, until }) => (from === null || from <= at) && (until === null || at < until));

/** The rows that customers have of one physical device, and its holdings. */
export type Unit<D> = { devices: ReadonlyMap<number, D>; holdings: readonly Holding[] };

/**
 * The device to which a reading of this instant belongs; null if the sender may not report for that time. A customer may
 * for the times at which they had the device, and for all others while they have it or it is registered for them: a
 * buffer is delivered where the device is, or by the way that its owner has set up.
 */
export function holderAt<D extends { customerId: number; custody: DeviceCustody }>(
  { devices, holdings }: Unit<D>,
  { at, now, isSender }: { at: number; now: number; isSender: (customerId: number) => boolean },
): D | null {
  const held = holdingAt(holdings, at);
  if (!held) return null;
  const present = holdingAt(holdings, now);
  const isOwner = [...devices.values()].some(
    ({ customerId, custody }) => (custody === "own" || custody === "lent") && isSender(customerId),
  );
  const isAllowed = isSender(held.customerId) || isOwner || (present !== undefined && isSender(present.customerId));
  return isAllowed ? (devices.get(held.deviceId) ?? null) : null;
}

/** A mounting of one of a device's probes, epoch ms. */
export type MountedSpan = { deviceId: number; carrierId: number; from: number; until: number | null };

/**
 * The carrier of an instant among the mountings of one device; null if it was on none. Of several the one with the
 * highest id.
 */
export const carrierAt = (spans: readonly Omit<MountedSpan, "deviceId">[], at: number): number | null =>
  spans.reduce<number | null>(
    (found, { carrierId, from, until }) =>
      from <= at && (until === null || at < until) ? Math.max(found ?? carrierId, carrierId) : found,
    null,
  );
