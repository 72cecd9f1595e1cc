"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { Sparkline } from "@/components/value/sparkline";
import { useNow } from "@/components/value/use-now";
import type { Measure } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { NextNotice, OpenedBriefingDto } from "../briefing.schema";
import { Outlook } from "./outlook";

type BriefingFactsProps = {
  /** Undefined while it is loaded. */
  briefing: OpenedBriefingDto | undefined;
  isMissing: boolean;
  next: NextNotice | null | undefined;
  timeZone: string;
  now: number;
};

/** What a person needs to know before acknowledging: what and where, value against limits, trend, age, who is next. */
export function BriefingFacts({ briefing, isMissing, ...rest }: BriefingFactsProps) {
  const t = useTranslations("acknowledge");
  const tTable = useTranslations("common.table");
  if (briefing)
    return (
      <CustomerUnit customerId={briefing.customerId}>
        <Facts briefing={briefing} {...rest} />
      </CustomerUnit>
    );
  if (isMissing) return <p className="text-muted-foreground text-sm">{t("unloaded")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="sr-only">
        {tTable("loading")}
      </p>
      <Skeleton className="h-11" />
      <Skeleton className="h-10" />
      <Skeleton className="h-24" />
    </div>
  );
}

type FactsProps = Omit<BriefingFactsProps, "briefing" | "isMissing"> & { briefing: OpenedBriefingDto };

function Facts({ briefing, next, timeZone, now }: FactsProps) {
  const t = useTranslations("acknowledge.facts");
  const locale = useValueLocale();
  const current = useNow(now);
  const { what, name, path, measure, minimum, maximum, startedAt, endedAt, durationSeconds, recent } = briefing;
  const elapsed = endedAt === null ? Math.max(0, current - Date.parse(startedAt)) : durationSeconds * 1000;
  const reading = (value: number) => formatReading(value, measure ?? "temperature", locale).text;
  const facts = [
    ...(minimum === null && maximum === null
      ? []
      : [{ term: t("limits"), value: limitsText({ minimum, maximum }, reading, t) }]),
    {
      term: t("since"),
      value: (
        <>
          <Instant at={Date.parse(startedAt)} now={current} timeZone={timeZone} />
          <span suppressHydrationWarning className="text-muted-foreground">
            {" · "}
            {formatDuration(elapsed - (elapsed % 60_000) || elapsed, locale)}
          </span>
        </>
      ),
    },
  ];
  return (
    <section aria-label={t("label")} className="flex flex-col gap-3">
      <p className="min-w-0">
        <span className="break-words font-semibold">{name}</span>
        <span className="block">{what}</span>
        {path.length > 0 && <span className="block text-muted-foreground text-sm">{path.join(" / ")}</span>}
      </p>
      {measure && <Recent values={recent} measure={measure} limits={{ minimum, maximum }} />}
      <Outlook
        current={briefing.current}
        next={next}
        measure={measure}
        locale={locale}
        timeZone={timeZone}
        now={current}
        facts={facts}
      />
    </section>
  );
}

type Limits = { minimum: number | null; maximum: number | null };

function limitsText(
  { minimum, maximum }: Limits,
  reading: (value: number) => string,
  t: ReturnType<typeof useTranslations<"acknowledge.facts">>,
): string {
  if (minimum === null) return t("atMost", { maximum: reading(maximum ?? 0) });
  if (maximum === null) return t("atLeast", { minimum: reading(minimum) });
  return t("between", { minimum: reading(minimum), maximum: reading(maximum) });
}

/** The latest readings against the limits; nothing to see in fewer than two. */
function Recent({ values, measure, limits }: { values: (number | null)[]; measure: Measure; limits: Limits }) {
  const t = useTranslations("acknowledge.facts");
  const locale = useValueLocale();
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined || known.length < 2) return null;
  const text = (value: number) => formatReading(value, measure, locale).text;
  return (
    <Sparkline
      values={values}
      limits={limits}
      label={t("recent", { minimum: text(Math.min(...known)), maximum: text(Math.max(...known)), last: text(last) })}
      width={440}
      height={56}
      className="h-14 w-full"
    />
  );
}
