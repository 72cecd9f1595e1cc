import { useLocale, useTranslations } from "next-intl";
import { useNow } from "@/components/ui/use-now";
import { formatReading } from "@/lib/units/format";
import { isOngoing } from "../exception.rules";
import type { ExceptionDto } from "../exception.schema";
import { headlineOf, type Told, whatOf } from "../phrase.rules";

/** The sentences in which an exception is told. */
export function useExceptionTexts() {
  const t = useTranslations("exception");
  const locale = useLocale();

  return {
    reading: (value: number | null, measure: ExceptionDto["measure"]) =>
      formatReading(value, measure ?? "temperature", locale).text,
    what: (one: Told) => whatOf(one, t),
    headline: (one: Told, milliseconds: number, timeZone: string) =>
      headlineOf(one, milliseconds, t, { locale, timeZone }),
    /** A reason in the reader's language; a customer's own as it was written. */
    reason({ code, name }: { code: string | null; name: string }): string {
      return code !== null && t.has(`reason.${code}`) ? t(`reason.${code}`) : name;
    },
  };
}

/** How long it has lasted, in milliseconds; moves on while it goes on. `now` is the server's clock of the page. */
export function useElapsed(one: ExceptionDto, now: number): number {
  const current = useNow(now);
  const known = one.durationSeconds * 1000;
  return isOngoing(one) ? Math.max(known, current - Date.parse(one.startedAt)) : known;
}
