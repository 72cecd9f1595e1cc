import type { ExceptionStatus } from "@/db/enums";
import { barOf } from "../handling/rules";

/** How long a link remains valid, from the last message that contains it. */
export const LINK_DAYS = 7;
/** Calls per minute: of one link, and from one address, which a whole hospital may share. */
export const RATE = { link: 30, address: 120, seconds: 60 } as const;
/** Approximate number of points of the chart: one for every two pixels of a phone. */
const CHART_POINTS = 160;
const BUCKET_SECONDS = [60, 120, 300, 600, 900, 1800, 3600];
/** Maximum number of notices listed. */
export const TOLD_LENGTH = 50;

/** The bucket size for a chart of this span (epoch ms); whole hours beyond one. */
export function bucketSecondsOf({ from, to }: { from: number; to: number }): number {
  const wanted = (to - from) / 1000 / CHART_POINTS;
  return BUCKET_SECONDS.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 3600) * 3600;
}

/** When a link sent at `now` expires. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * 86_400_000);

/** The page of a link, in the reader's language. */
export const linkPath = (locale: string, token: string): string => `/${locale}/exDetail?key=${token}`;

/** A text without the tokens in it, so that a stored message gives no access. */
export const withoutTokens = (text: string, tokens: Iterable<string>): string =>
  [...tokens].reduce((kept, token) => kept.replaceAll(token, "…"), text);

type Life = {
  endedAt: unknown;
  acknowledgedAt: unknown;
  withdrawnAt: unknown;
  removedAt: unknown;
  mergedIntoId: unknown;
  status: ExceptionStatus;
  isClosed: boolean;
};

/** The state shown first on the page of a link. */
export type Stand = "open" | "acknowledged" | "removed" | "withdrawn" | "merged";

/** The state of an exception on the page of its link: open if it can be acknowledged, else why not. */
export function standOf(life: Life): Stand {
  const bar = barOf("acknowledge", life);
  if (bar === null) return "open";
  if (bar === "acknowledged" || bar === "removed") return bar;
  return life.mergedIntoId === null ? "withdrawn" : "merged";
}

/** The outcome of one key of a notification; `over`: the alarm was withdrawn, merged or deleted. */
export type KeyOutcome = "acknowledged" | "already" | "over" | "invalid";

/** The outcome of acknowledging an exception by a key; undefined if the key is invalid. */
export function keyOutcome(life: Parameters<typeof barOf>[1] | undefined): KeyOutcome {
  if (!life) return "invalid";
  const bar = barOf("acknowledge", life);
  if (bar === null) return "acknowledged";
  return bar === "acknowledged" ? "already" : "over";
}

/** Errors that leave the form in place; after any other one the page reloads and shows the state. */
export const REFUSALS = ["network", "timeout", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
