import { type Calendar, nextWithin } from "../condition/calendar.rules";

/** What holds an alarm back at an instant; each in epoch ms, null where it does not. */
export type Holds = {
  silencedUntil: number | null;
  switchedOffUntil: number | null;
  calendar: Calendar | null;
  timeZone: string;
};

/** The end of what holds an alarm back at an instant (epoch ms), the instant itself where nothing does. */
export function endOfHolds(at: number, { silencedUntil, switchedOffUntil, calendar, timeZone }: Holds): number {
  return Math.max(at, silencedUntil ?? at, switchedOffUntil ?? at, nextWithin(calendar, at, timeZone) ?? at);
}
