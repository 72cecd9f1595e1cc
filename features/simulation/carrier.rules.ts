import type { CarrierType } from "@/db/enums";
import type { Ambience, Climate } from "./ambient.rules";
import type { DoorHabit } from "./door.rules";
import { hashText, uniformAt } from "./random.rules";
import type { Cabinet } from "./thermal.rules";

export type Span = { minimum: number; maximum: number };

/** Facts about a carrier: `key` seeds its individual differences; the spans are its monitoring ranges. */
export type CarrierFacts = {
  key: string;
  type: CarrierType;
  celsius: Span;
  humidityPercent: Span | null;
  co2Ppm: Span | null;
  climate: Climate;
  utcOffsetHours: number;
};

/** Physical behaviour of a carrier. `defrost` repeats at fixed times of the day. */
export type CarrierProfile = {
  seed: number;
  cabinet: Cabinet;
  climate: Climate;
  ambience: Ambience;
  utcOffsetHours: number;
  setpointCelsius: number;
  humidityPercent: number;
  co2Ppm: number | null;
  door: DoorHabit;
  defrost: { everySeconds: number; lastsSeconds: number; heaterPerSecond: number } | null;
};

type Build = {
  wallHours: number;
  doorMinutes: number;
  ambience: Ambience;
  busyPerHour: number;
  quietPerHour: number;
  meanOpenSeconds: number;
};

/** Insulation and use by type: plausible figures for loaded equipment, not measured ones. */
const BUILDS: Record<CarrierType, Build> = {
  incubator: {
    wallHours: 2,
    doorMinutes: 25,
    ambience: "indoor",
    busyPerHour: 1,
    quietPerHour: 0.1,
    meanOpenSeconds: 12,
  },
  refrigerator: {
    wallHours: 2,
    doorMinutes: 22,
    ambience: "indoor",
    busyPerHour: 3,
    quietPerHour: 0.1,
    meanOpenSeconds: 18,
  },
  vehicle: {
    wallHours: 3,
    doorMinutes: 90,
    ambience: "outdoor",
    busyPerHour: 0.5,
    quietPerHour: 0,
    meanOpenSeconds: 120,
  },
  refrigeratory: {
    wallHours: 10,
    doorMinutes: 70,
    ambience: "indoor",
    busyPerHour: 2,
    quietPerHour: 0.2,
    meanOpenSeconds: 50,
  },
  warehouse: {
    wallHours: 30,
    doorMinutes: 600,
    ambience: "hall",
    busyPerHour: 4,
    quietPerHour: 0.3,
    meanOpenSeconds: 240,
  },
  store: {
    wallHours: 10,
    doorMinutes: 150,
    ambience: "indoor",
    busyPerHour: 2,
    quietPerHour: 0.1,
    meanOpenSeconds: 60,
  },
  other: {
    wallHours: 2.5,
    doorMinutes: 30,
    ambience: "indoor",
    busyPerHour: 0.6,
    quietPerHour: 0,
    meanOpenSeconds: 15,
  },
};

/** Maximum hysteresis of the thermostat, °C to either side of the set point. */
const WIDEST_BAND = 1.25;
/** Power of the machine relative to the largest loss through the walls. */
const CAPACITY_RESERVE = 2.5;
const WORST: Record<Ambience, Span> = {
  indoor: { minimum: 17, maximum: 30 },
  outdoor: { minimum: -14, maximum: 38 },
  hall: { minimum: 4, maximum: 30 },
};

/** Profile of a carrier by type and range, with small differences derived from its key. */
export function profileOf(facts: CarrierFacts): CarrierProfile {
  const build = BUILDS[facts.type];
  const seed = hashText(facts.key);
  const span = facts.celsius.maximum - facts.celsius.minimum;
  const setpointCelsius = (facts.celsius.minimum + facts.celsius.maximum) / 2;
  const band = Math.min(WIDEST_BAND, span / 8);
  // Colder cabinets have better insulation.
  const insulation = setpointCelsius < -50 ? 6 : setpointCelsius < -10 ? 3 : 1;
  const wallSeconds = build.wallHours * 3600 * insulation * (0.9 + 0.2 * uniformAt(seed, 1));
  const worst = WORST[build.ambience];
  const power = (kelvin: number) => (CAPACITY_RESERVE * Math.max(5, kelvin)) / wallSeconds;
  const isRoomLike = setpointCelsius > 10 || build.ambience === "outdoor";
  return {
    seed,
    cabinet: {
      wallSeconds,
      doorSeconds: build.doorMinutes * 60 * Math.min(3, insulation),
      lowCelsius: setpointCelsius - band,
      highCelsius: setpointCelsius + band,
      coolingPerSecond: power(worst.maximum - setpointCelsius),
      heatingPerSecond: isRoomLike ? power(setpointCelsius - worst.minimum) : 0,
    },
    climate: facts.climate,
    ambience: build.ambience,
    utcOffsetHours: facts.utcOffsetHours,
    setpointCelsius,
    humidityPercent: middleOf(facts.humidityPercent) ?? (setpointCelsius > 10 ? 52 : 58),
    co2Ppm: middleOf(facts.co2Ppm),
    door: {
      busyPerHour: build.busyPerHour,
      quietPerHour: build.quietPerHour,
      meanSeconds: build.meanOpenSeconds,
      utcOffsetHours: facts.utcOffsetHours,
    },
    defrost: defrostOf(facts.type, facts.celsius),
  };
}

/** Freezers and cold stores defrost their evaporator three times a day, by a tenth of their range. */
function defrostOf(type: CarrierType, { minimum, maximum }: Span): CarrierProfile["defrost"] {
  if (maximum > 0 && type !== "refrigeratory") return null;
  const lastsSeconds = 600;
  return { everySeconds: 8 * 3600, lastsSeconds, heaterPerSecond: (0.08 * (maximum - minimum)) / lastsSeconds };
}

const middleOf = (span: Span | null): number | null => (span ? (span.minimum + span.maximum) / 2 : null);
