import { type Calendar, nextWithin } from "../condition/calendar.rules";

/** What suppresses an alarm at an instant; each in epoch ms, null if it does not apply. */
export type Suppressions = {
  silencedUntil: number | null;
  switchedOffUntil: number | null;
  calendar: Calendar | null;
  timeZone: string;
};

/** When the suppression at an instant ends (epoch ms); the instant itself if nothing suppresses. */
export function endOfSuppression(
  at: number,
  { silencedUntil, switchedOffUntil, calendar, timeZone }: Suppressions,
): number {
  return Math.max(at, silencedUntil ?? at, switchedOffUntil ?? at, nextWithin(calendar, at, timeZone) ?? at);
}
