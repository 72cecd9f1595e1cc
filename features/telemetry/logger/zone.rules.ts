/** UTC or GMT in a title, with or without an offset; an offset alone counts only in brackets. */
const NAMED = /(?<![\p{L}\d])(?:utc|gmt)(?!\p{L})\s*(?:([+\-−±])\s*(\d{1,2})(?::?(\d{2}))?(?!\d))?/iu;
const BRACKETED = /[([]\s*([+\-−])(\d{2}):?(\d{2})\s*[)\]]/;

/** Zones with a constant offset of no whole hours since 2000: IANA has no fixed ones for these. */
const BETWEEN_HOURS: Record<string, string> = {
  "+4:30": "Asia/Kabul",
  "+5:30": "Asia/Kolkata",
  "+5:45": "Asia/Kathmandu",
  "+6:30": "Asia/Yangon",
  "+9:30": "Australia/Darwin",
  "-9:30": "Pacific/Marquesas",
};
/** No zone is further ahead of UTC, or behind it. */
const FARTHEST_HOURS = { "+": 14, "-": 12 } as const;

const plain = (title: string): string => title.normalize("NFKC").replaceAll("_", " ");

/**
 * Parses the zone that a column title names (`Time (GMT+8)`, `ts_utc`, `Date Time, GMT+05:30`) into an IANA name of a
 * fixed offset, not of a location. Null if it names none; `zone` null for an offset that no zone has all year.
 */
export function zoneOfTitle(title: string): { zone: string | null } | null {
  const text = plain(title);
  const match = NAMED.exec(text) ?? BRACKETED.exec(text);
  if (!match) return null;
  const [, sign = "+", digits = "0", minutes = "00"] = match;
  const hours = Number(digits);
  if (hours + Number(minutes) === 0) return { zone: "UTC" };
  if (sign === "±") return { zone: null };
  const side = sign === "+" ? "+" : "-";
  if (minutes !== "00") return { zone: BETWEEN_HOURS[`${side}${hours}:${minutes}`] ?? null };
  // IANA's fixed zones use the POSIX sign: Etc/GMT-8 is ahead of UTC.
  return { zone: hours > FARTHEST_HOURS[side] ? null : `Etc/GMT${side === "+" ? "-" : "+"}${hours}` };
}

/** A title without the zone that it names. */
export function withoutZone(title: string): string {
  if (zoneOfTitle(title) === null) return title;
  const text = plain(title);
  const rest = text.replace(NAMED.test(text) ? NAMED : BRACKETED, " ");
  return rest.replaceAll(/[([]\s*[)\]]/g, " ").replace(/[\s,;:]+$/, "");
}
