import { getTranslations } from "next-intl/server";
import { Card, CardBody } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { ValueState } from "@/features/carrier/monitoring/point-state.rules";
import { formatAge, formatDuration, formatInstant, formatStamp } from "@/lib/datetime/format";
import { formatRange } from "@/lib/units/format-range";
import type { PageDto } from "../page.schema";
import { measureWords, Section } from "./public-parts";

type PartProps = { page: PageDto; locale: string };

const TONES: Record<ValueState, Tone> = {
  normal: "normal",
  above: "above",
  below: "below",
  stale: "offline",
  unknown: "offline",
};

const OUTLINE: Partial<Record<ValueState, string>> = {
  above: "border-2 border-above-line",
  below: "border-2 border-below-line",
};

/** The present values, each with its range, its age and since when it is in its state. */
export async function PublicValues({ page, locale }: PartProps) {
  const { values, probes, timeZone, at: now } = page;
  if (!values || values.length === 0) return null;
  const t = await getTranslations("sharePage.value");
  const words = await measureWords(locale);
  const instant = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  return (
    <section aria-label={t("title")}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {values.map(({ probe, value, at, state, since }) => {
          const one = probes[probe] as PageDto["probes"][number];
          const { number, unit } = words.reading(value, one.measure);
          const tone = TONES[state];
          const isOut = state === "above" || state === "below";
          const isKnown = state === "normal" || isOut;
          const hasRange = one.minimum !== null || one.maximum !== null;
          return (
            <li key={probe}>
              <Card className={cn("h-full", OUTLINE[state])}>
                <CardBody>
                  <p className="font-medium text-muted-foreground text-sm">{words.name(one)}</p>
                  <p
                    className={cn(
                      "mt-1 font-semibold text-4xl tabular-nums leading-tight tracking-tight",
                      isOut && TONE_TEXT[tone],
                      !isKnown && "text-faint-foreground",
                    )}
                  >
                    {number}
                    {unit && <span className="ml-1 font-normal text-lg text-muted-foreground">{unit}</span>}
                  </p>
                  {hasRange && <p className="mt-1 text-sm">{t("range", { range: formatRange(one, locale) })}</p>}
                  {(hasRange || !isKnown) && (
                    <p className={cn("mt-1 flex items-start gap-1.5 text-sm", TONE_TEXT[tone])}>
                      <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
                      <span>
                        {t(`state.${state}`)}
                        {isKnown && since !== null && <> {t("since", { at: instant(since) })}</>}
                        {state === "normal" && since === null && <> {t("always")}</>}
                      </span>
                    </p>
                  )}
                  {at !== null && (
                    <p className="mt-1 text-muted-foreground text-xs">
                      <time dateTime={new Date(at).toISOString()} title={formatStamp(new Date(at), { timeZone })}>
                        {t("at", { at: instant(at), age: formatAge(new Date(at), new Date(now), locale) })}
                      </time>
                    </p>
                  )}
                </CardBody>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Every time out of range within the period, newest first. */
export async function PublicRuns({ page, locale }: PartProps) {
  const { verdict, probes, timeZone, at: now } = page;
  if (!verdict || verdict.runs.length === 0) return null;
  const t = await getTranslations("sharePage.runs");
  const words = await measureWords(locale);
  const instant = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  return (
    <Section title={t("title")}>
      <ol className="divide-y text-sm">
        {verdict.runs.map(({ probe, side, from, to, extreme, isRunning }) => {
          const one = probes[probe] as PageDto["probes"][number];
          return (
            <li key={`${probe}-${from}`} className="flex items-start gap-2.5 py-2 first:pt-0 last:pb-0">
              <ToneIcon tone={side} className={cn("mt-0.5 size-4 shrink-0", TONE_TEXT[side])} />
              <span className="min-w-0 flex-1">
                <span className="font-medium">
                  {t(side, { measure: words.name(one), extreme: words.reading(extreme, one.measure).text })}
                </span>
                <span className="block text-muted-foreground">
                  {isRunning
                    ? t("running", { from: instant(from), duration: formatDuration(to - from, locale) })
                    : t("over", { from: instant(from), to: instant(to), duration: formatDuration(to - from, locale) })}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      {verdict.more > 0 && <p className="mt-2 text-muted-foreground text-sm">{t("more", { count: verdict.more })}</p>}
    </Section>
  );
}
