import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { planNotices } from "@/features/notice/operations";
import { holdCustomers } from "@/lib/auth/hold-customer";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { findUpSince } from "@/lib/queue/uptime";
import { isWithinCalendar } from "../calendar/rules";
import { announceExceptions, elapseArrivals, keepMemory } from "../evaluation/operations";
import { CLOCK_GRACE_MS } from "../evaluation/rules";
import { closeSilences, findSilent, giveConditions, holdWatched, holdWorking, lockDue, openSilences } from "./data";
import { judgeSilence, type SilenceActions } from "./rules";

const Nothing = z.object({});
const BATCH = 500;

/** Raises excursions whose delay ended although no further reading came. */
export const watchDelays = defineJob({
  name: "alarm.watchDelays",
  payload: Nothing,
  everySeconds: 5,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    const changes = await transaction(ctx.db, async (tx) => {
      const waiting = await lockDue(tx, now - CLOCK_GRACE_MS, BATCH);
      if (waiting.length === 0) return [];
      const result = await elapseArrivals(tx, waiting, now);
      await keepMemory(tx, result.judged);
      return result.changes;
    });
    await announceExceptions(changes);
  },
});

/** Opens and closes no-data exceptions, a silent gateway before what is behind it. */
export const watchSilence = defineJob({
  name: "alarm.watchSilence",
  payload: Nothing,
  everySeconds: 10,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    const facts = (await findSilent(ctx.db, now)).map((fact) => ({
      ...fact,
      mayRaise: fact.mayRaise && isWithinCalendar(fact.calendar, now, fact.timeZone ?? "UTC"),
    }));
    // Before jobs were run the whole product may have been down.
    const actions = judgeSilence(facts, { listeningSince: await findUpSince(ctx.db), now });
    if (Object.values(actions).every((some) => some.length === 0)) return;
    await announceExceptions(await transaction(ctx.db, (tx) => record(tx, actions, now)));
  },
});

type Fact = Awaited<ReturnType<typeof findSilent>>[number];

async function record(tx: JobContext["db"], { open, tell, close }: SilenceActions<Fact>, now: number) {
  const causes = [...open, ...tell].map(({ cause }) => cause);
  // Held before anything of theirs: what was switched off since we looked is not to be left with an open exception.
  const held = await holdCustomers(tx, [...new Set(causes.map(({ customerId }) => customerId))]);
  const watched = new Set(held.filter(({ status }) => status === "active").map(({ id }) => id));
  const working = await holdWorking(tx, [...new Set(causes.map(({ deviceId }) => deviceId))]);
  const isWatched = ({ cause }: { cause: Fact }) => watched.has(cause.customerId) && working.has(cause.deviceId);
  const opening = open.filter(isWatched).map(({ cause, startedAt, heldBack }) => ({
    ...cause,
    ...tellOf(cause, heldBack),
    probeId: cause.source === "probe" ? cause.id : null,
    startedAt,
  }));
  const telling = tell.filter(isWatched).map(({ cause, id, heldBack }) => ({ id, ...tellOf(cause, heldBack) }));
  await holdWatched(tx, {
    probeIds: opening.flatMap(({ probeId }) => probeId ?? []),
    conditionIds: [...opening, ...telling].flatMap(({ conditionId }) => conditionId ?? []),
  });
  const closed = await closeSilences(tx, close);
  const opened = await openSilences(tx, opening, now);
  await planNotices(tx, [...opened.map(({ id }) => id), ...(await giveConditions(tx, telling))]);
  return [...closed, ...opened];
}

/** Whom a gateway tells: whoever the first sensor that it holds back tells, else one behind it. */
const tellOf = (cause: Fact, heldBack: readonly Fact[]) => ({
  conditionId: heldBack[0]?.conditionId ?? cause.conditionId,
  heldBack: heldBack.map((one) => one.deviceId),
});
