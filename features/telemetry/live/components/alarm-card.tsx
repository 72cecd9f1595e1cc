"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { MEASURES, type Severity } from "@/db/enums";
import { toneOf } from "@/features/exception/kind.rules";
import type { PopupDto } from "@/features/notice/notice.schema";
import { formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import { popupText, popupTimes } from "../live.rules";

const MINUTE_MS = 60_000;

/** The colours of the exception records. */
const LOOK: Record<Severity, { tone: Tone; text: string; bar: string }> = {
  critical: { tone: "critical", text: "text-critical", bar: "bg-critical-solid" },
  major: { tone: "warning", text: "text-warning", bar: "bg-warning-solid" },
  minor: { tone: "warning", text: "text-foreground", bar: "bg-offline-solid" },
  warning: { tone: "warning", text: "text-muted-foreground", bar: "bg-border-strong" },
};

type AlarmCardProps = {
  popup: PopupDto;
  now: number;
  timeZone: string;
  mayAcknowledge: boolean;
  onAcknowledge: () => void;
  onClose: () => void;
};

/** One alarm: severity, carrier, value and limit, start, a link to its record, and its acknowledgement. */
export function AlarmCard({ popup, now, timeZone, mayAcknowledge, onAcknowledge, onClose }: AlarmCardProps) {
  const t = useTranslations("live.popup");
  const locale = useValueLocales()(popup.customerId);
  const { tone, text: colour, bar } = LOOK[popup.severity];
  const lasted = now - popup.startedAt;
  const { kind, side, crossing, device } = popup;
  const measure = MEASURES.find((known) => known === popup.measure) ?? null;
  const text = (value: number | null) => formatReading(value, measure ?? "temperature", locale).text;
  const times = popupTimes(popup, { locale, timeZone });
  const strong = cn("font-semibold", TONE_TEXT[toneOf({ kind, side, measure })]);
  return (
    <article className="fade-in-0 slide-in-from-right-4 pointer-events-auto relative animate-in overflow-hidden rounded-md bg-popover py-2.5 pr-2 pl-4 text-popover-foreground shadow-overlay duration-150">
      <span aria-hidden="true" className={cn("absolute inset-y-0 left-0 w-1", bar)} />
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className={cn("flex items-center gap-1.5 font-semibold text-xs", colour)}>
            <ToneIcon tone={tone} className="size-3.5" />
            {t(`severity.${popup.severity}`)}
          </p>
          <h2 className="mt-0.5 line-clamp-2 break-words font-semibold text-base">{popup.carrierName}</h2>
        </div>
        <Button variant="ghost" size="icon-sm" aria-label={t("dismiss", { name: popup.carrierName })} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <p className="mt-0.5 text-base tabular-nums">
        {t.rich(popupText({ kind, side, measure, crossing, device }), {
          device: device?.name ?? "",
          geofence: crossing?.geofence ?? "",
          value: text(popup.value),
          limit: text(popup.limit),
          strong: (chunks) => <strong className={strong}>{chunks}</strong>,
        })}
      </p>
      {times && (
        <p className="text-sm tabular-nums">
          {t.rich(times.key, {
            ...times.values,
            strong: (chunks) => <strong className="font-semibold">{chunks}</strong>,
          })}
        </p>
      )}
      <footer className="mt-1 flex items-center justify-between gap-2 text-muted-foreground text-xs">
        <span>
          {t("since")} <Instant at={popup.startedAt} now={now} timeZone={timeZone} />
          {lasted >= MINUTE_MS && (
            <span className="tabular-nums">
              {" · "}
              <span className="whitespace-nowrap">{formatDuration(lasted - (lasted % MINUTE_MS), locale)}</span>
            </span>
          )}
        </span>
        <span className="flex shrink-0 items-center gap-1">
          {mayAcknowledge && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("acknowledgeOf", { name: popup.carrierName })}
              onClick={onAcknowledge}
            >
              {t("acknowledge")}
            </Button>
          )}
          <ButtonLink href={`/abnormal/dataex?id=${popup.exceptionId}`} size="sm" variant="link" onClick={onClose}>
            {t("open")}
          </ButtonLink>
        </span>
      </footer>
    </article>
  );
}
