import { KINDS } from "../kind/rules";
import type { ExceptionDetailDto } from "../schema";
import type { NoticeDto, TrailDto } from "./schema";

/** What happened to an exception, in the order of time; `at` is ISO-8601. */
export type TimelineEntry = { at: string } & (
  | { kind: "started" | "peak" | "cleared" | "withdrawn" }
  /** `delaySeconds` after the start the condition was met. */
  | { kind: "raised"; delaySeconds: number; isLate: boolean }
  | { kind: "notice"; notice: NoticeDto }
  | { kind: "acknowledged"; actor: string; comment: string; isByLink: boolean }
  | { kind: "handled" | "reopened" | "closed"; deed: TrailDto }
  /** Not the values ended it: somebody had it watched no more. */
  | { kind: "unwatched"; cause: UnwatchedCause; deed: TrailDto }
);

/** Why nobody watches any more: the device was switched off or taken down, or its customer cancelled. */
export type UnwatchedCause = "disabled" | "takenDown" | "cancelled";

const DEEDS: Record<string, "handled" | "reopened" | "closed"> = {
  "exception.handle": "handled",
  "exception.reopen": "reopened",
  "exception.close": "closed",
};

/** The cause by the deed that ended the exception; null for every other. */
function causeOf({ operation, newValues }: TrailDto): UnwatchedCause | null {
  if (!newValues?.endedAt) return null;
  if (operation === "exception.end") return "takenDown";
  return operation.startsWith("customer.") ? "cancelled" : "disabled";
}

/** In this order at one and the same instant. */
const ORDER: readonly TimelineEntry["kind"][] = [
  "started",
  "peak",
  "raised",
  "notice",
  "cleared",
  "unwatched",
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
  if (KINDS[detail.kind].hasFigures && peakAt && peakAt !== startedAt) entries.push({ at: peakAt, kind: "peak" });
  const ending = detail.trail.findLast((deed) => causeOf(deed) !== null);
  const cause = ending && causeOf(ending);
  if (endedAt)
    entries.push(
      ending && cause ? { at: endedAt, kind: "unwatched", cause, deed: ending } : { at: endedAt, kind: "cleared" },
    );
  if (withdrawnAt) entries.push({ at: withdrawnAt, kind: "withdrawn" });
  if (acknowledgedAt) {
    const { acknowledgedBy, acknowledgementComment, isAcknowledgedByLink } = detail;
    entries.push({
      at: acknowledgedAt,
      kind: "acknowledged",
      actor: acknowledgedBy ?? "",
      comment: acknowledgementComment ?? "",
      isByLink: isAcknowledgedByLink,
    });
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
