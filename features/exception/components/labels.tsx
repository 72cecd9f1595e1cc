import { useTranslations } from "next-intl";
import { useNow } from "@/components/value/use-now";
import { formatReading } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import { isOngoing } from "../exception.rules";
import type { ExceptionDto } from "../exception.schema";
import { headlineOf, type Told, whatOf } from "../phrase.rules";

/** The sentences that describe an exception, in the unit of its customer; undefined is that of the page. */
export function useExceptionTexts(customerId?: number) {
  const t = useTranslations("exception");
  const locale = useValueLocales()(customerId);

  return {
    reading: (value: number | null, measure: ExceptionDto["measure"]) =>
      formatReading(value, measure ?? "temperature", locale).text,
    what: (one: Told) => whatOf(one, t),
    headline: (one: Told, milliseconds: number, timeZone: string) =>
      headlineOf(one, milliseconds, t, { locale, timeZone }),
    /** The name of a shipped reason in the reader's language; a customer's own reason as written. */
    reason({ code, name }: { code: string | null; name: string }): string {
      return code !== null && t.has(`reason.${code}`) ? t(`reason.${code}`) : name;
    },
  };
}

/** The duration in milliseconds, updated while the exception is open. `now` is the server's time of the page. */
export function useElapsed(one: ExceptionDto, now: number): number {
  const current = useNow(now);
  const known = one.durationSeconds * 1000;
  return isOngoing(one) ? Math.max(known, current - Date.parse(one.startedAt)) : known;
}
