"use client";

import { CircleHelp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { Instant } from "@/components/value/instant";
import { formatDuration } from "@/lib/datetime/format";
import { formatDifference, formatReading, unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { ExceptionDetailDto } from "../exception.schema";
import { KINDS } from "../kind.rules";

type FiguresProps = { detail: ExceptionDetailDto; timeZone: string; now: number };

/** The figures for an inspector: how far, how long, how much. */
export function Figures({ detail, timeZone, now }: FiguresProps) {
  const t = useTranslations("exception.figure");
  const locale = useValueLocale();
  const tKinetic = useTranslations("common.kinetic");
  const { measure, peakAt, degreeMinutes, meanKineticTemperature, kineticRefusal } = detail;
  const { sampleCount, observedSeconds, figuresAt } = detail;
  const hasKinetic = meanKineticTemperature !== null || kineticRefusal !== null;
  if (!KINDS[detail.kind].hasFigures || !measure) return null;
  const value = (number: number | null) => {
    const { number: text, unit } = formatReading(number, measure, locale);
    return <Amount text={text} unit={unit} />;
  };
  const figures = (
    <dl
      className={cn(
        "grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border",
        hasKinetic ? "sm:grid-cols-4" : "sm:grid-cols-3",
      )}
    >
      <Figure term={t("peak")} note={peakAt && <Instant at={Date.parse(peakAt)} now={now} timeZone={timeZone} />}>
        {value(detail.peak)}
      </Figure>
      <Figure term={t("mean")} note={t("samples", { count: sampleCount })} explanation={t("meanHint")}>
        {value(detail.mean)}
      </Figure>
      <Figure
        term={t(measure === "temperature" ? "degreeMinutes" : "excess")}
        note={observedSeconds !== null && t("observed", { duration: formatDuration(observedSeconds * 1000, locale) })}
        explanation={t("degreeMinutesHint")}
      >
        <Amount
          text={formatDifference(degreeMinutes, measure, locale, [0, 1]).number}
          unit={`${unitOf(measure, locale)}·min`}
        />
      </Figure>
      {hasKinetic ? (
        <Figure
          term={t("meanKineticTemperature")}
          explanation={t("meanKineticTemperatureHint")}
          note={kineticRefusal && tKinetic(kineticRefusal)}
        >
          {value(meanKineticTemperature)}
        </Figure>
      ) : (
        <div className="bg-popover sm:hidden" />
      )}
    </dl>
  );
  if (figuresAt === null) return figures;
  const time = () => <Instant at={Date.parse(figuresAt)} now={now} timeZone={timeZone} />;
  return (
    <div className="flex flex-col gap-1.5">
      {figures}
      <p className="text-muted-foreground text-xs">{t.rich("stored", { time })}</p>
    </div>
  );
}

function Amount({ text, unit }: { text: string; unit: string }) {
  return (
    <>
      <span className="font-semibold text-xl">{text}</span>
      {unit && <span className="ml-1 text-muted-foreground text-xs">{unit}</span>}
    </>
  );
}

type FigureProps = { term: string; note?: ReactNode; explanation?: string; children: ReactNode };

function Figure({ term, note, explanation, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col bg-popover px-3 py-2.5">
      <dt className="flex items-center gap-1 text-muted-foreground text-xs">
        {term}
        {explanation && (
          <Tooltip content={explanation}>
            <button
              type="button"
              aria-label={explanation}
              className="-my-1 grid size-6 shrink-0 place-items-center rounded-sm text-faint-foreground hover:text-foreground"
            >
              <CircleHelp aria-hidden="true" className="size-3.5" />
            </button>
          </Tooltip>
        )}
      </dt>
      <dd className="tabular-nums">
        <span className="block whitespace-nowrap">{children}</span>
        {note && <span className="block text-faint-foreground text-xs">{note}</span>}
      </dd>
    </div>
  );
}
