import type { Measure } from "@/db/enums";

export const MAPPED_UNITS = ["°C", "°F", "K", "%", "ppm", "ppb", "V", "mV", "dBm", "switch", "inverted"] as const;

export type MappedUnit = (typeof MAPPED_UNITS)[number];

export const UNITS: Record<Measure, readonly MappedUnit[]> = {
  temperature: ["°C", "°F", "K"],
  humidity: ["%"],
  co2: ["ppm", "ppb", "%"],
  gas: ["ppm", "ppb"],
  door: ["switch", "inverted"],
  power: ["switch", "inverted"],
  voltage: ["V", "mV"],
  signal: ["dBm"],
  battery: ["%"],
};

/** Units in which a measure may be sent; for a switch, whether 1 is open and on, or the opposite. */
export const unitsOf = (measure: Measure): readonly MappedUnit[] => UNITS[measure];
