import { useLocale, useTranslations } from "next-intl";
import type { Tone } from "@/components/ui/tone";
import { useNow } from "@/components/ui/use-now";
import { formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { isOngoing } from "../rules";
import type { ExceptionDto } from "../schema";

type What = Pick<ExceptionDto, "kind" | "measure" | "side" | "device" | "minimum" | "maximum" | "peak">;

/** Orange above, blue below, grey where nothing is heard. */
export const toneOf = ({ kind, side }: Pick<ExceptionDto, "kind" | "side">): Tone =>
  kind === "no-data" ? "offline" : (side ?? "warning");

/** The limit that was passed. */
export const limitOf = ({ side, minimum, maximum }: Pick<ExceptionDto, "side" | "minimum" | "maximum">) =>
  side === "below" ? minimum : maximum;

/** The sentences in which an exception is told. */
export function usePhrases() {
  const t = useTranslations("exception");
  const locale = useLocale();
  const reading = (value: number | null, measure: ExceptionDto["measure"]) =>
    formatReading(value, measure ?? "temperature", locale).text;

  return {
    reading,
    /** 'Temperature above maximum'. */
    what(one: What): string {
      const measure = one.measure ? t(`measure.${one.measure}`) : "";
      if (one.kind === "range") return t(one.side ? `what.${one.side}` : "what.outside", { measure });
      if (one.measure) return t("what.noDataOf", { measure });
      return t(one.device.kind === "gateway" ? "what.gateway" : "what.noData");
    },
    /** 'Above 8.0 °C for 42 min, peak 11.3 °C'. */
    headline(one: What, milliseconds: number): string {
      const duration = formatDuration(milliseconds, locale);
      if (one.kind === "no-data") {
        return t(one.device.kind === "gateway" ? "headline.gateway" : "headline.noData", { duration });
      }
      const limit = reading(limitOf(one), one.measure);
      const peak = reading(one.peak, one.measure);
      return t(one.side ? `headline.${one.side}` : "headline.outside", { limit, duration, peak });
    },
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
