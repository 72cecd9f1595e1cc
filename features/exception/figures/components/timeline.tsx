"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/value/instant";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { AcknowledgementChannel } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { useExceptionTexts } from "../../components/labels";
import type { ExceptionDetailDto } from "../../exception.schema";
import { toneOf } from "../../kind.rules";
import { overOf } from "../../phrase.rules";
import { knownReason, type TimelineEntry, timelineOf } from "../timeline.rules";
import type { TrailDto } from "../timeline.schema";

type TimelineProps = { detail: ExceptionDetailDto; timeZone: string; now: number };

/** What happened, who was notified, and who did what. */
export function Timeline({ detail, timeZone, now }: TimelineProps) {
  const t = useTranslations("exception.timeline");
  const entries = timelineOf(detail);
  return (
    <section aria-labelledby="exception-timeline">
      <h3 id="exception-timeline" className="mb-2 text-base">
        {t("title")}
      </h3>
      <ol className="flex flex-col">
        {entries.map((entry, index) => (
          <li key={`${entry.kind}-${entry.at}-${index}`} className="group/entry relative flex gap-3 pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-5 bottom-0 left-2.5 w-px bg-border-strong group-last/entry:hidden"
            />
            <span className="z-1 grid size-5 shrink-0 place-items-center bg-popover">
              <Mark entry={entry} detail={detail} />
            </span>
            <div className="min-w-0 flex-1 text-sm">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 break-words font-medium">
                  <Title entry={entry} detail={detail} />
                </span>
                <Instant
                  at={Date.parse(entry.at)}
                  now={now}
                  timeZone={timeZone}
                  className="shrink-0 text-muted-foreground text-xs"
                />
              </div>
              <Words entry={entry} />
            </div>
          </li>
        ))}
      </ol>
      {detail.notices.length === 0 && <p className="mt-3 text-muted-foreground text-sm">{t("nobodyTold")}</p>}
    </section>
  );
}

function Mark({ entry, detail }: { entry: TimelineEntry; detail: ExceptionDetailDto }) {
  const tone: Tone | null =
    entry.kind === "started" || entry.kind === "peak"
      ? toneOf(detail)
      : entry.kind === "raised" || entry.kind === "risen"
        ? // An exception in the warning colour stays a warning here.
          toneOf(detail) === "warning"
          ? "warning"
          : "critical"
        : entry.kind === "cleared"
          ? "normal"
          : entry.kind === "withdrawn" || entry.kind === "unwatched"
            ? "paused"
            : entry.kind === "notice" && entry.notice.status === "failed"
              ? "warning"
              : null;
  if (tone) return <ToneIcon tone={tone} className={cn("size-4", TONE_TEXT[tone])} />;
  return <span className="size-2 rounded-full border-2 border-primary bg-popover" />;
}

function Title({ entry, detail }: { entry: TimelineEntry; detail: ExceptionDetailDto }): ReactNode {
  const t = useTranslations("exception.timeline");
  const tChannel = useTranslations("exception.channel");
  const tSeverity = useTranslations("exception.severity");
  const locale = useLocale();
  const { what, reading } = useExceptionTexts();
  switch (entry.kind) {
    case "started":
      return what(detail);
    case "peak":
      return t("peak", { value: reading(detail.peak, detail.measure) });
    case "raised":
      if (entry.isLate) return t("raisedLate");
      return entry.delaySeconds > 0
        ? t("raisedAfter", { delay: formatDuration(entry.delaySeconds * 1000, locale) })
        : t("raised");
    case "risen":
      return t("risen", { severity: tSeverity(entry.severity) });
    case "notice": {
      const { notice } = entry;
      const values = { channel: tChannel(notice.channel), name: notice.contactName || notice.recipient };
      if (notice.channel === "popup") return t("popup");
      if (notice.type === "reply") return t(notice.status === "received" ? "replied" : "notReplied", values);
      if (notice.type === "acknowledged") return t(notice.status === "sent" ? "toldWho" : "notToldWho", values);
      if (values.name === "") return t("toldNobody", values);
      return t(notice.status === "sent" ? "told" : "notTold", values);
    }
    case "acknowledged":
      return t(`acknowledgedVia.${entry.via}`, { name: entry.actor });
    case "handled":
    case "reopened":
    case "closed":
    case "removed":
      return t(entry.kind, { name: entry.change.actor });
    case "unwatched":
      return t(`unwatched.${entry.cause}`);
    case "cleared":
      return t(overOf(detail));
    case "withdrawn":
      return t(entry.change ? "withdrawnRemoved" : "withdrawn");
  }
}

/** Ways of acknowledging without a comment: their stored text would repeat the title. */
const WORDLESS: readonly AcknowledgementChannel[] = ["sms", "voice", "push"];

/** The second line: a comment, an address with its result, or the handling texts. */
function Words({ entry }: { entry: TimelineEntry }): ReactNode {
  const t = useTranslations("exception.timeline");
  const tLog = useTranslations("notice-log");
  const line = "mt-0.5 break-words text-muted-foreground";
  if (entry.kind === "acknowledged")
    return (
      <>
        {!WORDLESS.includes(entry.via) && <p className={cn(line, "whitespace-pre-line")}>{entry.comment}</p>}
        {entry.cause && <Handling change={entry.cause} className={line} />}
      </>
    );
  if (entry.kind === "notice") {
    const { recipient, attempt, isDigest, others, reason, remark } = entry.notice;
    const known = knownReason(reason);
    const why = known ? tLog(`reason.${known.key}`, { detail: known.detail }) : reason;
    const company = others > 0 ? t("together", { count: others }) : "";
    const found = remark ? tLog(`remark.${remark}`) : "";
    const times = attempt > 1 ? t("attempt", { attempt }) : "";
    const said = [recipient, found, isDigest ? t("digest") : company, times, why].filter(Boolean);
    return said.length > 0 ? <p className={line}>{said.join(" · ")}</p> : null;
  }
  if ((entry.kind === "unwatched" || entry.kind === "withdrawn") && entry.change) {
    const parts = [entry.change.actor, entry.change.reason].filter(Boolean);
    return parts.length > 0 ? <p className={line}>{parts.join(" · ")}</p> : null;
  }
  if (entry.kind === "reopened" || entry.kind === "removed")
    return <p className={cn(line, "whitespace-pre-line")}>{entry.change.reason}</p>;
  if (entry.kind === "handled") return <Handling change={entry.change} className={line} />;
  return null;
}

function Handling({ change, className }: { change: TrailDto; className: string }) {
  const t = useTranslations("exception");
  const { reason } = useExceptionTexts();
  const text = (name: string) => {
    const value = change.newValues?.[name] ?? change.oldValues?.[name];
    return typeof value === "string" ? value : "";
  };
  const named = text("reason");
  const analysis = text("analysisResult");
  const parts = [
    named && reason({ code: named, name: named }),
    analysis && t(`analysis.${analysis}`),
    text("measures"),
    text("remark"),
  ].filter(Boolean);
  return <p className={cn(className, "whitespace-pre-line")}>{parts.join(" · ")}</p>;
}
