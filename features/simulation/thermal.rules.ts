/**
 * Temperature (°C) after `seconds` of exchange with surroundings at `equilibriumCelsius`: Newton's law of cooling, T(t)
 * = Te + (T₀ − Te)·e^(−t/τ).
 */
export function newtonCooling(
  celsius: number,
  equilibriumCelsius: number,
  timeConstantSeconds: number,
  seconds: number,
): number {
  return equilibriumCelsius + (celsius - equilibriumCelsius) * Math.exp(-seconds / timeConstantSeconds);
}

/**
 * Seconds until `targetCelsius` is reached on the way to the equilibrium, t = −τ·ln((T − Te)/(T₀ − Te)); 0 if it is
 * already reached, Infinity if it is never reached.
 */
export function secondsToReach(
  celsius: number,
  targetCelsius: number,
  equilibriumCelsius: number,
  timeConstantSeconds: number,
): number {
  if (targetCelsius === celsius) return 0;
  // The ratio minus one, so that a target within a rounding error is not missed.
  const way = (targetCelsius - celsius) / (celsius - equilibriumCelsius);
  return way > -1 && way < 0 ? -timeConstantSeconds * Math.log1p(way) : Number.POSITIVE_INFINITY;
}

/**
 * A cooled or heated space as one thermal mass. `wallSeconds` and `doorSeconds` are the time constants towards the
 * surroundings through the walls and through the open door; powers are in kelvin per second of this mass. The
 * thermostat is a two-point controller: it cools from `highCelsius` down to `lowCelsius`, and heats in the opposite
 * direction.
 */
export type Cabinet = {
  wallSeconds: number;
  doorSeconds: number;
  lowCelsius: number;
  highCelsius: number;
  coolingPerSecond: number;
  heatingPerSecond: number;
};

export type Drive = "off" | "cool" | "heat";
export type ThermalState = { celsius: number; drive: Drive };

/**
 * Conditions during a step. `doorShare` is the share of the step with the door open. `heaterPerSecond` is the power of
 * a defrost heater; the compressor is off while it works. `holdsAtCelsius` replaces the thermostat by a machine stuck
 * at the power that would maintain this temperature.
 */
export type Surroundings = {
  ambientCelsius: number;
  doorShare: number;
  isPowered: boolean;
  heaterPerSecond: number;
  holdsAtCelsius: number | null;
};

/**
 * The cabinet after `seconds`. Within a step of constant conditions the balance dT/dt = −(T − Ta)/τwall − doorShare·(T
 * − Ta)/τdoor + power is linear, so it is solved exactly. The switching instants of the thermostat are computed, not
 * stepped over: with the door closed the temperature never leaves the band.
 */
export function advanceCabinet(
  cabinet: Cabinet,
  state: ThermalState,
  surroundings: Surroundings,
  seconds: number,
): ThermalState {
  const { ambientCelsius, doorShare } = surroundings;
  const rate = 1 / cabinet.wallSeconds + doorShare / cabinet.doorSeconds;
  const forced = forcedPower(cabinet, surroundings);
  if (forced !== null) {
    const drive = forced < 0 ? "cool" : forced > 0 && surroundings.heaterPerSecond === 0 ? "heat" : "off";
    return { celsius: newtonCooling(state.celsius, ambientCelsius + forced / rate, 1 / rate, seconds), drive };
  }

  let { celsius } = state;
  let drive = driveAt(cabinet, state, ambientCelsius);
  let left = seconds;
  // A real compressor switches less often than this. The limit ends the loop for a cabinet without capacity.
  for (let switches = 0; switches < 200 && left > 0; switches += 1) {
    const equilibrium = ambientCelsius + powerOf(cabinet, drive) / rate;
    const target = nextThreshold(cabinet, drive, celsius, equilibrium);
    const wait = target === null ? Number.POSITIVE_INFINITY : secondsToReach(celsius, target, equilibrium, 1 / rate);
    if (wait >= left) {
      celsius = newtonCooling(celsius, equilibrium, 1 / rate, left);
      break;
    }
    celsius = target as number;
    left -= wait;
    drive = driveAt(cabinet, { celsius, drive }, ambientCelsius);
  }
  return { celsius, drive };
}

function forcedPower(cabinet: Cabinet, surroundings: Surroundings): number | null {
  if (!surroundings.isPowered) return 0;
  if (surroundings.heaterPerSecond > 0) return surroundings.heaterPerSecond;
  if (surroundings.holdsAtCelsius === null) return null;
  return (surroundings.holdsAtCelsius - surroundings.ambientCelsius) / cabinet.wallSeconds;
}

function powerOf(cabinet: Cabinet, drive: Drive): number {
  if (drive === "off") return 0;
  return drive === "cool" ? -cabinet.coolingPerSecond : cabinet.heatingPerSecond;
}

/** The thermostat's decision at this temperature; `driftCelsius` is the equilibrium with everything off. */
function driveAt(cabinet: Cabinet, { celsius, drive }: ThermalState, driftCelsius: number): Drive {
  const { lowCelsius, highCelsius, coolingPerSecond, heatingPerSecond } = cabinet;
  if (drive === "cool" && celsius > lowCelsius) return "cool";
  if (drive === "heat" && celsius < highCelsius) return "heat";
  const isTooWarm = celsius > highCelsius || (celsius === highCelsius && driftCelsius > highCelsius);
  const isTooCold = celsius < lowCelsius || (celsius === lowCelsius && driftCelsius < lowCelsius);
  if (isTooWarm && coolingPerSecond > 0) return "cool";
  return isTooCold && heatingPerSecond > 0 ? "heat" : "off";
}

function nextThreshold(cabinet: Cabinet, drive: Drive, celsius: number, equilibrium: number): number | null {
  if (drive === "cool") return cabinet.lowCelsius;
  if (drive === "heat") return cabinet.highCelsius;
  if (equilibrium > celsius && celsius < cabinet.highCelsius) return cabinet.highCelsius;
  if (equilibrium < celsius && celsius > cabinet.lowCelsius) return cabinet.lowCelsius;
  return null;
}
