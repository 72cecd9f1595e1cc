import type { ExceptionDetailDto } from "../schema";
import type { NoticeDto, TrailDto } from "./schema";

/** What happened to an exception, in the order of time; `at` is ISO-8601. */
export type TimelineEntry = { at: string } & (
  | { kind: "started" | "peak" | "cleared" | "withdrawn" }
  /** `delaySeconds` after the start the condition was met. */
  | { kind: "raised"; delaySeconds: number; isLate: boolean }
  | { kind: "notice"; notice: NoticeDto }
  | { kind: "acknowledged"; actor: string; comment: string }
  | { kind: "handled" | "reopened" | "closed"; deed: TrailDto }
);

const DEEDS: Record<string, "handled" | "reopened" | "closed"> = {
  "exception.handle": "handled",
  "exception.reopen": "reopened",
  "exception.close": "closed",
};

/** In this order at one and the same instant. */
const ORDER: readonly TimelineEntry["kind"][] = [
  "started",
  "peak",
  "raised",
  "notice",
  "cleared",
  "withdrawn",
  "acknowledged",
  "handled",
  "reopened",
  "closed",
];

/** The whole story: the data's part, who was told, and what people did. */
export function timelineOf(detail: ExceptionDetailDto): TimelineEntry[] {
  const { startedAt, raisedAt, endedAt, peakAt, withdrawnAt, acknowledgedAt } = detail;
  const delaySeconds = Math.max(0, Math.round((Date.parse(raisedAt) - Date.parse(startedAt)) / 1000));
  const entries: TimelineEntry[] = [
    { at: startedAt, kind: "started" },
    { at: raisedAt, kind: "raised", delaySeconds, isLate: detail.isDetectedLate },
    ...detail.notices.map((notice) => ({ at: notice.at, kind: "notice" as const, notice })),
    ...detail.trail.flatMap((deed) => {
      const kind = DEEDS[deed.operation];
      return kind ? [{ at: deed.at, kind, deed }] : [];
    }),
  ];
  if (peakAt && peakAt !== startedAt) entries.push({ at: peakAt, kind: "peak" });
  if (endedAt) entries.push({ at: endedAt, kind: "cleared" });
  if (withdrawnAt) entries.push({ at: withdrawnAt, kind: "withdrawn" });
  if (acknowledgedAt) {
    const { acknowledgedBy, acknowledgementComment } = detail;
    entries.push({
      at: acknowledgedAt,
      kind: "acknowledged",
      actor: acknowledgedBy ?? "",
      comment: acknowledgementComment ?? "",
    });
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
