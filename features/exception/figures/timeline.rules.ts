import type { AcknowledgementChannel, Severity } from "@/db/enums";
import type { ExceptionDetailDto } from "../exception.schema";
import { KINDS } from "../kind.rules";
import type { NoticeDto, TrailDto } from "./timeline.schema";

/** The events of an exception, in order of time; `at` is ISO-8601. */
export type TimelineEntry = { at: string } & (
  | { kind: "started" | "peak" | "cleared" }
  /** `change`: the late entry of a removal that disproved it; without one, late readings did. */
  | { kind: "withdrawn"; change?: TrailDto }
  /** The condition was met `delaySeconds` after the start. */
  | { kind: "raised"; delaySeconds: number; isLate: boolean }
  /** It reached a severity step of its condition. */
  | { kind: "risen"; severity: Severity }
  | { kind: "notice"; notice: NoticeDto }
  /** `cause`: the change that recorded a cause as well. */
  | { kind: "acknowledged"; actor: string; comment: string; via: AcknowledgementChannel; cause?: TrailDto }
  | { kind: "handled" | "reopened" | "closed" | "removed"; change: TrailDto }
  /** It did not end by its values, but because monitoring ended. */
  | { kind: "unwatched"; cause: UnwatchedCause; change: TrailDto }
);

/**
 * Why monitoring ended: the device was disabled or removed, its customer was cancelled, the connection watch was
 * switched off, or a trigger now covers the power.
 */
export type UnwatchedCause = "disabled" | "takenDown" | "cancelled" | "switchedOff" | "followed";

const ACTIONS: Record<string, "handled" | "reopened" | "closed" | "removed"> = {
  "exception.handle": "handled",
  "exception.reopen": "reopened",
  "exception.close": "closed",
  "exception.remove": "removed",
};

/** The cause by the operation that ended the exception; null for all others. */
function causeOf({ operation, newValues }: TrailDto): UnwatchedCause | null {
  if (!newValues?.endedAt) return null;
  if (operation === "exception.end") return newValues.isFollowed ? "followed" : "takenDown";
  if (operation === "connectionWatch.save") return "switchedOff";
  return operation.startsWith("customer.") ? "cancelled" : "disabled";
}

/** The order of entries with the same instant. */
const ORDER: readonly TimelineEntry["kind"][] = [
  "started",
  "peak",
  "raised",
  "risen",
  "notice",
  "cleared",
  "unwatched",
  "withdrawn",
  "acknowledged",
  "handled",
  "reopened",
  "closed",
  "removed",
];

/** The complete timeline: data events, notices and user actions. */
export function timelineOf(detail: ExceptionDetailDto): TimelineEntry[] {
  const { startedAt, raisedAt, endedAt, peakAt, withdrawnAt, acknowledgedAt } = detail;
  const delaySeconds = Math.max(0, Math.round((Date.parse(raisedAt) - Date.parse(startedAt)) / 1000));
  const entries: TimelineEntry[] = [
    { at: startedAt, kind: "started" },
    { at: raisedAt, kind: "raised", delaySeconds, isLate: detail.isDetectedLate },
    ...detail.context.rises.map(({ at, severity }) => ({ at, kind: "risen" as const, severity })),
    ...detail.notices.map((notice) => ({ at: notice.at, kind: "notice" as const, notice })),
    ...detail.trail.flatMap((change) => {
      const kind = ACTIONS[change.operation];
      return kind ? [{ at: change.at, kind, change }] : [];
    }),
  ];
  if (KINDS[detail.kind].hasFigures && peakAt && peakAt !== startedAt) entries.push({ at: peakAt, kind: "peak" });
  const ending = detail.trail.findLast((change) => causeOf(change) !== null);
  const cause = ending && causeOf(ending);
  if (endedAt)
    entries.push(
      ending && cause ? { at: endedAt, kind: "unwatched", cause, change: ending } : { at: endedAt, kind: "cleared" },
    );
  const removal = detail.trail.findLast(({ operation }) => operation === "exception.withdraw");
  if (withdrawnAt) entries.push({ at: withdrawnAt, kind: "withdrawn", ...(removal && { change: removal }) });
  if (acknowledgedAt) {
    const { acknowledgedBy, acknowledgementComment, acknowledgedVia } = detail;
    const isCause = ({ operation, newValues }: TrailDto) =>
      operation.startsWith("exception.acknowledge") && Boolean(newValues?.reasonId);
    const cause = detail.trail.findLast(isCause);
    entries.push({
      at: acknowledgedAt,
      kind: "acknowledged",
      actor: acknowledgedBy ?? "",
      comment: acknowledgementComment ?? "",
      via: acknowledgedVia ?? "console",
      ...(cause && { cause }),
    });
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/**
 * The product's own reasons why a notice was not delivered, as worded in the notice log; the group captures the
 * variable part. The wording of mail servers is shown unchanged.
 */
const KNOWN: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^the customer is cancelled$/, "customerCancelled"],
  [/^nobody in the group at this level may be told by this channel$/, "nobody"],
  [/^nobody in the group allows a channel of the plan$/, "nobodyInGroup"],
  [/^the contact group was deleted$/, "groupDeleted"],
  [/^the customer has its notices by (?:e-mail|SMS) switched off$/, "switchedOff"],
  [/^the contact has this channel switched off$/, "contactSwitchedOff"],
  [/^no try came to an end that could be noted$/, "gaveUp"],
  [/^reply: wrong PIN$/, "replyWrongPin"],
  [/^reply: PIN locked$/, "replyLocked"],
  [/^reply: no PIN set$/, "replyNoPin"],
  [/^reply: PIN missing$/, "replyPinMissing"],
  [/^reply: code missing$/, "replyCodeMissing"],
  [/^reply: unknown code$/, "replyUnknownCode"],
  [/^reply: nothing open$/, "replyNothingOpen"],
  [/^reply: not understood$/, "replyUnreadable"],
  [/^reply: exception withdrawn$/, "replyWithdrawn"],
  [/^no device of the contact's account takes push notifications$/, "noDevice"],
  [/^the subscription was made with another key of the installation$/, "pushKey"],
  [/^the push service answered HTTP (\d+)/, "pushStatus"],
  [/^reply: too late$/, "replyTooLate"],
  [/^the push service (?:cannot be reached|has an address)/, "pushUnreachable"],
  [/^the contact has no e-mail address$/, "noEmail"],
  [/^the contact has no telephone number$/, "noPhone"],
  [/^the channel \w+ is not configured/, "notConfigured"],
  [/^the file was deleted before it was sent$/, "fileDeleted"],
  [/^the file is too large to attach, and PUBLIC_URL is not set$/, "noLink"],
  [/^the worker ended while it was sending/, "cutShort"],
  [/^the mail server has not taken the mail within (\d+) s$/, "mailTimeout"],
  [/^the (?:SMS|voice) gateway answered HTTP (\d+)/, "gatewayStatus"],
  [/^the (?:SMS|voice) gateway did not answer within (\d+) s/, "gatewayTimeout"],
  [/^the (?:SMS|voice) gateway has an address that may not be reached/, "gatewayForbidden"],
  [
    /^the (?:SMS|voice) gateway (?:cannot be reached|closed the connection|has a (?:name|certificate))/,
    "gatewayUnreachable",
  ],
];

export type KnownReason = { key: string; detail: string };

/** The message key of a reason, and its variable part; null if it is shown unchanged. */
export function knownReason(reason: string): KnownReason | null {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(reason);
    if (found) return { key, detail: found[1] ?? "" };
  }
  return null;
}
