/**
 * Saturation vapour pressure over water (hPa) at a temperature in °C: Magnus formula with the coefficients of WMO-No. 8
 * (Guide to Instruments and Methods of Observation), annex 4.B.
 */
export function saturationHpa(celsius: number): number {
  return 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));
}

/** Relative humidity (%, 0 to 100) of air with this vapour pressure (hPa) at a temperature in °C. */
export function relativeHumidity(vapourHpa: number, celsius: number): number {
  return Math.max(0, Math.min(100, (100 * vapourHpa) / saturationHpa(celsius)));
}

/** Vapour pressure (hPa) of air of this relative humidity (%) and temperature (°C). */
export function vapourHpa(humidityPercent: number, celsius: number): number {
  return (humidityPercent / 100) * saturationHpa(celsius);
}

/**
 * Vapour pressure (hPa) after `seconds` of exchange: towards `targetHpa` through the machine and the goods, and towards
 * `outsideHpa` through the door for its share of the time. Linear, so solved exactly.
 */
export function exchangeVapour(
  hpa: number,
  exchange: { targetHpa: number; relaxSeconds: number; outsideHpa: number; doorSeconds: number; doorShare: number },
  seconds: number,
): number {
  const inner = 1 / exchange.relaxSeconds;
  const outer = exchange.doorShare / exchange.doorSeconds;
  const equilibrium = (exchange.targetHpa * inner + exchange.outsideHpa * outer) / (inner + outer);
  return equilibrium + (hpa - equilibrium) * Math.exp(-(inner + outer) * seconds);
}
