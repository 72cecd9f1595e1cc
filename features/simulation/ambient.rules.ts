import { wanderAt } from "./random.rules";

/** Climate of a location: °C and %RH. The warmest day is in late July in the northern hemisphere. */
export type Climate = {
  yearMeanCelsius: number;
  yearSwingCelsius: number;
  daySwingCelsius: number;
  weatherCelsius: number;
  humidityPercent: number;
};

/** Rounded normals of 1991–2020 as published by the national weather services: yearly mean, January and July means. */
const GUANGZHOU: Climate = {
  yearMeanCelsius: 22.5,
  yearSwingCelsius: 7.5,
  daySwingCelsius: 3.5,
  weatherCelsius: 2.5,
  humidityPercent: 75,
};
const MUNICH: Climate = {
  yearMeanCelsius: 9.8,
  yearSwingCelsius: 9.7,
  daySwingCelsius: 4,
  weatherCelsius: 4,
  humidityPercent: 74,
};

/** Climate of a customer by the IANA name of its time zone: Munich for Europe, Guangzhou for all others. */
export function climateOf(timeZone: string): Climate {
  return timeZone.startsWith("Europe/") ? MUNICH : GUANGZHOU;
}

/** Surroundings of a carrier: outdoors, a conditioned room, or a hall that follows the weather slowly. */
export type Ambience = "outdoor" | "indoor" | "hall";

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365.2425 * DAY_SECONDS;
const WARMEST_DAY = 201;
const WARMEST_HOUR = 15;

/** Ambient temperature (°C) at an instant (epoch ms): two cosines (year, day) plus weather from the seed. */
export function ambientCelsius(
  climate: Climate,
  ambience: Ambience,
  utcOffsetHours: number,
  seed: number,
  at: number,
): number {
  const seconds = at / 1000;
  const yearTurn = (seconds - WARMEST_DAY * DAY_SECONDS) / YEAR_SECONDS;
  const dayTurn = (seconds / 3600 + utcOffsetHours - WARMEST_HOUR) / 24;
  const season = climate.yearMeanCelsius + climate.yearSwingCelsius * Math.cos(2 * Math.PI * yearTurn);
  const day = climate.daySwingCelsius * Math.cos(2 * Math.PI * dayTurn);
  const weather = climate.weatherCelsius * wanderAt(seed, at, 4 * DAY_SECONDS);
  if (ambience === "outdoor") return season + day + weather;
  if (ambience === "hall") return 17 + 0.35 * (season - 17) + 0.4 * day + 0.3 * weather;
  return 22.5 + 0.1 * (season - 18) + 0.25 * day + 0.3 * wanderAt(seed, at, DAY_SECONDS / 2);
}

/** Ambient relative humidity (%): lower in heated and cooled rooms. */
export function ambientHumidity(climate: Climate, ambience: Ambience, seed: number, at: number): number {
  const mean = ambience === "outdoor" ? climate.humidityPercent : 0.65 * climate.humidityPercent + 5;
  return Math.max(15, Math.min(97, mean + 10 * wanderAt(seed + 7, at, 3 * DAY_SECONDS)));
}

/** Offset of a time zone from UTC, in hours, at an instant (epoch ms). */
export function utcOffsetHours(timeZone: string, at: number): number {
  const options = { timeZone, hourCycle: "h23", dateStyle: "short", timeStyle: "medium" } as const;
  const wall = new Intl.DateTimeFormat("sv-SE", options).format(at);
  const wallAsUtc = Date.parse(`${wall.replace(" ", "T")}Z`);
  return Math.round((wallAsUtc - at) / 900_000) / 4;
}
