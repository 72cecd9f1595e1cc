import { SEVERITIES, type Severity } from "@/db/enums";
import { dayKey, fromLocalInput, startOfDay, toLocalInput } from "@/lib/datetime/zone";

/**
 * Hours in the customer's time zone, "HH:MM", spanning midnight if `to` is not after `from`. In these hours a contact
 * is not notified of alarms that are at most as severe as `upTo`.
 */
export type QuietHours = { from: string; to: string; upTo: Severity };

/** Critical alarms are never deferred. */
export const QUIET_SEVERITIES = ["major", "minor", "warning"] as const satisfies readonly Severity[];

/** Whether quiet hours defer an alarm: it is at most as severe as their threshold. */
export const isQuietable = ({ upTo }: QuietHours, severity: Severity): boolean =>
  severity !== "critical" && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(upTo);

/**
 * When something that is due at `at` may be sent: at once, or at the end of the quiet hours that contain `at`. Epoch
 * ms; the hours are in `timeZone` (IANA name). The first minute of the hours is quiet, the last is not.
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
  // When clocks are set back, the quiet minutes occur twice. The end is in the past during the second occurrence.
  return Math.max(end?.getTime() ?? at, at);
}

/** When an alarm of that severity may be sent to a contact with these hours; `at` itself if nothing defers it. */
export const releaseAt = (quiet: QuietHours | null, severity: Severity, at: number, timeZone: string): number =>
  quiet && isQuietable(quiet, severity) ? quietEnd(quiet, at, timeZone) : at;
