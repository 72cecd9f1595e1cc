import type { NoticeChannel } from "@/db/enums";
import { BATCH_WINDOW_MS, outcomesOf, type Plan, type PlanExcursion, type Planned, type Told } from "./plan.rules";

/** Why a message that is planned will not be delivered. */
export type Undeliverable = "unconfigured" | "noAddress" | "noDevice";

/** A recipient of the next messages; `contactId` is null for a pop-up in the console. */
export type NextRecipient = { contactId: number | null; channel: NoticeChannel; undeliverable: Undeliverable | null };

type Delivering = {
  /** Epoch ms. */
  now: number;
  /** Whether the installation has configured a channel. */
  isConfigured: (channel: NoticeChannel) => boolean;
};

/** Why a message cannot be delivered: its channel is not configured, or its contact has no address or device for it. */
export function undeliverableBy(
  { channel, contactId }: Pick<Told, "channel" | "contactId">,
  contacts: Plan["contacts"],
  isConfigured: Delivering["isConfigured"],
): Undeliverable | null {
  if (channel === "popup") return null;
  if (!isConfigured(channel)) return "unconfigured";
  const { addresses } = contacts.find(({ id }) => id === contactId) ?? {};
  if (!addresses || addresses[channel] !== undefined) return null;
  return channel === "push" ? "noDevice" : "noAddress";
}

/**
 * The next messages about an exception that nobody acknowledges, of those planned: those due first, with what is due
 * within the same batch window. What is overdue is due `now`. Messages that cannot be delivered are left out unless
 * there are no others. Null if nobody is notified any more.
 */
export function nextOf(
  people: Omit<Plan, "rows">,
  excursion: PlanExcursion,
  planned: readonly Planned[],
  { now, isConfigured }: Delivering,
): { at: number; to: NextRecipient[] } | null {
  const due = planned
    .flatMap((message) => outcomesOf({ ...people, rows: [] }, excursion, message))
    .filter(({ bar }) => bar === null)
    .map(({ at, channel, contactId }) => {
      const undeliverable = undeliverableBy({ channel, contactId }, people.contacts, isConfigured);
      return { at: Math.max(at, now), channel, contactId, undeliverable };
    })
    .sort((a, b) => a.at - b.at);
  const deliverable = due.filter(({ undeliverable }) => undeliverable === null);
  const chosen = deliverable.length > 0 ? deliverable : due;
  const [first] = chosen;
  if (!first) return null;
  const to = new Map<string, NextRecipient>();
  for (const { at, ...recipient } of chosen)
    if (at - first.at <= BATCH_WINDOW_MS) to.set(`${recipient.channel} ${recipient.contactId}`, recipient);
  return { at: first.at, to: [...to.values()] };
}
