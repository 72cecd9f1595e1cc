import type { PushEndReason } from "@/db/enums";
import type { PushStateDto } from "./push.schema";

/** The browser's subscription and its installation key; the key is empty if the browser does not expose it. */
type Subscription = { endpoint: string; publicKey: string };

/** `replaces` is the endpoint under which the console knows this browser. */
export type Step = { step: "none" | "unsubscribe" } | { step: "subscribe"; replaces: string };

/** Reasons that were nobody's decision: the user still wants notifications. */
const mayResume = (ended: PushEndReason | null) => ended === null || ended === "key" || ended === "gone";

/**
 * The step that synchronises the browser and the console. A subscription that has an earlier key, or that the browser
 * lost, is recreated. One that belongs to another account, or that a user ended, is cancelled.
 */
export function nextStep(browser: Subscription | null, { publicKey, devices }: PushStateDto): Step {
  const own = devices.find(({ endpoint }) => endpoint === browser?.endpoint);
  // The service worker may have failed to report a changed endpoint.
  const known = own ?? devices.find(({ isHere }) => isHere);
  if (!known || !mayResume(known.endReason)) return { step: browser ? "unsubscribe" : "none" };
  const isCurrent = own?.endedAt === null && ["", publicKey].includes(browser?.publicKey ?? "");
  return isCurrent ? { step: "none" } : { step: "subscribe", replaces: known.endpoint };
}
