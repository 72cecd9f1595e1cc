/** Atmospheric carbon dioxide, ppm: rounded yearly mean (NOAA Global Monitoring Laboratory). */
export const AIR_PPM = 425;

const CONTROL_SECONDS = 240;
const DOOR_SECONDS = 300;
const LEAK_SECONDS = 7200;

/**
 * Carbon dioxide (ppm) in an incubator after `seconds`: the valve restores the target within minutes, an open door lets
 * gas out past the inner glass door, and without power it leaks. First-order exchange, solved exactly.
 */
export function exchangeCo2(
  ppm: number,
  { targetPpm, doorShare, isPowered }: { targetPpm: number; doorShare: number; isPowered: boolean },
  seconds: number,
): number {
  const control = isPowered ? 1 / CONTROL_SECONDS : 0;
  const loss = doorShare / DOOR_SECONDS + 1 / LEAK_SECONDS;
  // The valve compensates for the constant leak, so the target is reached with the door closed.
  const supply = control * targetPpm + (isPowered ? (targetPpm - AIR_PPM) / LEAK_SECONDS : 0);
  const equilibrium = (supply + loss * AIR_PPM) / (control + loss);
  return equilibrium + (ppm - equilibrium) * Math.exp(-(control + loss) * seconds);
}
