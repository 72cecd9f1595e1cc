import "server-only";
import type { TransportState } from "@/db/transport-enums";
import { carrierOf, placeLot, takeOutLot } from "@/features/lot/placement.service";
import { observeSpans } from "@/features/observation/observation.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import { observationsOf } from "./journey.service";
import {
  changeStop,
  changeTransport,
  findHolderSince,
  getTransport,
  type LockedTransport,
  lockLotsOf,
  lockTransport,
} from "./transport.data";
import { assertFollows, precoolingOf, standingAt } from "./transport.rules";
import type { TransportDto } from "./transport.schema";

type Opened = { locked: LockedTransport; dto: TransportDto };

/** Locks a transport and reads it. */
export async function openTransport(ctx: MutationContext, id: number): Promise<Opened> {
  const locked = await lockTransport(ctx.tx, ctx.scope, id);
  return { locked, dto: await getTransport(ctx.tx, visibilityOf(ctx), id) };
}

/** The instant of an act: now, or one of the past that is not before what has already happened. */
export function instantOf(ctx: MutationContext, at: string | undefined, { dto }: Opened): Date {
  const instant = at === undefined ? ctx.now : new Date(at);
  if (instant > ctx.now) throw conflict("at", "inFuture", "must not lie in the future");
  const before = Math.max(
    0,
    dto.loadedAt ?? 0,
    ...dto.stops.flatMap((one) => [one.arrivedAt ?? 0, one.departedAt ?? 0]),
  );
  if (instant.getTime() < before) throw conflict("at", "beforeLast", "lies before what has already happened");
  return instant;
}

/** Throws CONFLICT if the carrier has the goods of another transport now, or had them at that instant or later. */
async function assertFree(ctx: MutationContext, carrierId: number, at: Date, id: number): Promise<void> {
  const holder = await findHolderSince(ctx.tx, carrierId, at, id);
  if (!holder) return;
  const { number: names, isOpen } = holder;
  const [path, rule] = isOpen ? ["carrierId", "inTransport"] : ["at", "inTransportThen"];
  const message = isOpen ? `is in transport ${names}` : `the carrier was in transport ${names} then`;
  throw new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule, message, names }] });
}

/** Puts the lots of a transport into a carrier; those that are already there stay. */
export async function moveLots(ctx: MutationContext, id: number, carrierId: number, at: Date): Promise<void> {
  for (const lot of await lockLotsOf(ctx.tx, id)) {
    if ((await carrierOf(ctx, lot.id)) !== carrierId) await placeLot(ctx, lot, { carrierId, at, how: "transport" });
  }
}

/** Whether a transport's first carrier was in range for the required time before an instant; null if none is required. */
export async function precoolingAt(
  ctx: OperationContext,
  dto: TransportDto,
  at: Date,
): Promise<TransportDto["precooling"]> {
  const required = dto.precoolingMinutes;
  if (required === 0) return null;
  const span = { from: at.getTime() - required * 60_000, to: at.getTime() };
  const carrierId = dto.stops[0]?.carrier?.id ?? dto.carrier.id;
  const spans = await observationsOf(ctx, dto.customerId, carrierId, span);
  const sums =
    (await observeSpans(
      ctx,
      spans.filter(({ isTemperature }) => isTemperature),
    )) ?? [];
  return precoolingOf(required, sums);
}

/** Loads: proves the pre-cooling up to that instant, and puts the lots into the first carrier. */
export async function load(ctx: MutationContext, opened: Opened, at: Date, next: TransportState = "loading") {
  const { locked, dto } = opened;
  assertFollows(locked.state, next);
  await assertFree(ctx, locked.carrierId, at, locked.id);
  const precooling = await precoolingAt(ctx, dto, at);
  await changeTransport(ctx.tx, locked.id, { state: next, loadedAt: at, precooling, followedAt: at });
  await changeStop(ctx.tx, locked.id, 0, { arrivedAt: at });
  await moveLots(ctx, locked.id, locked.carrierId, at);
}

/** Leaves the stop where it stands, in the carrier that goes on from there; a planned one is loaded at that instant. */
export async function depart(ctx: MutationContext, opened: Opened, at: Date): Promise<void> {
  const { locked, dto } = opened;
  const place = standingAt(dto.stops, locked.state);
  if (place === null || place === dto.stops.length - 1)
    throw conflict("place", "notStanding", "it does not stand at a stop from which it goes on");
  assertFollows(locked.state, "underway");
  const carrierId = dto.stops[place]?.carrier?.id ?? locked.carrierId;
  if (locked.state === "planned") await load(ctx, opened, at, "underway");
  else await assertFree(ctx, carrierId, at, locked.id);
  await changeStop(ctx.tx, locked.id, place, { departedAt: at });
  await changeTransport(ctx.tx, locked.id, { state: "underway", carrierId });
  await moveLots(ctx, locked.id, carrierId, at);
}

/**
 * Reaches a stop, once it has left the one before: what goes on from there may be another carrier. At the last one the
 * transport has arrived. Stops in between are passed over.
 */
export async function arrive(ctx: MutationContext, { locked, dto }: Opened, place: number, at: Date): Promise<void> {
  const stop = dto.stops[place];
  const isPast = dto.stops.slice(place).some(({ arrivedAt, departedAt }) => arrivedAt !== null || departedAt !== null);
  if (locked.state !== "underway" || !stop || place === 0 || isPast)
    throw conflict("place", "notNext", "it cannot arrive there now");
  if (standingAt(dto.stops, locked.state) !== null)
    throw conflict("place", "notDeparted", "it has not left the stop where it stands");
  await changeStop(ctx.tx, locked.id, place, { arrivedAt: at });
  if (place === dto.stops.length - 1) await changeTransport(ctx.tx, locked.id, { state: "arrived" });
}

/**
 * Ends a transport with its receiver's answer. A delivered load is not in the carrier any longer; a refused one is, until
 * somebody takes it out.
 */
export async function end(
  ctx: MutationContext,
  { locked, dto }: Opened,
  state: "delivered" | "refused",
  at: Date,
): Promise<void> {
  assertFollows(locked.state, state);
  const last = dto.stops.length - 1;
  if (dto.stops[last]?.arrivedAt == null) await changeStop(ctx.tx, locked.id, last, { arrivedAt: at });
  if (state === "delivered")
    for (const lot of await lockLotsOf(ctx.tx, locked.id)) {
      if ((await carrierOf(ctx, lot.id)) === locked.carrierId) await takeOutLot(ctx, lot, at);
    }
  await changeTransport(ctx.tx, locked.id, { state, closedAt: at });
}
