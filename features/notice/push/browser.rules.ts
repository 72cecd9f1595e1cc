import type { PushEndReason } from "@/db/enums";
import type { PushStateDto } from "./push.schema";

/** The subscription that a browser has, with the key of the installation that it was made with; empty if not told. */
type Subscription = { endpoint: string; publicKey: string };

/** `replaces` is the address that the console knows this browser by. */
export type Step = { step: "none" | "unsubscribe" } | { step: "subscribe"; replaces: string };

/** Endings that nobody decided: the user still wants the notifications. */
const mayResume = (ended: PushEndReason | null) => ended === null || ended === "key" || ended === "gone";

/**
 * What brings a browser and what the console knows of it into agreement. A subscription made with an earlier key, or lost
 * by the browser, is made again; one that is not the account's, or that somebody has ended, is given up.
 */
export function nextStep(browser: Subscription | null, { publicKey, devices }: PushStateDto): Step {
  const own = devices.find(({ endpoint }) => endpoint === browser?.endpoint);
  // The worker may not have been able to say that the address has changed.
  const known = own ?? devices.find(({ isHere }) => isHere);
  if (!known || !mayResume(known.endReason)) return { step: browser ? "unsubscribe" : "none" };
  const isCurrent = own?.endedAt === null && ["", publicKey].includes(browser?.publicKey ?? "");
  return isCurrent ? { step: "none" } : { step: "subscribe", replaces: known.endpoint };
}
