import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { planNotices } from "@/features/notice/notice.service";
import { lockCustomers } from "@/lib/auth/lock-customer";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { findUpSince } from "@/lib/queue/uptime";
import { isWithinCalendar } from "../condition/calendar.rules";
import { findPowerWork, traceEnds, watchPower } from "../connection/operations";
import { CLOCK_GRACE_MS } from "./evaluation.rules";
import { evaluateTimeouts, publishExceptions, saveMachineState } from "./evaluation.service";
import {
  closeSilences,
  findSilent,
  giveConditions,
  listBehind,
  lockDue,
  lockWatched,
  lockWorking,
  openSilences,
} from "./watch.data";
import { devicesOf, judgeSilence, type SilenceActions } from "./watch.rules";

const Nothing = z.object({});
const BATCH = 500;

/** Raises excursions whose delay is over although no further reading came. */
export const watchDelays = defineJob({
  name: "alarm.watchDelays",
  payload: Nothing,
  everySeconds: 5,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    const changes = await transaction(ctx.db, async (tx) => {
      const waiting = await lockDue(tx, now - CLOCK_GRACE_MS, BATCH);
      if (waiting.length === 0) return [];
      const result = await evaluateTimeouts(tx, waiting, now);
      await saveMachineState(tx, result.judged);
      return result.changes;
    });
    await publishExceptions(changes);
  },
});

const NAME = "alarm.watchSilence";

/** Opens and closes no-data exceptions, gateways before the devices behind them, and blackouts without readings. */
export const watchSilence = defineJob({
  name: NAME,
  payload: Nothing,
  everySeconds: 10,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    const facts = (await findSilent(ctx.db, now)).map((fact) => ({
      ...fact,
      mayRaise: fact.mayRaise && isWithinCalendar(fact.calendar, now, fact.timeZone ?? "UTC"),
    }));
    // Before the worker ran jobs, the whole product may have been down.
    const actions = judgeSilence(facts, { listeningSince: await findUpSince(ctx.db), now });
    if (Object.values(actions).some((some) => some.length > 0))
      await publishExceptions(await transaction(ctx.db, (tx) => record(tx, ctx, actions)));
    const power = await findPowerWork(ctx.db, now);
    if (power.unraised.length + power.unfollowed.length > 0)
      await publishExceptions(
        await transaction(ctx.db, (tx) => watchPower(tx, operationContext(NAME, { ...ctx, db: tx }), power)),
      );
  },
});

type Fact = Awaited<ReturnType<typeof findSilent>>[number];

async function record(tx: JobContext["db"], ctx: JobContext, { open, tell, list, close }: SilenceActions<Fact>) {
  const now = ctx.now.getTime();
  const causes = [...open, ...tell].map(({ cause }) => cause);
  // Locked first, so that nothing deactivated since the query gets an open exception.
  const held = await lockCustomers(tx, [...new Set(causes.map(({ customerId }) => customerId))]);
  const watched = new Set(held.filter(({ status }) => status === "active").map(({ id }) => id));
  const working = await lockWorking(tx, [...new Set(causes.map(({ deviceId }) => deviceId))]);
  const isWatched = ({ cause }: { cause: Fact }) => watched.has(cause.customerId) && working.has(cause.deviceId);
  const opening = open.filter(isWatched).map(({ cause, startedAt, affected }) => ({
    ...cause,
    ...notificationOf(cause, affected),
    probeId: cause.source === "probe" ? cause.id : null,
    startedAt,
    heardAt: cause.lastReceivedAt,
    isUnnotified: cause.source === "gateway" && !cause.mayRaise && cause.conditionId === null && affected.length === 0,
  }));
  const telling = tell
    .filter(isWatched)
    .map(({ cause, id, affected }) => ({ id, ...notificationOf(cause, affected), isUnnotified: false }));
  await lockWatched(tx, {
    probeIds: opening.flatMap(({ probeId }) => probeId ?? []),
    conditionIds: [...opening, ...telling].flatMap(({ conditionId }) => conditionId ?? []),
  });
  const closed = await closeSilences(tx, close);
  const taken = new Set(close.flatMap(({ id, isTakenAway }) => (isTakenAway ? [id] : [])));
  await traceEnds(
    tx,
    operationContext(NAME, { ...ctx, db: tx }),
    closed.filter(({ id }) => taken.has(id)),
    { endedAt: ctx.now },
  );
  const opened = await openSilences(tx, opening, now);
  await listBehind(tx, list);
  await planNotices(tx, [...opened.map(({ id }) => id), ...(await giveConditions(tx, telling))]);
  return [...closed, ...opened];
}

/** The condition that decides whom to notify: that of the first suppressed sensor, else of one behind the gateway. */
const notificationOf = (cause: Fact, affected: readonly Fact[]) => ({
  conditionId: affected.find((one) => one.conditionId !== null)?.conditionId ?? cause.conditionId,
  affected: devicesOf(affected),
});
