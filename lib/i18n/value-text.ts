/** Formats a value in one line: texts as they are, lists by their items, records by name and value. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(valueText).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, part]) => `${key}: ${valueText(part)}`)
      .join("; ");
  return String(value);
}
