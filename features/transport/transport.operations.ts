import "server-only";
import { randomUUID } from "node:crypto";
import { assertVersion } from "@/lib/audit/assert-version";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { journeyOf } from "./journey.service";
import { arrive, depart, end, instantOf, load, moveLots, openTransport, precoolingAt } from "./movement.service";
import { progressOfAll } from "./progress.service";
import {
  addLots,
  assertReferences,
  changeTransport,
  deleteTransport,
  findPlannedBeside,
  findTransports,
  getTransport,
  lockCarriers,
  lockOwnerOf,
  removeLots,
  updateTransport,
} from "./transport.data";
import { assertFollows, fixedStopsOf, isOpen, LOADED_STATES } from "./transport.rules";
import {
  ActInput,
  type BoardDto,
  EndInput,
  type JourneyDto,
  type SavedTransportDto,
  StopAct,
  type TransportCodeDto,
  TransportCreate,
  type TransportDto,
  TransportListQuery,
  TransportUpdate,
} from "./transport.schema";
import { assertUntaken, auditedOf, codeAddressOf, createTransport, withCarriers } from "./transport.service";

export const listTransports = defineOperation({
  name: "transport.list",
  kind: "query",
  permission: "viewTransport",
  input: TransportListQuery,
  run: (ctx, query): Promise<Page<TransportDto>> => findTransports(ctx.db, visibilityOf(ctx), query),
});

export const getOneTransport = defineOperation({
  name: "transport.get",
  kind: "query",
  permission: "viewTransport",
  input: ById,
  run: (ctx, { id }): Promise<TransportDto> => getTransport(ctx.db, visibilityOf(ctx), id),
});

/** Everything that is being loaded, on the way, or waiting for its receiver, with where, how warm and when. */
export const getBoard = defineOperation({
  name: "transport.board",
  kind: "query",
  permission: "viewTransport",
  input: TransportListQuery.pick({ q: true, customerId: true }),
  async run(ctx, filters): Promise<BoardDto> {
    const query = TransportListQuery.parse({ sort: "arriveAt", dir: "asc", iDisplayLength: 100 });
    const { items, total } = await findTransports(ctx.db, visibilityOf(ctx), {
      ...query,
      ...filters,
      phase: "underway",
    });
    const progress = await progressOfAll(ctx, items);
    return {
      items: items.flatMap((item) => {
        const own = progress.get(item.id);
        return own ? [{ ...item, progress: own }] : [];
      }),
      total,
      now: ctx.now.getTime(),
    };
  },
});

/** The journey of a transport up to now or its end: figures, excursions, lots and the verdict. */
export const getJourney = defineOperation({
  name: "transport.journey",
  kind: "query",
  permission: "viewTransport",
  input: ById,
  isLong: true,
  run: async (ctx, { id }): Promise<JourneyDto> => journeyOf(ctx, await getTransport(ctx.db, visibilityOf(ctx), id)),
});

/**
 * Plans a transport; a key's call is that of another system. A carrier may be planned twice, since plans change: the
 * answer says so.
 */
export const createOneTransport = defineOperation({
  name: "transport.create",
  kind: "mutation",
  permission: "newTransport",
  input: TransportCreate,
  async run(ctx, values): Promise<SavedTransportDto> {
    const made = await createTransport(ctx, values, ctx.actor.type === "key" ? "call" : "hand");
    ctx.audit({ customerId: made.customerId, new: auditedOf(made) });
    return { ...made, alsoPlanned: await findPlannedBeside(ctx.tx, made.id) };
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The transport as its update takes it. */
const inputOf = ({ stops, lots, ...transport }: TransportDto) => ({
  ...transport,
  stops: stops.map(({ name, geofenceId, longitude, latitude, plannedArriveAt, plannedDepartAt, carrier }) => ({
    ...{ name, geofenceId, longitude, latitude, carrierId: carrier?.id ?? null },
    ...{ plannedArriveAt: isoOf(plannedArriveAt), plannedDepartAt: isoOf(plannedDepartAt) },
  })),
  lotIds: lots.map(({ id }) => id),
  lotNames: lots.map(({ number }) => number).join(", "),
});

/**
 * Changes an open transport. Once it is loaded, the stops that have happened stay as they are, and lots can be added, not
 * taken away.
 */
export const updateOneTransport = defineOperation({
  name: "transport.update",
  kind: "mutation",
  permission: "editTransport",
  input: TransportUpdate,
  async run(ctx, { id, version, stops: given, lotIds, ...values }): Promise<SavedTransportDto> {
    await lockOwnerOf(ctx.tx, ctx.scope, id);
    const { locked, dto: old } = await openTransport(ctx, id);
    await assertVersion(ctx, { entity: "transport", id, version }, async () => inputOf(old));
    if (!isOpen(locked.state)) throw conflict("state", "transportClosed", "it has ended");
    const fixed = fixedStopsOf(old);
    const stops = withCarriers(given);
    const customerId = await lockCarriers(ctx.tx, visibilityOf(ctx), stops);
    if (customerId !== old.customerId) throw conflict("stops.0.carrierId", "otherCustomer", "is another customer's");
    await lockActiveCustomer(ctx.tx, customerId);
    await assertReferences(ctx.tx, ctx.scope, customerId, { stops, lotIds });
    await assertUntaken(ctx, customerId, values, id);
    for (const [place, stop] of old.stops.slice(0, fixed).entries()) {
      const isLast = place === old.stops.length - 1;
      if (stops[place] === undefined || (!isLast && stops[place].carrierId !== stop.carrier?.id))
        throw conflict(`stops.${place}.carrierId`, "stopHappened", "this stop has happened");
    }
    const kept = old.lots.filter((lot) => lotIds.includes(lot.id));
    const isLoaded = LOADED_STATES.includes(locked.state);
    if (isLoaded && kept.length < old.lots.length)
      throw conflict("lotIds", "lotLoaded", "a lot that was loaded cannot be taken away");
    const carrierId = isLoaded ? locked.carrierId : (stops[0]?.carrierId as number);
    await updateTransport(ctx.tx, id, { ...values, carrierId }, stops, fixed);
    await removeLots(
      ctx.tx,
      id,
      old.lots.flatMap((lot) => (lotIds.includes(lot.id) ? [] : [lot.id])),
    );
    await addLots(ctx.tx, id, lotIds);
    if (isLoaded) await moveLots(ctx, id, carrierId, ctx.now);
    const dto = await getTransport(ctx.tx, visibilityOf(ctx), id);
    ctx.audit({ customerId, old: auditedOf(old), new: auditedOf(dto) });
    return { ...dto, alsoPlanned: await findPlannedBeside(ctx.tx, id) };
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** Deletes a transport that was never loaded; any other stays on record. */
export const removeTransport = defineOperation({
  name: "transport.remove",
  kind: "mutation",
  permission: "removeTransport",
  input: ById,
  async run(ctx, { id }): Promise<TransportDto> {
    const { dto } = await openTransport(ctx, id);
    if (dto.loadedAt !== null) throw conflict("id", "transportLoaded", "it was loaded, and stays on record");
    await deleteTransport(ctx.tx, id);
    ctx.audit({ customerId: dto.customerId, old: auditedOf(dto) });
    return dto;
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

type Opened = Awaited<ReturnType<typeof openTransport>>;

/** The transport after an act, with the row of the audit trail. */
async function after(ctx: MutationContext, { dto: old }: Opened, reason?: string): Promise<TransportDto> {
  const dto = await getTransport(ctx.tx, visibilityOf(ctx), old.id);
  ctx.audit({ customerId: dto.customerId, old: auditedOf(old), new: auditedOf(dto), ...(reason && { reason }) });
  return dto;
}

/** Whether the first carrier was in range for the required time before loading, if it is loaded now or at an instant. */
export const getPrecooling = defineOperation({
  name: "transport.precooling",
  kind: "query",
  permission: "viewTransport",
  input: ActInput,
  async run(ctx, { id, at }): Promise<TransportDto["precooling"]> {
    const dto = await getTransport(ctx.db, visibilityOf(ctx), id);
    return dto.precooling ?? (await precoolingAt(ctx, dto, at === undefined ? ctx.now : new Date(at)));
  },
});

/** Loads the goods into the first carrier, and proves that it was in range for the required time before. */
export const loadTransport = defineOperation({
  name: "transport.load",
  kind: "mutation",
  permission: "editTransport",
  input: ActInput,
  async run(ctx, { id, at }): Promise<TransportDto> {
    const opened = await openTransport(ctx, id);
    await load(ctx, opened, instantOf(ctx, at, opened));
    return after(ctx, opened);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** Leaves the stop where it stands. */
export const departTransport = defineOperation({
  name: "transport.depart",
  kind: "mutation",
  permission: "editTransport",
  input: ActInput,
  async run(ctx, { id, at }): Promise<TransportDto> {
    const opened = await openTransport(ctx, id);
    await depart(ctx, opened, instantOf(ctx, at, opened));
    return after(ctx, opened);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** Reaches a stop. */
export const arriveTransport = defineOperation({
  name: "transport.arrive",
  kind: "mutation",
  permission: "editTransport",
  input: StopAct,
  async run(ctx, { id, place, at }): Promise<TransportDto> {
    const opened = await openTransport(ctx, id);
    await arrive(ctx, opened, place, instantOf(ctx, at, opened));
    return after(ctx, opened);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** Ends a transport whose receiver answered on paper. */
export const closeTransport = defineOperation({
  name: "transport.close",
  kind: "mutation",
  permission: "editTransport",
  input: EndInput,
  async run(ctx, { id, reason }): Promise<TransportDto> {
    const opened = await openTransport(ctx, id);
    await end(ctx, opened, "delivered", ctx.now);
    return after(ctx, opened, reason);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** Cancels a transport that has not left. Loaded lots stay in the carrier until somebody takes them out. */
export const cancelTransport = defineOperation({
  name: "transport.cancel",
  kind: "mutation",
  permission: "editTransport",
  input: EndInput,
  async run(ctx, { id, reason }): Promise<TransportDto> {
    const opened = await openTransport(ctx, id);
    assertFollows(opened.locked.state, "cancelled");
    await changeTransport(ctx.tx, id, { state: "cancelled", closedAt: ctx.now, cancelReason: reason });
    return after(ctx, opened, reason);
  },
  audit: { entity: "transport", id: ({ id }) => id },
});

/** The transport code: what the QR code on the slip and the box opens. */
export const getCode = defineOperation({
  name: "transport.code",
  kind: "query",
  permission: "viewTransport",
  input: ById,
  async run(ctx, { id }): Promise<TransportCodeDto> {
    await getTransport(ctx.db, visibilityOf(ctx), id);
    const url = await codeAddressOf(ctx.db, id, await requestOrigin());
    return { url, image: await qrCodeImage(url) };
  },
});

/** Makes printed codes void, for a slip that was lost; the next print has a new one. */
export const renewCode = defineOperation({
  name: "transport.renewCode",
  kind: "mutation",
  permission: "editTransport",
  input: ById,
  async run(ctx, { id }): Promise<TransportDto> {
    const { locked, dto } = await openTransport(ctx, id);
    if (!isOpen(locked.state)) throw conflict("state", "transportClosed", "it has ended");
    await changeTransport(ctx.tx, id, { codeId: randomUUID() });
    ctx.audit({ customerId: dto.customerId });
    return dto;
  },
  audit: { entity: "transport", id: ({ id }) => id },
});
