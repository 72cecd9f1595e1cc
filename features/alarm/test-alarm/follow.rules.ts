import type { NoticeChannel } from "@/db/enums";

/** The most messages of a test whose states one call returns. */
export const MAXIMUM_STATES = 200;

/** The state of one message. `tookMs` is from sending to delivery, `reason` in the caller's language. */
export type TestAlarmState = {
  id: number;
  channel: NoticeChannel;
  name: string;
  recipient: string;
  state: "waiting" | "delivered" | "failed";
  tookMs: number | null;
  reason: string;
};

/** What is known of a test's messages, by id, and the last id that was asked for. */
export type Followed = { states: ReadonlyMap<number, TestAlarmState>; lastId: number };

/** Before the first answer. */
export const UNKNOWN: Followed = { states: new Map(), lastId: 0 };

/**
 * The messages to ask for next, of ascending `ids`: those without a result, as many as one call returns, in turns that
 * begin after the last one asked for. Empty once all have a result.
 */
export function nextIds(ids: readonly number[], { states, lastId }: Followed): number[] {
  const waiting = ids.filter((id) => (states.get(id)?.state ?? "waiting") === "waiting");
  const start = Math.max(
    waiting.findIndex((id) => id > lastId),
    0,
  );
  return [...waiting.slice(start), ...waiting.slice(0, start)].slice(0, MAXIMUM_STATES);
}

/** Adds the answer to a call to what is known. */
export function withAnswer(known: Followed, asked: readonly number[], items: readonly TestAlarmState[]): Followed {
  const states = new Map(known.states);
  for (const item of items) states.set(item.id, item);
  return { states, lastId: asked.at(-1) ?? 0 };
}

/** How many of a test's messages were delivered and how many failed. */
export function countStates({ states }: Followed): { delivered: number; failed: number } {
  const all = [...states.values()];
  const counted = (wanted: TestAlarmState["state"]) => all.filter(({ state }) => state === wanted).length;
  return { delivered: counted("delivered"), failed: counted("failed") };
}

type Message = { rowId: number; contactId: number | null; channel: NoticeChannel };

const keyOf = ({ rowId, contactId, channel }: Message) => `${rowId} ${contactId} ${channel}`;

/** Finds the message that was sent to a recipient of a step; undefined if none was. */
export function messageFinder<Sent extends Message>(sent: readonly Sent[]) {
  const byKey = new Map(sent.map((one) => [keyOf(one), one]));
  return (message: Message): Sent | undefined => byKey.get(keyOf(message));
}
