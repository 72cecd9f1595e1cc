import { DoorOpen, History, PlugZap, Unplug } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Card, CardBody } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { formatDuration } from "@/lib/datetime/format";
import { formatDifference, formatReading } from "@/lib/units/format";
import { valueLocale } from "@/lib/units/value-locale";
import { KINDS } from "../../kind.rules";
import { shownLimits } from "../../phrase.rules";
import type { LinkedExceptionDto } from "../schema";

type LinkFactsProps = { detail: LinkedExceptionDto; now: Date };

/** The figures, the device, and the door and power state at the start. */
export function LinkFacts({ detail, now }: LinkFactsProps) {
  const t = useTranslations("exception");
  const tLink = useTranslations("exceptionLink");
  const tKinetic = useTranslations("common.kinetic");
  const locale = valueLocale(useLocale(), detail.temperatureUnit);
  const { measure, device, timeZone, peak, peakAt } = detail;
  const { minimum, maximum } = shownLimits(detail);
  const reading = (value: number | null) => formatReading(value, measure ?? "temperature", locale).text;
  const instant = (at: string) => <Instant at={Date.parse(at)} now={now} timeZone={timeZone} />;
  const items = [
    { term: tLink("lasted"), value: formatDuration(detail.durationSeconds * 1000, locale) },
    ...(KINDS[detail.kind].hasFigures && peak !== null
      ? [
          {
            term: t("figure.peak"),
            value: (
              <>
                <strong className="font-semibold">{reading(peak)}</strong>
                {peakAt && <span className="text-muted-foreground"> · {instant(peakAt)}</span>}
              </>
            ),
          },
        ]
      : []),
    ...figuresOf(detail, { t, tKinetic }, locale),
    ...(minimum === null && maximum === null
      ? []
      : [
          {
            term: t("place.limits"),
            value: t("place.between", { minimum: reading(minimum), maximum: reading(maximum) }),
          },
        ]),
    { term: t("place.device"), value: device.name },
  ];
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <DescriptionList items={items} />
        {detail.figuresAt !== null && (
          <p className="text-muted-foreground text-xs">
            {t.rich("figure.stored", { time: () => instant(detail.figuresAt as string) })}
          </p>
        )}
        <Context detail={detail} now={now} />
      </CardBody>
    </Card>
  );
}

type Words = {
  t: ReturnType<typeof useTranslations<"exception">>;
  tKinetic: ReturnType<typeof useTranslations<"common.kinetic">>;
};

/** The figures over observed time. */
function figuresOf(
  { kind, measure, mean, meanKineticTemperature, kineticRefusal, degreeMinutes, observedSeconds }: LinkedExceptionDto,
  { t, tKinetic }: Words,
  locale: string,
) {
  if (!KINDS[kind].hasFigures || measure === null || observedSeconds === null) return [];
  const reading = (value: number) => formatReading(value, measure, locale).text;
  const refused = kineticRefusal && tKinetic(kineticRefusal);
  const kinetic = meanKineticTemperature === null ? refused : reading(meanKineticTemperature);
  const excess = `${formatDifference(degreeMinutes ?? 0, measure, locale, [0, 1]).text}·min`;
  const observed = t("figure.observed", { duration: formatDuration(observedSeconds * 1000, locale) });
  return [
    ...(mean === null ? [] : [{ term: t("figure.mean"), value: reading(mean) }]),
    ...(kinetic === null ? [] : [{ term: t("figure.meanKineticTemperature"), value: kinetic }]),
    { term: t(measure === "temperature" ? "figure.degreeMinutes" : "figure.excess"), value: `${excess} · ${observed}` },
  ];
}

function Context({ detail, now }: LinkFactsProps) {
  const t = useTranslations("exception.context");
  const { doorOpenSince, powerLostSince, affected, timeZone } = detail;
  const since = (at: string) => () => <Instant at={Date.parse(at)} now={now} timeZone={timeZone} />;
  if (!doorOpenSince && !powerLostSince && affected.length === 0 && !detail.isDetectedLate) return null;
  return (
    <ul
      aria-label={t("title")}
      className="flex flex-col gap-2 border-t pt-3 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    >
      {doorOpenSince && (
        <li>
          <DoorOpen aria-hidden="true" />
          <span>{t.rich("door", { time: since(doorOpenSince) })}</span>
        </li>
      )}
      {powerLostSince && (
        <li>
          <PlugZap aria-hidden="true" />
          <span>{t.rich("power", { time: since(powerLostSince) })}</span>
        </li>
      )}
      {affected.length > 0 && (
        <li>
          <Unplug aria-hidden="true" />
          <span className="min-w-0">
            {t("affected", { count: affected.length })}
            <span className="block break-words text-muted-foreground">{affected.join(", ")}</span>
          </span>
        </li>
      )}
      {detail.isDetectedLate && (
        <li>
          <History aria-hidden="true" />
          <span>{t("late")}</span>
        </li>
      )}
    </ul>
  );
}
