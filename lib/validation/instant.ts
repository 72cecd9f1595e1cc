import { z } from "zod";
import { isoInstant } from "@/lib/datetime/iso";

// All fields for instants use these bounds, within which every library, zone and database agrees.

/** Epoch ms of the bounds, both included. */
export const EARLIEST_MS = 0;
export const LATEST_MS = Date.UTC(2100, 0, 1);

const BOUNDS = { rule: "instantBounds" } as const;

/** Epoch ms of a text or number in a call; undefined for anything else. */
function epochOf(given: unknown): number | undefined {
  if (typeof given === "number") return Number.isSafeInteger(given) ? given : undefined;
  if (typeof given !== "string") return undefined;
  // An unescaped plus sign in a URL arrives as a space.
  const text = given.trim().replace(" ", "+");
  if (/^-?\d{1,16}$/.test(text)) return Number(text);
  const at = isoInstant(text);
  return Number.isNaN(at) ? undefined : at;
}

const instantField = <T>(convert: (epochMs: number) => T) =>
  z
    .custom<string | number>()
    .transform((given, context): T => {
      const at = epochOf(given);
      if (at !== undefined && at >= EARLIEST_MS && at <= LATEST_MS) return convert(at);
      if (given === undefined)
        context.addIssue({ code: "invalid_type", expected: "string", message: "required, received undefined" });
      else if (at === undefined)
        context.addIssue({
          code: "invalid_format",
          format: "datetime",
          message: "ISO-8601 with an offset, or epoch milliseconds",
        });
      else context.addIssue({ code: "custom", params: BOUNDS, message: "must lie between 1970 and 2100" });
      return z.NEVER;
    })
    .meta({ type: "string", format: "date-time", description: "ISO-8601 with an offset, or epoch ms; 1970 to 2100" });

/** A point in time between 1970 and 2100: ISO-8601 with an offset, or epoch ms. The output is ISO-8601 in UTC. */
export const instant = () => instantField((at) => new Date(at).toISOString());

/** The same; the output is epoch ms. */
export const instantMs = () => instantField((at) => at);

/** A calendar day between 1970 and 2100, such as `2026-11-20`. */
export const calendarDay = () =>
  z.iso.date().superRefine((day, context) => {
    const at = Date.parse(day);
    if (at < EARLIEST_MS || at > LATEST_MS)
      context.addIssue({ code: "custom", params: BOUNDS, message: "must lie between 1970 and 2100" });
  });
