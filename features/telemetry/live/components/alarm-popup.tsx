"use client";

import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/ui/instant";
import { TONE_TEXT, type Tone } from "@/components/ui/tone";
import { ToneIcon } from "@/components/ui/tone-icon";
import { useNow } from "@/components/ui/use-now";
import { MEASURES, type Measure, SEVERITIES, type Severity } from "@/db/enums";
import type { PopupDto } from "@/features/notice/schema";
import { formatDuration } from "@/lib/datetime/format";
import { useLive } from "@/lib/live/use-live";
import { formatReading } from "@/lib/units/format";
import { beep } from "../client";

const SHOWN = 3;
const MINUTE_MS = 60_000;
/** The colours of the exception records. */
const LOOK: Record<Severity, { tone: Tone; text: string; bar: string }> = {
  critical: { tone: "critical", text: "text-critical", bar: "bg-critical-solid" },
  major: { tone: "warning", text: "text-warning", bar: "bg-warning-solid" },
  minor: { tone: "warning", text: "text-foreground", bar: "bg-offline-solid" },
  warning: { tone: "warning", text: "text-muted-foreground", bar: "bg-border-strong" },
};
/** Lesser alarms go by themselves, in milliseconds; the others stay until somebody has seen them. */
const LESSER_MS = 20_000;
const isLesser = ({ severity }: PopupDto) => severity === "minor" || severity === "warning";
/** Changes after which nobody needs to be called any more. */
const SETTLED = new Set(["acknowledged", "withdrawn"]);

/** `now` is the server's clock, epoch ms. */
type AlarmPopupProps = { timeZone: string; now: number };

/** Alarms as they come: the worst first, three at a time, the rest counted; with a sound unless muted. */
export function AlarmPopup({ timeZone, now }: AlarmPopupProps) {
  const t = useTranslations("live.popup");
  const current = useNow(now);
  const [popups, setPopups] = useState<readonly PopupDto[]>([]);
  const dismiss = (exceptionId: number) =>
    setPopups((known) => known.filter((popup) => popup.exceptionId !== exceptionId));

  useLive<PopupDto>("notice", (popup) => {
    beep(popup.severity === "critical" ? 3 : 1, !isLesser(popup));
    if (isLesser(popup)) setTimeout(() => dismiss(popup.exceptionId), LESSER_MS);
    setPopups((known) => {
      const others = known.filter(({ exceptionId }) => exceptionId !== popup.exceptionId);
      return [popup, ...others].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    });
  });
  useLive<{ id: number; change: string }>("exception", ({ id, change }) => {
    if (SETTLED.has(change)) dismiss(id);
  });
  const rest = popups.length - SHOWN;
  return (
    <section
      aria-label={t("label")}
      aria-live="assertive"
      className="pointer-events-none fixed top-[calc(var(--topbar-height)+8px)] right-4 left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-92"
    >
      {popups.slice(0, SHOWN).map((popup) => (
        <Popup
          key={popup.exceptionId}
          popup={popup}
          now={current}
          timeZone={timeZone}
          onClose={() => dismiss(popup.exceptionId)}
        />
      ))}
      {rest > 0 && (
        <div className="pointer-events-auto flex items-center justify-between rounded-md bg-popover py-1 pr-1 pl-3 text-sm shadow-overlay">
          {t("more", { count: rest })}
          <span className="flex gap-1">
            <ButtonLink href="/abnormal/dataex?state=open" size="sm" variant="ghost">
              {t("showAll")}
            </ButtonLink>
            <Button size="sm" variant="ghost" onClick={() => setPopups([])}>
              {t("dismissAll")}
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}

type PopupProps = AlarmPopupProps & { popup: PopupDto; onClose: () => void };

function Popup({ popup, now, timeZone, onClose }: PopupProps) {
  const t = useTranslations("live.popup");
  const locale = useLocale();
  const { tone, text: colour, bar } = LOOK[popup.severity];
  const lasted = now - popup.startedAt;
  const measure: Measure = MEASURES.find((known) => known === popup.measure) ?? "temperature";
  const text = (value: number | null) => formatReading(value, measure, locale).text;
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
        {popup.kind === "range" && popup.side
          ? t.rich(popup.side, {
              value: text(popup.value),
              limit: text(popup.limit),
              strong: (chunks) => (
                <strong className={cn("font-semibold", TONE_TEXT[popup.side ?? "above"])}>{chunks}</strong>
              ),
            })
          : t("noData")}
      </p>
      <footer className="mt-1 flex items-center justify-between gap-2 text-muted-foreground text-xs">
        <span>
          {t("since")} <Instant at={popup.startedAt} now={now} timeZone={timeZone} />
          {" · "}
          <span className="tabular-nums">{formatDuration(lasted - (lasted % MINUTE_MS) || lasted, locale)}</span>
        </span>
        <ButtonLink href={`/abnormal/dataex?id=${popup.exceptionId}`} size="sm" variant="link" onClick={onClose}>
          {t("open")}
        </ButtonLink>
      </footer>
    </article>
  );
}
