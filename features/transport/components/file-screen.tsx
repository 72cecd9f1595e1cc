"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Part } from "@/components/layout/part";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { PrintButton } from "@/features/print/components/print-button";
import { SignatureList } from "@/features/signature/components/signature-list";
import { TraceBody } from "@/features/track/components/trace-window";
import type { TraceOccurrence } from "@/features/track/track.schema";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { TransportFileView } from "../file.schema";
import type { HandoverViewDto } from "../handover.schema";
import type { LoadVerdict } from "../transport.rules";
import type { StopDto } from "../transport.schema";
import { ActButtons } from "./act-buttons";
import { StateBadge } from "./state-badge";

const VERDICT_TONE: Record<LoadVerdict, Tone> = {
  usable: "normal",
  quarantine: "warning",
  notUsable: "critical",
  unknown: "offline",
};

type TransportFileProps = {
  view: TransportFileView;
  /** The button that makes the report, which belongs to a feature that knows of transports. */
  Report: ComponentType<{ transportId: number }>;
};

/** One transport: whether the load is as it should be, the stops, the hand-over, and the journey on one time axis. */
export const TransportFile = (props: TransportFileProps) => (
  <CustomerUnit customerId={props.view.transport.customerId}>
    <File {...props} />
  </CustomerUnit>
);

function File({ view, Report }: TransportFileProps) {
  const { transport, journey, handovers, trace, rides, ride, rights, timeZone, now } = view;
  const t = useTranslations("transportFile");
  const locale = useValueLocale();
  const at = (instant: number) => formatInstant(new Date(instant), new Date(now), { locale, timeZone });
  const { stops, carrier } = transport;
  const [from, to] = [stops[0]?.name ?? "", stops.at(-1)?.name || t("noDestination")];
  const occurrences: TraceOccurrence[] = [
    ...stops.flatMap(({ place, name, arrivedAt, departedAt }) => [
      ...(arrivedAt !== null && place > 0
        ? [{ id: `arrive ${place}`, at: arrivedAt, text: t("event.arrived", { name: name || to }) }]
        : []),
      ...(departedAt !== null ? [{ id: `depart ${place}`, at: departedAt, text: t("event.departed", { name }) }] : []),
    ]),
    ...handovers.map(({ id, answer, receiverName, answeredAt }) => ({
      ...{ id: `handover ${id}`, at: answeredAt, text: `${t(`answer.${answer}`)}: ${receiverName}` },
    })),
  ];
  return (
    <PageBody>
      <WindowHead
        title={transport.number}
        note={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <StateBadge state={transport.state} />
            <span>{t("route", { from, to })}</span>
            <span>· {carrier.name ?? t("hidden")}</span>
            {transport.consignee && <span>· {transport.consignee}</span>}
          </span>
        }
      >
        {rights.report && journey.from !== null && <Report transportId={transport.id} />}
        {rights.print && (
          <PrintButton text="slip" contents={["slip"]} ids={[transport.id]} customerId={transport.customerId} />
        )}
        <ButtonLink href={`/transportSlip?id=${transport.id}`} target="_blank">
          <Printer aria-hidden="true" />
          {t("slip.action")}
        </ButtonLink>
        {rights.edit && <ActButtons transport={transport} timeZone={timeZone} />}
      </WindowHead>
      <Verdict view={view} />
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-3">
        <Part title={t("stops.title")}>
          <StopList stops={stops} at={at} openName={t("noDestination")} />
        </Part>
        <Part title={t("figures.title")}>
          <Figures view={view} />
        </Part>
        <Part title={t("handover.title")}>
          <Handovers handovers={handovers} transportId={transport.id} timeZone={timeZone} />
        </Part>
      </div>
      {rides.length > 1 && (
        <nav aria-label={t("rides")} className="flex flex-wrap gap-1">
          {rides.map(({ name, from: start }, place) => (
            <ButtonLink
              key={start}
              size="sm"
              variant={place === ride ? "secondary" : "ghost"}
              aria-current={place === ride ? "true" : undefined}
              href={`/transportDetail?id=${transport.id}&ride=${place}`}
            >
              {name ?? t("hidden")} · {at(start)}
            </ButtonLink>
          ))}
        </nav>
      )}
      {trace ? (
        <div className="flex flex-col gap-3">
          <TraceBody view={trace} label={transport.number} occurrences={occurrences} />
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">{t(journey.from === null ? "notLoaded" : "noTrace")}</p>
      )}
    </PageBody>
  );
}

/** The answer first: how the load is, why, and when it arrives. */
function Verdict({ view: { journey, transport, progress, timeZone, now } }: { view: TransportFileView }) {
  const t = useTranslations("transportFile");
  const locale = useValueLocale();
  if (journey.from === null) return null;
  const { verdict, excursions, lots } = journey;
  const { precooling } = transport;
  const tone = VERDICT_TONE[verdict];
  const duration = (minutes: number) => formatDuration(minutes * 60_000, locale);
  const at = (instant: number) => formatInstant(new Date(instant), new Date(now), { locale, timeZone });
  const lines = [
    excursions.length > 0 && t("verdict.excursions", { count: excursions.length }),
    precooling &&
      t(`precooling.${precooling.state}`, {
        required: duration(precooling.requiredMinutes),
        outside: duration(precooling.outsideMinutes),
      }),
    progress?.breach &&
      (progress.breach.minutes === 0
        ? t("breach.now")
        : t("breach.in", { duration: duration(progress.breach.minutes) })),
    progress?.etaAt != null && t("eta", { at: at(progress.etaAt) }),
    progress?.delayMinutes != null &&
      progress.delayMinutes > 0 &&
      t("late", { duration: duration(progress.delayMinutes) }),
  ].filter((line): line is string => typeof line === "string");
  return (
    <div role="status" className={cn("flex items-start gap-3 rounded-lg border p-4", TONE_SOFT[tone])}>
      <ToneIcon tone={tone} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <p className="text-balance font-semibold text-lg leading-tight">
          {t(lots.length > 0 ? `verdict.lots.${verdict}` : `verdict.range.${verdict}`)}
        </p>
        {lines.length > 0 && (
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-foreground text-sm tabular-nums">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type StopListProps = { stops: readonly StopDto[]; at: (instant: number) => string; openName: string };

function StopList({ stops, at, openName }: StopListProps) {
  const t = useTranslations("transportFile.stops");
  const locale = useValueLocale();
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {stops.map(({ place, name, plannedArriveAt, arrivedAt, departedAt, carrier }) => {
        const late = arrivedAt !== null && plannedArriveAt !== null ? arrivedAt - plannedArriveAt : 0;
        return (
          <li key={place} className={cn("border-l-2 pl-3", (arrivedAt ?? departedAt) !== null && "border-primary")}>
            <p className="break-words font-medium">{name || openName}</p>
            <p className="text-muted-foreground tabular-nums">
              {[
                arrivedAt !== null && t(place === 0 ? "loaded" : "arrived", { at: at(arrivedAt) }),
                departedAt !== null && t("departed", { at: at(departedAt) }),
                arrivedAt === null && plannedArriveAt !== null && t("planned", { at: at(plannedArriveAt) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {late >= 60_000 && <p className="text-warning">{t("late", { duration: formatDuration(late, locale) })}</p>}
            {carrier && stops[place - 1]?.carrier && stops[place - 1]?.carrier?.id !== carrier.id && (
              <p className="text-muted-foreground">{t("onward", { name: carrier.name ?? "–" })}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Figures({ view: { journey, rights } }: { view: TransportFileView }) {
  const t = useTranslations("transportFile.figures");
  const locale = useValueLocale();
  const duration = (minutes: number) => formatDuration(minutes * 60_000, locale);
  if (journey.probes.length === 0) return <p className="text-muted-foreground text-sm">{t("none")}</p>;
  return (
    <div className="flex flex-col gap-3 text-sm tabular-nums">
      {journey.probes.map(
        ({ probeId, name, measure, lowest, highest, mean, minimum, maximum, outsideMinutes, gapMinutes }) => {
          const text = (value: number | null) => (value === null ? "–" : formatReading(value, measure, locale).text);
          return (
            <div key={probeId}>
              <p className="break-words font-medium">
                {name}{" "}
                {(minimum !== null || maximum !== null) && (
                  <span className="font-normal text-muted-foreground">
                    {formatRange({ measure, minimum, maximum }, locale)}
                  </span>
                )}
              </p>
              <p className="text-muted-foreground">
                {t("values", { lowest: text(lowest), mean: text(mean), highest: text(highest) })}
              </p>
              {outsideMinutes > 0 && (
                <p className="text-critical">{t("outside", { duration: duration(outsideMinutes) })}</p>
              )}
              {gapMinutes > 0 && (
                <p className="text-muted-foreground">{t("gap", { duration: duration(gapMinutes) })}</p>
              )}
            </div>
          );
        },
      )}
      {journey.lots.length > 0 && (
        <ul className="flex flex-col divide-y border-t">
          {journey.lots.map(({ id, number, productName, verdict }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 break-words">
                {rights.lots ? (
                  <Link
                    href={`/lotDetail?id=${id}`}
                    prefetch={false}
                    className="font-medium hover:text-primary hover:underline"
                  >
                    {number}
                  </Link>
                ) : (
                  number
                )}{" "}
                <span className="text-muted-foreground">{productName}</span>
              </span>
              <span className="flex shrink-0 items-center gap-1">
                <ToneIcon tone={VERDICT_TONE[verdict]} className="size-4" />
                {t(`lot.${verdict}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type HandoversProps = { handovers: readonly HandoverViewDto[]; transportId: number; timeZone: string };

function Handovers({ handovers, transportId, timeZone }: HandoversProps) {
  const t = useTranslations("transportFile");
  if (handovers.length === 0) return <p className="text-muted-foreground text-sm">{t("handover.none")}</p>;
  return (
    <div className="flex flex-col gap-4">
      {handovers.map(({ id, answer, receiverName, remark, photos, signature, isClockRight }) => (
        <div key={id} className="flex flex-col gap-2 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <ToneIcon
              tone={answer === "refused" ? "critical" : answer === "accepted" ? "normal" : "warning"}
              className="size-4"
            />
            {t(`answer.${answer}`)}: {receiverName}
          </p>
          {remark && <p className="whitespace-pre-line break-words">{remark}</p>}
          <p className="text-muted-foreground text-xs">{t(isClockRight ? "handover.byWord" : "handover.clock")}</p>
          <ul className="flex flex-wrap gap-2">
            {photos.slice(1).map((photo, index) => (
              <li key={photo}>
                <a href={`/service/transport/${transportId}/photo?file=${photo}`} target="_blank" rel="noreferrer">
                  {/* Not by next/image, which would make the picture public. */}
                  <img
                    src={`/service/transport/${transportId}/photo?file=${photo}`}
                    alt={t("handover.photo", { number: index + 1 })}
                    className="size-20 rounded-md border object-cover"
                    loading="lazy"
                  />
                </a>
              </li>
            ))}
          </ul>
          {signature && <SignatureList signatures={[signature]} timeZone={timeZone} />}
        </div>
      ))}
    </div>
  );
}
