import type { NoticeChannel } from "@/db/enums";
import { BATCH_WINDOW_MS, outcomesOf, type Plan, type PlanExcursion, type Planned } from "./plan.rules";

/** A recipient of the next messages; `contactId` is null for a pop-up in the console. */
export type NextRecipient = { contactId: number | null; channel: NoticeChannel };

/**
 * The next messages about an exception that nobody acknowledges, of those planned: those due first, with what is due
 * within the same batch window. What is overdue is due `now` (epoch ms). Null if nobody is notified any more.
 */
export function nextOf(
  people: Omit<Plan, "rows">,
  excursion: PlanExcursion,
  planned: readonly Planned[],
  now: number,
): { at: number; to: NextRecipient[] } | null {
  const due = planned
    .flatMap((message) => outcomesOf({ ...people, rows: [] }, excursion, message))
    .filter(({ bar }) => bar === null)
    .map(({ at, channel, contactId }) => ({ at: Math.max(at, now), channel, contactId }))
    .sort((a, b) => a.at - b.at);
  const [first] = due;
  if (!first) return null;
  const to = new Map<string, NextRecipient>();
  for (const { at, channel, contactId } of due)
    if (at - first.at <= BATCH_WINDOW_MS) to.set(`${channel} ${contactId}`, { channel, contactId });
  return { at: first.at, to: [...to.values()] };
}
