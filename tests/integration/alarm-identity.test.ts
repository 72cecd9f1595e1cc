import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exceptionReason } from "@/db/schema";
import { watchDelays } from "@/features/alarm/evaluation/watch.jobs";
import { acknowledgeExceptions, handleException } from "@/features/exception/handling/operations";
import {
  type Condition,
  exceptionsOf,
  type Fridge,
  fridgeWith,
  minute,
  owner,
  send,
  tick,
  useAlarmStories,
  type Values,
} from "../factories/alarm-scenarios";
import { signedInAs } from "../factories/exception";
import type { FridgeOptions } from "../factories/world";
import { longRuns } from "../support/long";

useAlarmStories();

const range = { minimum: 2, maximum: 8 };
const told: FridgeOptions = {
  contacts: [{ name: "Zhang Wei", email: "zhang@example.com", phone: "13800000000", level: 1 }],
  plan: [{ channels: ["email", "sms", "voice"] }],
};

/** Readings a minute apart from a minute on. */
const minutes = (from: number, ...values: number[]) =>
  values.map((temperature, index) => [from + index, { temperature }] as const);

const live = async (fridge: Fridge) => (await exceptionsOf(fridge)).filter(({ withdrawnAt }) => withdrawnAt === null);

/** Acknowledges all that stands, and with a reason also says what was done about it. */
async function act(fridge: Fridge, at: number, isHandled: boolean) {
  const ctx = { ...(await signedInAs(owner().id)), now: new Date(at) };
  const waiting = (await live(fridge)).filter(({ acknowledgedAt }) => acknowledgedAt === null);
  if (waiting.length === 0) return;
  await acknowledgeExceptions.call(ctx, { ids: waiting.map(({ id }) => id), comment: "On my way" });
  if (!isHandled) return;
  const [reason] = await db().select().from(exceptionReason).where(sql`${exceptionReason.customerId} is null`).limit(1);
  for (const { id } of waiting) {
    await handleException.call(ctx, {
      id,
      reasonId: reason?.id ?? 0,
      measures: "Closed the door",
      remark: "",
      analysisResult: "confirmed",
    });
  }
}

/** The channels that an exception is notified by. */
async function channelsOf(id: number | undefined) {
  const rows = await db().$client<{ channel: string }[]>`
    select payload->>'channel' as channel from outbox
     where payload->>'exceptionId' = ${String(id)} and payload->>'type' = 'alarm' order by 1`;
  return rows.map(({ channel }) => channel);
}

describe("a batch in which a probe comes back and leaves again", () => {
  it("ends what was acknowledged, and notifies of what starts anew", async () => {
    const fridge = await fridgeWith([range], told);
    await send(fridge, minutes(0, 5, 9, 9, 9, 9, 9), minute(5));
    const [first] = await exceptionsOf(fridge);
    await act(fridge, minute(6), true);
    await send(fridge, minutes(6, 5, 12), minute(7));
    const [ended, running] = await exceptionsOf(fridge);
    expect(ended).toMatchObject({
      id: first?.id,
      startedAt: new Date(minute(1)),
      endedAt: new Date(minute(6)),
      acknowledgedAt: new Date(minute(6)),
      status: "processed",
      isDetectedLate: false,
    });
    expect(running).toMatchObject({
      startedAt: new Date(minute(7)),
      endedAt: null,
      peak: 12,
      acknowledgedAt: null,
      status: "unprocessed",
      isDetectedLate: false,
    });
    expect(await channelsOf(running?.id)).toEqual(["email", "sms", "voice"]);
  });

  it("notifies of the one that goes on, not again of the one that is over, with a delay too", async () => {
    const fridge = await fridgeWith([{ ...range, delaySeconds: 120 }], told);
    await send(fridge, minutes(0, 5, 9, 9, 9, 9, 9), minute(5));
    const [first] = await exceptionsOf(fridge);
    expect(await channelsOf(first?.id)).toEqual(["email", "sms", "voice"]);
    await act(fridge, minute(6), true);
    await send(fridge, minutes(6, 5, 12, 12.2, 12.5, 12.5, 12.5), minute(11));
    const all = await exceptionsOf(fridge);
    expect(all).toMatchObject([
      { id: first?.id, endedAt: new Date(minute(6)), status: "processed" },
      { startedAt: new Date(minute(7)), raisedAt: new Date(minute(9)), endedAt: null, acknowledgedAt: null },
    ]);
    expect(await channelsOf(first?.id)).toHaveLength(3);
    expect(await channelsOf(all[1]?.id)).toEqual(["email", "sms", "voice"]);
  });

  it("that crosses to the other side likewise", async () => {
    const fridge = await fridgeWith([range], told);
    await send(fridge, minutes(0, 9, 9), minute(1));
    await act(fridge, minute(2), false);
    await send(fridge, minutes(2, 1, 9, 1), minute(4));
    const all = await exceptionsOf(fridge);
    expect(all.map(({ side, acknowledgedAt }) => [side, acknowledgedAt !== null])).toEqual([
      ["above", true],
      ["below", false],
      ["above", false],
      ["below", false],
    ]);
    for (const { id } of all) expect(await channelsOf(id)).toEqual(["email", "sms", "voice"]);
  });
});

describe("a late reading", () => {
  it("that moves the start to later makes a new exception of it, which is notified", async () => {
    const fridge = await fridgeWith([range], told);
    await send(fridge, minutes(0, 9), minute(0));
    await send(fridge, minutes(5, 9, 9), minute(6));
    await act(fridge, minute(6), false);
    await send(fridge, minutes(3, 5), minute(7));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { startedAt: new Date(minute(0)), endedAt: new Date(minute(3)), acknowledgedAt: new Date(minute(6)) },
      { startedAt: new Date(minute(5)), endedAt: null, acknowledgedAt: null },
    ]);
    expect(await channelsOf((await exceptionsOf(fridge))[1]?.id)).toHaveLength(3);
  });

  it("that moves the start to earlier leaves it the one that it was", async () => {
    const fridge = await fridgeWith([range], told);
    await send(fridge, minutes(5, 9), minute(5));
    await act(fridge, minute(6), false);
    const [before] = await exceptionsOf(fridge);
    await send(fridge, minutes(2, 9), minute(7));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { id: before?.id, startedAt: new Date(minute(2)), endedAt: null, acknowledgedAt: new Date(minute(6)) },
    ]);
    expect(await channelsOf(before?.id)).toHaveLength(3);
  });
});

type Drawn = { condition: Condition; readings: (readonly [number, Values])[] };

/** A condition of a kind with readings a minute apart that it has something to say of. */
const drawn = (
  condition: fc.Arbitrary<Condition>,
  measure: "temperature" | "door",
  values: readonly number[],
): fc.Arbitrary<Drawn> =>
  fc.record({
    condition,
    readings: fc
      .array(fc.constantFrom(...values), { minLength: 3, maxLength: 10, size: "max" })
      .map((some) => some.map((value, index) => [index, { [measure]: value }] as const)),
  });
const delays = fc.constantFrom(0, 120);
const conditions = fc.oneof(
  {
    weight: 3,
    arbitrary: drawn(
      delays.map((delaySeconds) => ({ ...range, delaySeconds })),
      "temperature",
      [1, 5, 5, 7.8, 9, 12],
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      fc.constant({ ...range, kind: "cumulative", outsideMinutes: 3, windowMinutes: 8 }),
      "temperature",
      [1, 5, 9, 9, 12],
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      delays.map((delaySeconds) => ({ kind: "state", measure: "door", delaySeconds })),
      "door",
      [0, 1],
    ),
  },
);

/** How readings arrive, how much later (minutes), and what people do between. */
const stories = conditions.chain((story) =>
  fc.record({
    story: fc.constant(story),
    order: fc.oneof(
      fc.constant(story.readings),
      fc.shuffledSubarray(story.readings, { minLength: story.readings.length }),
    ),
    sizes: fc.infiniteStream(fc.constantFrom(1, 2, 4)),
    latenesses: fc.infiniteStream(fc.constantFrom(0, 0, 1, 4)),
    actions: fc.infiniteStream(fc.constantFrom("none", "none", "acknowledge", "handle")),
    repeats: fc.infiniteStream(fc.boolean()),
  }),
);
const next = <T>(stream: IterableIterator<T>): T => stream.next().value as T;

/** What was planned for an exception: of which type, by which channels. */
async function plannedOf(id: number) {
  const rows = await db().$client<{ type: string; channels: string }[]>`
    select payload->>'type' as type, string_agg(payload->>'channel', ' ' order by payload->>'channel') as channels from outbox
     where payload->>'exceptionId' = ${String(id)} group by 1`;
  return Object.fromEntries(rows.map(({ type, channels }) => [type, channels]));
}

it("comes out the same however the readings are cut, shuffled, delayed and repeated, each start notified once", async () => {
  await fc.assert(
    fc.asyncProperty(stories, async ({ story, order, sizes, latenesses, actions, repeats }) => {
      const { condition, readings } = story;
      const [fridge, other] = [await fridgeWith([condition], told), await fridgeWith([condition], told)];
      let clock = minute(0);
      for (let index = 0; index < order.length; ) {
        const batch = order.slice(index, index + next(sizes));
        index += batch.length;
        clock = Math.max(clock, ...batch.map(([at]) => minute(at))) + next(latenesses) * 60_000;
        await send(fridge, batch, clock);
        if (next(repeats)) await send(fridge, batch, clock);
        const action = next(actions);
        if (action !== "none") await act(fridge, clock, action === "handle");
      }
      await send(other, readings, Math.max(clock, minute(readings.length)));
      await tick(watchDelays, clock + 600_000);
      const spans = async (of: Fridge) =>
        (await live(of)).map(({ side, startedAt, endedAt }) => ({ side, startedAt, endedAt }));
      expect(await spans(fridge)).toEqual(await spans(other));
      for (const { id, startedAt, isDetectedLate, acknowledgedAt, handledAt } of await live(fridge)) {
        const planned = await plannedOf(id);
        if (!isDetectedLate) expect(planned).toEqual({ alarm: "email sms voice" });
        // What was over when it was found is in the digest; late readings may open it again, and then it is news.
        else expect([{ digest: "email" }, { digest: "email", alarm: "email sms voice" }]).toContainEqual(planned);
        for (const at of [acknowledgedAt, handledAt])
          if (at) expect(at.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      }
    }),
    // A seed of its own each time: fast-check prints it with the counterexample.
    { numRuns: longRuns(10, 30) },
  );
}, 240_000);
