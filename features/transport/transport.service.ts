import "server-only";
import type { TransportWay } from "@/db/transport-enums";
import { linkToken } from "@/lib/auth/link-token";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/operation/context";
import type { MutationContext } from "@/lib/operation/define-operation";
import { precoolingAt } from "./movement.service";
import {
  assertReferences,
  changeStop,
  changeTransport,
  findByNumber,
  findCode,
  findHolderSince,
  findTimeZone,
  getTransport,
  insertTransport,
  lockCarriers,
  takenNumbers,
} from "./transport.data";
import { numberOf } from "./transport.rules";
import { PRECOOLING, type StopInput, type TransportCreate, type TransportDto } from "./transport.schema";

/**
 * The address behind the code of a visible transport, on the slip and on the box. It has no locale: the receiver's browser
 * chooses the language.
 */
export async function codeAddressOf(db: Db, id: number, origin: string): Promise<string> {
  return `${origin}/handOver?key=${linkToken("transport code", await findCode(db, id))}`;
}

/** Stops whose carrier is that of the stop before unless they name one; the destination has none. */
export const withCarriers = (stops: readonly StopInput[]): StopInput[] =>
  stops.reduce<StopInput[]>((known, stop, place) => {
    const carrierId = place === stops.length - 1 ? null : (stop.carrierId ?? known.at(-1)?.carrierId ?? null);
    return known.concat({ ...stop, carrierId });
  }, []);

/** Throws CONFLICT if another transport of the customer has the number or the reference. */
export async function assertUntaken(
  ctx: MutationContext,
  customerId: number,
  { number, reference }: { number: string; reference: string | null },
  except = 0,
): Promise<void> {
  const taken = await findByNumber(ctx.tx, customerId, { number, reference }, except);
  if (!taken) return;
  const path = taken.number.toLowerCase() === number.toLowerCase() ? "number" : "reference";
  throw new AppError("CONFLICT", `${path}: transport ${taken.number} has it`, {
    issues: [{ path, rule: "takenBy", message: `transport ${taken.number} has it`, names: taken.number }],
  });
}

/** Creates a planned transport of the customer whose carriers its stops name. Throws NOT_FOUND and CONFLICT. */
export async function createTransport(
  ctx: MutationContext,
  { number, stops: given, lotIds, ...values }: TransportCreate,
  how: TransportWay,
): Promise<TransportDto> {
  const stops = withCarriers(given);
  const customerId = await lockCarriers(ctx.tx, visibilityOf(ctx), stops);
  await lockActiveCustomer(ctx.tx, customerId);
  await assertReferences(ctx.tx, ctx.scope, customerId, { stops, lotIds });
  const day = dayKey(ctx.now, await findTimeZone(ctx.tx, customerId));
  const taken = await takenNumbers(ctx.tx, customerId, numberOf(day, []).slice(0, 8));
  const row = { ...values, number: number || numberOf(day, taken), customerId, how };
  await assertUntaken(ctx, customerId, row);
  const createdBy = ctx.actor.type === "user" ? ctx.actor.principal.user.id : null;
  const inserted = { ...row, carrierId: stops[0]?.carrierId as number, createdBy };
  const id = await insertTransport(ctx.tx, inserted, stops, lotIds);
  return getTransport(ctx.tx, visibilityOf(ctx), id);
}

const PLACE = { longitude: null, latitude: null, plannedArriveAt: null, plannedDepartAt: null } as const;

/**
 * Begins the transport of a vehicle that left a place without one. It counts as loaded then, with the usual time of
 * pre-cooling; where it goes is entered by a person. Null if the vehicle was in a transport then or is in one meanwhile.
 */
export async function createUnderway(
  ctx: MutationContext,
  customerId: number,
  { carrierId, at, geofence }: { carrierId: number; at: Date; geofence: { id: number; name: string } },
): Promise<TransportDto | null> {
  const timeZone = await findTimeZone(ctx.tx, customerId);
  const day = dayKey(at, timeZone);
  const number = numberOf(day, await takenNumbers(ctx.tx, customerId, numberOf(day, []).slice(0, 8)));
  if (await findHolderSince(ctx.tx, carrierId, at, 0)) return null;
  const stops: StopInput[] = [
    { ...PLACE, name: geofence.name, geofenceId: geofence.id, carrierId },
    { ...PLACE, name: "", geofenceId: null, carrierId: null },
  ];
  const row = {
    ...{ customerId, number, reference: null, consignor: "", consignee: "", consigneeContact: "", note: "" },
    consignorEmail: "",
    ...({ carrierId, how: "geofence", state: "underway", loadedAt: at, followedAt: at } as const),
    precoolingMinutes: PRECOOLING.default,
  };
  const id = await insertTransport(ctx.tx, row, stops, []);
  await changeStop(ctx.tx, id, 0, { arrivedAt: at, departedAt: at });
  const precooling = await precoolingAt(ctx, await getTransport(ctx.tx, visibilityOf(ctx), id), at);
  await changeTransport(ctx.tx, id, { precooling });
  return getTransport(ctx.tx, visibilityOf(ctx), id);
}

/** What the audit trail has of a transport. */
export const auditedOf = ({ stops, lots, carrier, precooling, ...dto }: TransportDto) => {
  const { number, reference, state, consignor, consignorEmail, consignee, consigneeContact, note } = dto;
  return {
    ...{ number, reference, state, consignor, consignorEmail, consignee, consigneeContact, note },
    precoolingMinutes: dto.precoolingMinutes,
    carrierId: carrier.id,
    precooling: precooling?.state ?? null,
    stops: stops.map(({ geofenceName: _, carrier: by, ...stop }) => ({ ...stop, carrierId: by?.id ?? null })),
    lots: lots.map(({ number: lot }) => lot),
  };
};
