import type { ExceptionStatus } from "@/db/enums";
import { barOf } from "../handling/rules";

/** How long the link of a message opens its exception, from the last message that brought it. */
export const LINK_DAYS = 7;
/** Calls within a minute: of one link, and from one address, behind which a whole hospital may sit. */
export const RATE = { link: 30, address: 120, seconds: 60 } as const;
/** Points of the line around the exception, about: one for each two pixels of a phone. */
const CHART_POINTS = 160;
const BUCKET_SECONDS = [60, 120, 300, 600, 900, 1800, 3600];
/** Lines of who was told. */
export const TOLD_LENGTH = 50;

/** How wide the parts of a line over this span (epoch ms) are; whole hours beyond one. */
export function bucketSecondsOf({ from, to }: { from: number; to: number }): number {
  const wanted = (to - from) / 1000 / CHART_POINTS;
  return BUCKET_SECONDS.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 3600) * 3600;
}

/** When a link that a message brings at `now` stops to open anything. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * 86_400_000);

/** The page that a link leads to, in the reader's language. */
export const linkPath = (locale: string, token: string): string => `/${locale}/exDetail?key=${token}`;

/** A text without the tokens in it: what is kept of a message opens nothing. */
export const withoutTokens = (text: string, tokens: Iterable<string>): string =>
  [...tokens].reduce((kept, token) => kept.replaceAll(token, "…"), text);

type Life = {
  endedAt: unknown;
  acknowledgedAt: unknown;
  withdrawnAt: unknown;
  mergedIntoId: unknown;
  status: ExceptionStatus;
  isClosed: boolean;
};

/** What the page of a link tells first. */
export type Stand = "open" | "acknowledged" | "withdrawn" | "merged";

/** What may be done by the link, or why nothing may. */
export function standOf(life: Life): Stand {
  const bar = barOf("acknowledge", life);
  if (bar === null) return "open";
  if (bar === "acknowledged") return "acknowledged";
  return life.mergedIntoId === null ? "withdrawn" : "merged";
}

/** What became of one key of a notification; `over`: the alarm was withdrawn or merged. */
export type KeyOutcome = "acknowledged" | "already" | "over" | "invalid";

/** What acknowledging by a key does to its exception; undefined where the key opens none. */
export function keyOutcome(life: Parameters<typeof barOf>[1] | undefined): KeyOutcome {
  if (!life) return "invalid";
  const bar = barOf("acknowledge", life);
  if (bar === null) return "acknowledged";
  return bar === "acknowledged" ? "already" : "over";
}

/** Refusals that leave the form as it is; every other one is told by the page itself, read anew. */
export const REFUSALS = ["network", "timeout", "RATE_LIMITED", "UNAVAILABLE", "INTERNAL"] as const;
