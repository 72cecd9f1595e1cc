import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { MutationContext } from "@/lib/operation/define-operation";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { type FollowedTransport, findDepartures, findFixesSince, findFollowed } from "./follow.data";
import { findFences } from "./journey.data";
import { arrive, depart, openTransport } from "./movement.service";
import { outsideOf } from "./place.rules";
import { changeTransport } from "./transport.data";
import { follow, sinceInside } from "./transport.rules";
import { auditedOf, createUnderway } from "./transport.service";

const NAME = "transport.follow";
/** Positions of a transport per run: a night without a connection arrives at once. */
const FIXES = 5000;

/** Runs a change of one customer's transport as the system, with a row of the audit trail if something changed. */
async function asSystem(
  job: JobContext,
  customerId: number,
  operation: string,
  work: (ctx: MutationContext) => Promise<{ id: number; old?: object; new?: object } | null>,
): Promise<void> {
  await transaction(job.db, async (tx) => {
    const base = operationContext(NAME, { db: tx, now: job.now }, customerScope(customerId));
    const ctx: MutationContext = { ...base, tx, audit: () => {}, afterCommit: () => {} };
    const change = await work(ctx);
    if (!change) return;
    const { id, ...values } = change;
    await writeAudit(tx, base, {
      operation,
      entity: "transport",
      entityId: String(id),
      customerId,
      ...values,
    } as never);
  });
}

/** Compares new positions with the stops of one transport. */
async function followOne(job: JobContext, one: FollowedTransport): Promise<void> {
  const found = await findFixesSince(job.db, one.carrierId, one.from, FIXES);
  const last = found.at(-1);
  if (!last) return;
  const fences = new Map(
    (
      await findFences(
        job.db,
        one.stops.flatMap(({ geofenceId }) => geofenceId ?? []),
      )
    ).map((fence) => [fence.id, fence]),
  );
  const places = one.stops.map((stop) => outsideOf(stop, fences));
  // A planned one leaves where it was seen: elsewhere the vehicle is still on its way to the goods.
  const fixes = one.state === "planned" ? sinceInside(places[0] ?? null, found) : found;
  const first = fixes[0];
  const stops =
    one.state === "planned" && first
      ? one.stops.map((stop, place) => (place === 0 ? { ...stop, arrivedAt: first.at } : stop))
      : one.stops;
  const events = follow(stops, places, fixes);
  if (events.length === 0 && one.state === "planned") return;
  await asSystem(job, one.customerId, NAME, async (ctx) => {
    const before = await openTransport(ctx, one.id);
    if (before.locked.state !== one.state || before.locked.carrierId !== one.carrierId) return null;
    let opened = before;
    for (const { place, arrivedAt, departedAt } of events) {
      const known = opened.dto.stops[place];
      if (place > 0 && arrivedAt !== null && known?.arrivedAt == null) {
        await arrive(ctx, opened, place, new Date(arrivedAt));
        opened = await openTransport(ctx, one.id);
      }
      if (departedAt === null || opened.dto.stops[place]?.departedAt != null) continue;
      await depart(ctx, opened, new Date(departedAt));
      opened = await openTransport(ctx, one.id);
      // The goods go on in another carrier: its positions count from here.
      if (opened.locked.carrierId !== one.carrierId) break;
    }
    await changeTransport(ctx.tx, one.id, { followedAt: new Date(last.at) });
    return events.length > 0 ? { id: one.id, old: auditedOf(before.dto), new: auditedOf(opened.dto) } : null;
  });
}

/** Notices departures and arrivals from the positions of the carriers. */
export const followTransports = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 30,
  async run(_payload, job) {
    for (const one of await findFollowed(job.db, job.now)) {
      if (job.signal.aborted) throw new Error("the worker is stopping");
      try {
        await followOne(job, one);
      } catch (error) {
        // Another one has the vehicle, or a lot was elsewhere: the people concerned enter the time by hand.
        if (!(error instanceof AppError)) throw error;
        log.info({ err: error, transportId: one.id }, "transport: a movement could not be entered");
        await changeTransport(job.db, one.id, { followedAt: job.now });
      }
    }
  },
});

/** Begins a transport for each vehicle that left a geofence which is set to, and is in none. */
export const beginTransports = defineJob({
  name: "transport.begin",
  payload: z.object({}),
  everySeconds: 30,
  async run(_payload, job) {
    for (const { customerId, ...departure } of await findDepartures(job.db, job.now))
      await asSystem(job, customerId, "transport.begin", async (ctx) => {
        const made = await createUnderway(ctx, customerId, departure);
        return made && { id: made.id, new: auditedOf(made) };
      });
  },
});
