import { useLocale, useTranslations } from "next-intl";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { valueLocale } from "@/lib/units/value-locale";
import { SeverityBadge } from "../../components/severity-badge";
import { toneOf } from "../../kind.rules";
import { headlineOf, whatOf } from "../../phrase.rules";
import type { LinkedExceptionDto } from "../schema";

/** What went wrong, where, since when, and the severity. */
export function LinkHead({ detail, now }: { detail: LinkedExceptionDto; now: Date }) {
  const t = useTranslations("exception");
  const tLink = useTranslations("exceptionLink");
  const locale = valueLocale(useLocale(), detail.temperatureUnit);
  const { timeZone, carrierType, place, path, startedAt, endedAt, stand } = detail;
  const isOff = stand === "withdrawn" || stand === "merged";
  const tone = isOff ? "paused" : endedAt === null ? toneOf(detail) : "normal";
  const state = isOff ? stand : endedAt === null ? "open" : "cleared";
  return (
    <section className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge tone={tone}>{t(`state.${state}`)}</StateBadge>
        <SeverityBadge severity={detail.severity} />
      </p>
      <h1 className="mt-2 text-balance break-words font-semibold text-2xl tracking-tight">{whatOf(detail, t)}</h1>
      <p className="mt-1 text-pretty text-lg">
        {headlineOf(detail, detail.durationSeconds * 1000, t, { locale, timeZone })}
      </p>
      <p className="mt-3 flex items-start gap-2">
        <CarrierIcon type={carrierType ?? undefined} className="mt-1 size-4 shrink-0 text-muted-foreground" />
        <span className="min-w-0 break-words">
          <span className="font-medium">{place}</span>
          {path.length > 0 && <span className="block text-muted-foreground text-sm">{path.join(" / ")}</span>}
        </span>
      </p>
      <p className="mt-2 text-muted-foreground text-sm">
        {tLink("since")}{" "}
        <Instant at={Date.parse(startedAt)} now={now} timeZone={timeZone} className="text-foreground" />
        {endedAt && (
          <>
            {" · "}
            {tLink("until")}{" "}
            <Instant at={Date.parse(endedAt)} now={now} timeZone={timeZone} className="text-foreground" />
          </>
        )}
      </p>
    </section>
  );
}
