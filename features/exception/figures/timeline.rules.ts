import type { AcknowledgementChannel, Severity } from "@/db/enums";
import type { ExceptionDetailDto } from "../exception.schema";
import { KINDS } from "../kind.rules";
import type { NoticeDto, TrailDto } from "./timeline.schema";

/** What happened to an exception, in the order of time; `at` is ISO-8601. */
export type TimelineEntry = { at: string } & (
  | { kind: "started" | "peak" | "cleared" | "withdrawn" }
  /** `delaySeconds` after the start the condition was met. */
  | { kind: "raised"; delaySeconds: number; isLate: boolean }
  /** It lasted as long as a step of its condition says. */
  | { kind: "risen"; severity: Severity }
  | { kind: "notice"; notice: NoticeDto }
  | { kind: "acknowledged"; actor: string; comment: string; via: AcknowledgementChannel }
  | { kind: "handled" | "reopened" | "closed"; change: TrailDto }
  /** Not the values ended it: somebody had it watched no more. */
  | { kind: "unwatched"; cause: UnwatchedCause; change: TrailDto }
);

/**
 * Why nobody watches any more: the device was switched off or taken away, its customer cancelled, the connection watch
 * switched off, or a trigger follows the power instead.
 */
export type UnwatchedCause = "disabled" | "takenDown" | "cancelled" | "switchedOff" | "followed";

const ACTIONS: Record<string, "handled" | "reopened" | "closed"> = {
  "exception.handle": "handled",
  "exception.reopen": "reopened",
  "exception.close": "closed",
};

/** The cause by the action that ended the exception; null for every other. */
function causeOf({ operation, newValues }: TrailDto): UnwatchedCause | null {
  if (!newValues?.endedAt) return null;
  if (operation === "exception.end") return newValues.isFollowed ? "followed" : "takenDown";
  if (operation === "connectionWatch.save") return "switchedOff";
  return operation.startsWith("customer.") ? "cancelled" : "disabled";
}

/** In this order at one and the same instant. */
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
];

/** The whole story: the data's part, who was told, and what people did. */
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
  if (withdrawnAt) entries.push({ at: withdrawnAt, kind: "withdrawn" });
  if (acknowledgedAt) {
    const { acknowledgedBy, acknowledgementComment, acknowledgedVia } = detail;
    entries.push({
      at: acknowledgedAt,
      kind: "acknowledged",
      actor: acknowledgedBy ?? "",
      comment: acknowledgementComment ?? "",
      via: acknowledgedVia ?? "console",
    });
  }
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/**
 * Why a notice did not arrive, of the product's own, by the words in which the notice log keeps them, the part in brackets being what they name; a
 * mail server's are its own words and stay as they came.
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

/** The key of a reason's text in the reader's language, and what it names; null where it is shown as it stands. */
export function knownReason(reason: string): KnownReason | null {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(reason);
    if (found) return { key, detail: found[1] ?? "" };
  }
  return null;
}
