import type { Measure } from "@/db/enums";
import { relativeHumidity } from "./humidity.rules";
import { gaussianAt, hashText, uniformAt, wanderAt } from "./random.rules";
import type { CarrierState } from "./simulation.rules";

/** How a probe measures the carrier: offset of its position, resolution and noise. */
export type ProbeProfile = { measure: Measure; seed: number; offset: number; noise: number; resolution: number };

type Figures = Omit<ProbeProfile, "seed" | "offset"> & { spread: number };

const FIGURES: Partial<Record<Measure, Figures>> = {
  temperature: { measure: "temperature", noise: 0.04, resolution: 0.1, spread: 0 },
  humidity: { measure: "humidity", noise: 0.3, resolution: 0.1, spread: 1.5 },
  co2: { measure: "co2", noise: 60, resolution: 10, spread: 150 },
  gas: { measure: "gas", noise: 1.5, resolution: 1, spread: 3 },
  signal: { measure: "signal", noise: 1.2, resolution: 1, spread: 12 },
};

/**
 * Profile of a device's probe, by serial number. A temperature probe deviates from the mean by up to a sixteenth of the
 * carrier's range. LoRa and Zeta probes resolve 0.01 °C, all others 0.1 °C.
 */
export function probeProfile(
  device: { serialNumber: string; typeCode: string },
  measure: Measure,
  celsiusSpan: number,
): ProbeProfile {
  const figures = FIGURES[measure] ?? { measure, noise: 0, resolution: 0.01, spread: 0 };
  const seed = hashText(`${device.serialNumber}/${measure}`);
  const isTemperature = measure === "temperature";
  const spread = isTemperature ? celsiusSpan / 16 : figures.spread;
  const isFine = isTemperature && /^(lora|zeta)/.test(device.typeCode);
  return {
    measure,
    seed,
    offset: spread * (2 * uniformAt(seed, 1) - 1),
    noise: figures.noise,
    resolution: isFine ? 0.01 : figures.resolution,
  };
}

/** The value that the probe reports for the state of the carrier, in the measure's canonical unit. */
export function observe(probe: ProbeProfile, state: CarrierState): number {
  return reported(probe, trueValue(probe.measure, state) + probe.offset, state.at);
}

/** Inverse of `observe` without noise: the carrier's value from which a model continues. */
export function unobserved(probe: ProbeProfile, value: number): number {
  return value - probe.offset;
}

/** Received signal strength (dBm) of a radio device at an instant (epoch ms). */
export function signalAt(probe: ProbeProfile, at: number): number {
  return reported(probe, -68 + probe.offset + 2 * wanderAt(probe.seed, at, 30_000), at);
}

/** Combustible gas (ppm) at an instant (epoch ms) without a leak. */
export function gasAt(probe: ProbeProfile, at: number): number {
  return Math.max(0, reported(probe, 12 + probe.offset + 4 * wanderAt(probe.seed, at, 20_000), at));
}

function trueValue(measure: Measure, state: CarrierState): number {
  if (measure === "humidity") return relativeHumidity(state.vapourHpa, state.celsius);
  return measure === "co2" ? state.co2Ppm : state.celsius;
}

function reported(probe: ProbeProfile, value: number, at: number): number {
  const scattered = value + probe.noise * gaussianAt(probe.seed, Math.floor(at / 1000));
  const limited = probe.measure === "humidity" ? Math.max(1, Math.min(99.9, scattered)) : scattered;
  // Counted in whole steps of the resolution, so that 4.3 does not become 4.300000000000001; never −0.
  const perUnit = Math.round(1 / probe.resolution);
  const rounded =
    perUnit >= 1 ? Math.round(limited * perUnit) / perUnit : Math.round(limited / probe.resolution) * probe.resolution;
  return rounded + 0;
}
