import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { carrierType, deviceType, unit, verificationPreset, zonePreset } from "@/db/schema";
import { SHIPPED_CARRIER_TYPES } from "@/features/carrier/type/rules";
import { SHIPPED_DEVICE_TYPES } from "@/features/device/type/rules";
import { SHIPPED_RULES } from "@/features/verification/point.rules";
import { SHIPPED_PRESETS } from "@/features/zone/preset/rules";

/** The units in which values are stored, one per measure; on and off are 1 and 0. */
const UNITS: readonly (readonly [measure: Measure, unit: string, unitMark: string])[] = [
  ["temperature", "°C", "T"],
  ["humidity", "%RH", "H"],
  ["co2", "ppm", "CO2"],
  ["gas", "ppm", "G"],
  ["door", "0/1", "D"],
  ["power", "0/1", "P"],
  ["voltage", "V", "U"],
  ["signal", "dBm", "S"],
  ["battery", "%", "B"],
];

/** Inserts the seeded reference lists. Safe to repeat: existing rows keep their changes. */
export async function seedCatalogue(tx: Db): Promise<void> {
  await tx
    .insert(unit)
    .values(
      UNITS.map(([measure, symbol, unitMark], index) => ({
        code: measure,
        measure,
        unit: symbol,
        unitMark,
        unitNumber: index + 1,
        isShipped: true,
      })),
    )
    .onConflictDoNothing();
  await tx
    .insert(carrierType)
    .values(SHIPPED_CARRIER_TYPES.map((shipped) => ({ ...shipped, isShipped: true })))
    .onConflictDoNothing();
  await tx
    .insert(deviceType)
    // Named by its code until it is renamed; the screens show a localised name.
    .values(
      SHIPPED_DEVICE_TYPES.map((shipped) => ({
        ...shipped,
        measures: [...shipped.measures],
        name: shipped.code,
        isShipped: true,
      })),
    )
    .onConflictDoNothing();
  await tx
    .insert(zonePreset)
    .values(SHIPPED_PRESETS.map(({ isWeak: _, ...shipped }) => ({ ...shipped, isShipped: true })))
    .onConflictDoNothing();
  await tx
    .insert(verificationPreset)
    .values(SHIPPED_RULES.map((shipped) => ({ ...shipped, isShipped: true })))
    .onConflictDoNothing();
}
