import type { TemperatureUnit } from "@/db/enums";

export const CELSIUS: TemperatureUnit = "celsius";

/** °F per kelvin; 0 °C is 32 °F (NIST SP 811, appendix B.8: t/°C = (t/°F − 32) / 1.8). */
const FAHRENHEIT_PER_KELVIN = 9 / 5;
const FREEZING_FAHRENHEIT = 32;

/** Removes the noise of binary fractions, far below what a sensor resolves. */
const clean = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * Decimals of a stored temperature that was typed in °F. Half a unit of the second decimal is 0.009 °F, so a value with
 * one decimal in °F is found again.
 */
export const STORED_DECIMALS = 2;

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** A temperature in °C in the unit in which it is shown: t/°F = t/°C · 9/5 + 32 (NIST SP 811, appendix B.8). */
export const toShown = (celsius: number, unit: TemperatureUnit): number =>
  unit === CELSIUS ? celsius : clean(celsius * FAHRENHEIT_PER_KELVIN + FREEZING_FAHRENHEIT);

/**
 * A typed temperature in °C: t/°C = (t/°F − 32) · 5/9, to `decimals` (46.4 °F is 8 °C). °C is unchanged. NaN gives NaN.
 */
export const fromShown = (shown: number, unit: TemperatureUnit, decimals = STORED_DECIMALS): number =>
  unit === CELSIUS ? shown : rounded((shown - FREEZING_FAHRENHEIT) / FAHRENHEIT_PER_KELVIN, decimals);

/**
 * A difference in K in the shown unit: 1 K = 1 °C = 9/5 °F (NIST SP 811, appendix B.8). For dead band, deviation,
 * uncertainty, correction, standard deviation, change per time, and degree-minutes.
 */
export const differenceToShown = (kelvin: number, unit: TemperatureUnit): number =>
  unit === CELSIUS ? kelvin : clean(kelvin * FAHRENHEIT_PER_KELVIN);

/** A typed difference in K, to `decimals`. NaN gives NaN. */
export const differenceFromShown = (shown: number, unit: TemperatureUnit, decimals = STORED_DECIMALS): number =>
  unit === CELSIUS ? shown : rounded(shown / FAHRENHEIT_PER_KELVIN, decimals);
