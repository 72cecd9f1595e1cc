import { SEVERITIES, type Severity } from "@/db/enums";
import { dayKey, fromLocalInput, startOfDay, toLocalInput } from "@/lib/datetime/zone";

/**
 * Hours of the customer's clock, "HH:MM", over midnight where `to` is not after `from`, in which a person is not told of
 * alarms that are at most as severe as `upTo`.
 */
export type QuietHours = { from: string; to: string; upTo: Severity };

/** A critical alarm waits for nobody's night. */
export const QUIET_SEVERITIES = ["major", "minor", "warning"] as const satisfies readonly Severity[];

/** Whether an alarm may wait in such hours: it is at most as severe as their threshold. */
export const isQuietable = ({ upTo }: QuietHours, severity: Severity): boolean =>
  severity !== "critical" && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(upTo);

/**
 * When something that is due at `at` may be told: then, or at the end of the quiet hours that `at` falls into. Epoch
 * ms; hours as the clocks of `timeZone` (IANA name) show them. The first minute of the hours is quiet, the last is not.
 */
export function quietEnd({ from, to }: QuietHours, at: number, timeZone: string): number {
  const instant = new Date(at);
  const time = toLocalInput(instant, timeZone).slice(11, 16);
  const isOvernight = to <= from;
  const isQuiet = isOvernight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return at;
  const endsToday = !isOvernight || time < to;
  const day = endsToday ? instant : startOfDay(instant, timeZone, 1);
  const end = fromLocalInput(`${dayKey(day, timeZone)}T${to}`, timeZone);
  // Clocks that are set back show the quiet minutes twice: the end is then behind us for the second time.
  return Math.max(end?.getTime() ?? at, at);
}

/** When an alarm of that severity may be told to somebody with these hours; `at` itself where nothing holds it. */
export const releaseAt = (quiet: QuietHours | null, severity: Severity, at: number, timeZone: string): number =>
  quiet && isQuietable(quiet, severity) ? quietEnd(quiet, at, timeZone) : at;
