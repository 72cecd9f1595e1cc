"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { useNow } from "@/components/value/use-now";
import { SEVERITIES } from "@/db/enums";
import type { PopupDto, TestPopupDto } from "@/features/notice/notice.schema";
import { useLive } from "@/lib/live/use-live";
import { beep } from "../live.client";
import { ShownAlarms } from "../shown-alarms.rules";

// Most pages never show one.
const AlarmCard = dynamic(() => import("./alarm-card").then((module) => module.AlarmCard), { ssr: false });

const AcknowledgeDialog = dynamic(
  () =>
    import("@/features/exception/handling/components/acknowledge-dialog").then((module) => module.AcknowledgeDialog),
  { ssr: false },
);

const SHOWN = 3;
/** Maximum number of alarms in memory, since a page may be open for weeks. */
const MOST = 200;
/** Minor alarms close themselves after this time (ms); the others stay until a user dismisses them. */
const LESSER_MS = 20_000;
/** Delivery is at least once: the same alarm this soon after it was dismissed is a repeat, later an escalation. */
const REPEAT_MS = 60_000;
const isLesser = ({ severity }: PopupDto) => severity === "minor" || severity === "warning";
/** Changes after which an alarm needs no attention. */
const SETTLED = new Set(["acknowledged", "withdrawn"]);

/** `now` is the server's clock, epoch ms. */
type AlarmPopupProps = { userId: number; timeZone: string; now: number; mayAcknowledge: boolean };

/** Alarm pop-ups: the worst first, three at a time, the rest counted; with a sound unless muted. */
export function AlarmPopup({ userId, timeZone, now, mayAcknowledge }: AlarmPopupProps) {
  const t = useTranslations("live.popup");
  const current = useNow(now);
  const [popups, setPopups] = useState<readonly PopupDto[]>([]);
  const dismissed = useRef(new Map<number, number>());
  const [asked, setAsked] = useState<number | null>(null);
  const [shown] = useState(() => new ShownAlarms(userId));
  const dismiss = (...exceptionIds: number[]) => {
    const moment = Date.now();
    for (const [id, at] of dismissed.current) if (moment - at > REPEAT_MS) dismissed.current.delete(id);
    for (const id of exceptionIds) dismissed.current.set(id, moment);
    setPopups((known) => known.filter((popup) => !exceptionIds.includes(popup.exceptionId)));
  };

  useLive<PopupDto>("notice", (popup) => {
    if (Date.now() - (dismissed.current.get(popup.exceptionId) ?? 0) < REPEAT_MS) return;
    shown.add(popup);
    beep(popup.severity === "critical" ? 3 : 1, !isLesser(popup));
    if (isLesser(popup)) setTimeout(() => dismiss(popup.exceptionId), LESSER_MS);
    setPopups((known) => {
      const others = known.filter(({ exceptionId }) => exceptionId !== popup.exceptionId);
      const rank = ({ severity }: PopupDto) => SEVERITIES.indexOf(severity);
      return [popup, ...others].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
    });
  });
  useLive<Parameters<ShownAlarms["newsOf"]>[0]>("exception", (event) => {
    const news = shown.newsOf(event);
    if (news) showToast("info", t("acknowledgedBy", news));
    if (SETTLED.has(event.change)) dismiss(event.id);
  });
  useLive<TestPopupDto>("testAlarm", ({ carrierName, by }) => {
    beep(1, false);
    showToast("info", t("test", { name: carrierName, by }));
  });
  const section = useHeightOverDialogs();
  const rest = popups.length - SHOWN;
  return (
    <>
      <section
        ref={section}
        aria-label={t("label")}
        aria-live="assertive"
        data-over-dialogs=""
        // Beside an open sheet, whose first fields are in the same position; on narrow windows the dialog moves down.
        className="pointer-events-none fixed [body:has([data-wall=kiosk])_&]:hidden top-[calc(var(--topbar-height)+8px)] right-4 left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-92 max-xl:[body:has([data-dialog])_&]:top-2 max-2xl:[body:has([data-wide])_&]:top-2 xl:[body:has([data-dialog=sheet])_&]:right-auto xl:[body:has([data-dialog=sheet])_&]:left-4"
      >
        {popups.slice(0, SHOWN).map((popup) => (
          <AlarmCard
            key={popup.exceptionId}
            popup={popup}
            now={current}
            timeZone={timeZone}
            mayAcknowledge={mayAcknowledge}
            onAcknowledge={() => setAsked(popup.exceptionId)}
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
              <Button
                size="sm"
                variant="ghost"
                onClick={() => dismiss(...popups.map(({ exceptionId }) => exceptionId))}
              >
                {t("dismissAll")}
              </Button>
            </span>
          </div>
        )}
      </section>
      {asked !== null && (
        <AcknowledgeDialog
          id={asked}
          timeZone={timeZone}
          now={now}
          onClose={() => setAsked(null)}
          onDone={() => {
            dismiss(asked);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

const GAP_PX = 16;

/** Publishes the height of the alarms at the top of the window, so that dialogs leave room for it. */
function useHeightOverDialogs() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const node = section.current;
    if (!node) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = node.offsetHeight;
      style.setProperty("--over-dialogs", height > 0 ? `${height + GAP_PX}px` : "0px");
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      style.removeProperty("--over-dialogs");
    };
  }, []);
  return section;
}
