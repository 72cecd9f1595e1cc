/** The zones that the browser supports, UTC and `value`, by name; a value that is an alias is kept as it is. */
export const zonesWith = (value: string): string[] =>
  [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), value])].sort();

/** The name of a zone as it is shown: `America/New York`. */
export const zoneLabel = (zone: string): string => zone.replaceAll("_", " ");

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_/]+/g, " ")
    .trim()
    .split(" ");

/** Whether every word that was typed is in the zone's name or its offset, such as `berlin`, `new york` or `+05:30`. */
export function isMatch(zone: string, offset: string, query: string): boolean {
  const text = wordsOf(`${zone} ${offset.replace("\u2212", "-")}`).join(" ");
  return wordsOf(query.replace("\u2212", "-")).every((word) => text.includes(word));
}

/** The zone of this browser; UTC if it does not know its own. */
export function browserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return Intl.supportedValuesOf("timeZone").includes(timeZone) ? timeZone : "UTC";
}
