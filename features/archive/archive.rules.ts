import type { ArchiveState } from "@/db/file-enums";
import { fromLocalInput, wallClock } from "@/lib/datetime/zone";
import { conflict } from "@/lib/errors";

/** How long after the end of a month it is archived, so that gateways can send what they measured before. */
export const SETTLING_HOURS = 50;
/** Months that the clock archives at once after a standstill. */
export const MOST_MISSED = 12;

const pad = (value: number) => String(value).padStart(2, "0");

/** The month `count` months after one, both `2026-11`. */
export function monthAfter(month: string, count = 1): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The month of an instant in a zone. */
export function monthOf(at: Date, timeZone: string): string {
  const { year, month } = wallClock(at, timeZone);
  return `${year}-${pad(month)}`;
}

/** The first instant of a month in a zone and that of the next, in epoch ms. */
export function monthRange(month: string, timeZone: string): { from: number; to: number } {
  const start = (of: string) => (fromLocalInput(`${of}-01`, timeZone) as Date).getTime();
  return { from: start(month), to: start(monthAfter(month)) };
}

/** Throws CONFLICT unless the month is over: what is still being recorded would be missing. */
export function assertOver(month: string, timeZone: string, now: Date): void {
  if (monthRange(month, timeZone).to > now.getTime())
    throw conflict("month", "archiveMonthNotOver", "the month is not over");
}

/**
 * The months that the clock archives now, in order: those after the last archived one, or without any the latest, that
 * have been over for `SETTLING_HOURS`.
 */
export function dueMonths(lastArchived: string | null, now: Date, timeZone: string): string[] {
  const latest = monthAfter(monthOf(new Date(now.getTime() - SETTLING_HOURS * 3_600_000), timeZone), -1);
  const months: string[] = [];
  for (let month = latest; months.length < MOST_MISSED; month = monthAfter(month, -1)) {
    if (lastArchived !== null && month <= lastArchived) break;
    months.unshift(month);
    if (lastArchived === null) break;
  }
  return months;
}

/** Letters, digits and hyphens, as in customer codes; anything else would have to be quoted. */
const UNSAFE = /[^A-Za-z0-9-]+/g;

/** The name of an archive's file: customer, month and version. */
export const archiveName = (customerCode: string, month: string, version: number): string =>
  `frostline_${customerCode.replace(UNSAFE, "-")}_${month}_v${version}.zip`;

/** Month and version in the name of a file; null if it was named otherwise. */
export function namedBy(fileName: string): { month: string; version: number } | null {
  const found = /_(\d{4}-\d{2})_v(\d+)(?: ?\(\d+\))?\.zip$/.exec(fileName);
  return found ? { month: found[1] as string, version: Number(found[2]) } : null;
}

/** Percent of the readings; 100 only once the file is there. */
export function progressOf({ state, total, done }: { state: ArchiveState; total: number; done: number }): number {
  if (state === "generated" || state === "expired") return 100;
  return total <= 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
}

/** When an archive made now is deleted (parameter `retention.backupYears`). */
export function expiryOf(now: Date, years: number): Date {
  const expiry = new Date(now);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + years);
  return expiry;
}

/** Throws CONFLICT unless the file of the archive is there. */
export function assertGenerated(state: ArchiveState): void {
  if (state !== "generated") throw conflict("id", "archiveNotThere", "there is no file");
}

/** How long a link may be valid, in days. */
export const LINK_DAYS = [1, 7, 30] as const;
/** Calls per minute: of one link, and from one network. */
export const RATE = { link: 30, address: 60, seconds: 60 } as const;

/** The page of a link, in the reader's language. */
export const linkPath = (locale: string, token: string): string => `/${locale}/dataBackup?key=${token}`;
