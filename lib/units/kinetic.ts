const CELSIUS_TO_KELVIN = 273.15;

/** ΔH/R in kelvin: 83.144 kJ/mol ÷ 8.3144 J/(K·mol), USP <1160>. */
const ACTIVATION_KELVIN = 10_000;

/**
 * The Arrhenius term of one temperature for the mean kinetic temperature: exp(−10000 / T), T in kelvin, dimensionless.
 * Sums are additive, so any span can be averaged exactly. At or below absolute zero (a sensor fault) it is 0.
 */
export function arrheniusTerm(celsius: number): number {
  const kelvin = celsius + CELSIUS_TO_KELVIN;
  return kelvin > 0 ? Math.exp(-ACTIVATION_KELVIN / kelvin) : 0;
}

/** Mean kinetic temperature in °C from a sum of `arrheniusTerm`s over `count` temperatures; null for none (USP <1160>). */
export function meanKineticTemperatureOf(arrheniusSum: number, count: number): number | null {
  if (count === 0) return null;
  return ACTIVATION_KELVIN / -Math.log(arrheniusSum / count) - CELSIUS_TO_KELVIN;
}

/** Mean kinetic temperature in °C of equally weighted temperatures in °C; null for none (USP <1160>). */
export function meanKineticTemperature(celsius: readonly number[]): number | null {
  let sum = 0;
  for (const value of celsius) sum += arrheniusTerm(value);
  return meanKineticTemperatureOf(sum, celsius.length);
}
