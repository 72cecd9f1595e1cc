import { fromLocalInput } from "@/lib/datetime/zone";
import { canonicalValue } from "@/lib/units/convert";
import { clockOf, parseStamp } from "./clock.rules";
import type { Issues } from "./content.rules";
import { numberOf, saysNothing } from "./fridge-tag-text.rules";

/** Parses the texts of a file. */
export type Reader = {
  issues: Issues;
  /** A temperature in °C; null if empty. Adds an issue for anything that is not a number. */
  celsius: (text: string, where: { line: number; column: string }) => number | null;
  /** The instant of a date and a time, or of both in one text; null likewise. */
  instant: (text: string, where: { line: number; column: string }) => number | null;
  /** The first instant of a day. */
  dayStart: (day: string) => number | null;
};

/** A reader for the clock of a zone and the unit of the device (`C` or `F`). */
export function readerOf(timeZone: string, unit: string, issues: Issues): Reader {
  const clock = clockOf(timeZone);
  return {
    issues,
    celsius(text, where) {
      const number = numberOf(text);
      if (number !== null) return (unit === "F" ? canonicalValue(number, "°F") : number) + 0;
      if (!saysNothing(text)) issues.add({ ...where, rule: "number", message: "is no number", value: text });
      return null;
    },
    instant(text, where) {
      const stamp = parseStamp(text, "dmy");
      if (stamp === null || stamp === "dateOrder") {
        issues.add({ ...where, rule: "time", message: "is no time", value: text });
        return null;
      }
      if ("at" in stamp) return stamp.at;
      const [at] = clock(stamp.wall);
      if (at !== undefined) return at;
      issues.add({ ...where, rule: "skipped", message: `a clock of ${timeZone} never shows this time`, value: text });
      return null;
    },
    dayStart: (day) => fromLocalInput(day, timeZone)?.getTime() ?? null,
  };
}
