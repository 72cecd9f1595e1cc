const DAY_SECONDS = 86_400;

/** Charge (%) left after `seconds` at a constant drain; never below 0. */
export function drained(percent: number, percentPerDay: number, seconds: number): number {
  return Math.max(0, percent - (percentPerDay * seconds) / DAY_SECONDS);
}

/** Open-circuit voltage of a lithium thionyl chloride cell: charge (%) and volts, typical of manufacturers' curves. */
const DISCHARGE = [
  [0, 2.4],
  [5, 2.95],
  [15, 3.3],
  [40, 3.52],
  [100, 3.65],
] as const;

/** Voltage of such a cell at a charge (%): flat for most of the discharge, falling at the end. */
export function cellVolts(percent: number): number {
  for (let index = 1; index < DISCHARGE.length; index += 1) {
    const [toPercent, toVolts] = DISCHARGE[index] as (typeof DISCHARGE)[number];
    const [fromPercent, fromVolts] = DISCHARGE[index - 1] as (typeof DISCHARGE)[number];
    if (percent > toPercent) continue;
    return fromVolts + ((toVolts - fromVolts) * (Math.max(0, percent) - fromPercent)) / (toPercent - fromPercent);
  }
  return 3.65;
}

/** The value that a device reports for its cell: whole percent, or volts to two decimals. */
export function reportedCell(measure: "battery" | "voltage", percent: number): number {
  return measure === "battery" ? Math.round(percent) : Math.round(cellVolts(percent) * 100) / 100;
}

/** The charge (%) for a reported value. */
export function percentOfCell(measure: "battery" | "voltage", value: number): number {
  if (measure === "battery") return value;
  let percent = 100;
  while (percent > 0 && cellVolts(percent) > value) percent -= 1;
  return percent;
}
