import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { carrierType, deviceType, unit, zonePreset } from "@/db/schema";
import { SHIPPED_CARRIER_TYPES } from "@/features/carrier/type/rules";
import { SHIPPED_DEVICE_TYPES } from "@/features/device/type/rules";
import { SHIPPED_PRESETS } from "@/features/zone/preset/rules";

/** The units in which values are kept, one for each measure; what is on or off counts as 1 or 0. */
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

/** The reference lists that the product ships. Safe to repeat: a row that is there stays as people have changed it. */
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
    // Under its code until somebody renames it; readers see the name in their language.
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
}
