import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { device, deviceHolding, mounting, probe, probeState, secondment } from "@/db/schema";
import { makeFridge } from "./world";

const MINUTE = 60_000;
const unique = () => randomBytes(5).toString("hex");

type Customer = { id: number; name: string; sceneId: number };
/** Before it begins, while it lasts, and after it was revoked. */
export type Phase = "planned" | "current" | "revoked";

/** From `minutes` before now on for an hour; a planned one begins in an hour. */
const SPANS: Record<Phase, { from: number; until: number | null }> = {
  planned: { from: 60, until: null },
  current: { from: -60, until: null },
  revoked: { from: -120, until: -60 },
};

/**
 * A sensor that one customer lends to another, with a fridge of each on which it is or was, and readings of both times.
 * Names, values and fridges are each side's own.
 */
export async function makeSecondment(db: Db, lender: Customer, borrower: Customer, phase: Phase) {
  const instant = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
  const { from, until } = SPANS[phase];
  const [startsAt, endedAt] = [instant(from), until === null ? null : instant(until)];
  const own = await makeFridge(db, lender, { device: { name: `lender's ${unique()}` } });
  const theirs = await makeFridge(db, borrower);
  const unitId = own.sensor.id;
  const { kind, typeCode, serialNumber, mac } = own.sensor;
  const name = `borrower's ${unique()}`;
  const custody = phase === "current" ? "borrowed" : "absent";
  const row = { customerId: borrower.id, kind, typeCode, serialNumber, mac, unitId, name, custody } as const;
  const [borrowed] = await db
    .insert(device)
    .values({ ...row, sceneId: phase === "current" ? borrower.sceneId : null })
    .returning();
  const borrowedId = (borrowed as { id: number }).id;
  const [made] = await db
    .insert(probe)
    .values({ customerId: borrower.id, deviceId: borrowedId, measure: "temperature" })
    .returning();
  const probeId = (made as { id: number }).id;
  await db.insert(probeState).values({ probeId });
  const isLent = phase === "current";
  await db
    .update(device)
    .set({ unitId, custody: isLent ? "lent" : "own", ...(isLent && { sceneId: null }) })
    .where(eq(device.id, unitId));
  if (phase !== "planned") {
    await db
      .update(mounting)
      .set({ unmountedAt: startsAt })
      .where(eq(mounting.probeId, own.probes.temperature as number));
    await db.insert(mounting).values({
      ...{ customerId: borrower.id, probeId, carrierId: theirs.carrier.id, mountedAt: startsAt, unmountedAt: endedAt },
    });
  }
  const part = { unitId };
  await db
    .insert(deviceHolding)
    .values([
      { ...part, customerId: lender.id, deviceId: unitId, untilAt: startsAt },
      { ...part, customerId: borrower.id, deviceId: borrowedId, fromAt: startsAt, untilAt: endedAt },
      ...(endedAt ? [{ ...part, customerId: lender.id, deviceId: unitId, fromAt: endedAt }] : []),
    ]);
  const parties = {
    lenderId: lender.id,
    borrowerId: borrower.id,
    lenderName: lender.name,
    borrowerName: borrower.name,
  };
  const [record] = await db
    .insert(secondment)
    .values({
      ...{ ...parties, ...part, lenderDeviceId: unitId, borrowerDeviceId: borrowedId, kind: kind as DeviceKind },
      ...{ serialNumber, isTransfer: false, state: phase, startsAt, endedAt },
    })
    .returning();
  return { id: (record as { id: number }).id, serialNumber, own, theirs, borrowedId, probeId, startsAt, endedAt, name };
}

/** A transfer of a customer's sensor that the receiver has not answered. */
export async function makeTransfer(db: Db, lender: Customer, borrower: Customer) {
  const { sensor } = await makeFridge(db, lender);
  const [record] = await db
    .insert(secondment)
    .values({
      ...{ lenderId: lender.id, borrowerId: borrower.id, lenderName: lender.name, borrowerName: borrower.name },
      ...{ unitId: sensor.id, lenderDeviceId: sensor.id, kind: sensor.kind, serialNumber: sensor.serialNumber },
      ...{ isTransfer: true, state: "requested" as const },
    })
    .returning();
  return { id: (record as { id: number }).id, sensor };
}
