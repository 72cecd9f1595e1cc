import "server-only";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { requiredText } from "@/lib/validation/fields";
import { judgeLots } from "./exposure.service";
import { deleteLot, findByNumber, findLots, getLot, insertLot, lockLot, updateLot } from "./lot.data";
import {
  LotCreate,
  type LotDto,
  LotListQuery,
  type LotRowDto,
  LotUpdate,
  NUMBER_LENGTH,
  PlaceInput,
  TakeOutInput,
} from "./lot.schema";
import { placeLot, takeOutLot } from "./placement.service";

/** Lots with their outcomes. */
export async function withOutcomes(ctx: OperationContext, items: readonly LotDto[]): Promise<LotRowDto[]> {
  const judged = await judgeLots(
    ctx,
    items.map(({ id }) => id),
  );
  return items.flatMap((item) => {
    const one = judged.get(item.id);
    return one ? [{ ...item, outcome: one.outcome }] : [];
  });
}

/** Lists lots with the answer to whether they may be used. */
export const listLots = defineOperation({
  name: "lot.list",
  kind: "query",
  permission: "viewLot",
  input: LotListQuery,
  async run(ctx, query): Promise<Page<LotRowDto>> {
    const { items, total } = await findLots(ctx.db, visibilityOf(ctx), query);
    return { items: await withOutcomes(ctx, items), total };
  },
});

export const getOneLot = defineOperation({
  name: "lot.get",
  kind: "query",
  permission: "viewLot",
  input: ById,
  run: (ctx, { id }): Promise<LotDto> => getLot(ctx.db, visibilityOf(ctx), id),
});

/** Finds lots by the number that was scanned. */
export const findScannedLots = defineOperation({
  name: "lot.byNumber",
  kind: "query",
  permission: "viewLot",
  input: z.strictObject({ number: requiredText(NUMBER_LENGTH) }),
  run: (ctx, { number }): Promise<LotDto[]> => findByNumber(ctx.db, visibilityOf(ctx), number),
});

const auditedOf = ({
  customerName: _c,
  productName: _n,
  productCode: _p,
  carrier: _r,
  createdAt: _a,
  ...lot
}: LotDto) => lot;

/** Accounts of a sub-tree see lots by their carriers: a lot without a carrier would be outside their scope. */
function assertPlaced({ scope }: OperationContext, carrierId: number | null): void {
  if (scopeArrays(scope).sceneIds === null || carrierId !== null) return;
  const issue = { path: "carrierId", rule: "required", message: "required" };
  throw new AppError("INVALID", "carrierId: required", { issues: [issue] });
}

/** Creates a lot and, if a carrier is named, puts it there. */
export const createLot = defineOperation({
  name: "lot.create",
  kind: "mutation",
  permission: "newLot",
  input: LotCreate,
  async run(ctx, { carrierId, placedAt, ...values }): Promise<LotDto> {
    assertPlaced(ctx, carrierId);
    const made = await insertLot(ctx.tx, ctx.scope, values);
    const at = placedAt === null ? ctx.now : new Date(placedAt);
    if (carrierId !== null) await placeLot(ctx, made, { carrierId, at, how: "hand" });
    const dto = await getLot(ctx.tx, visibilityOf(ctx), made.id);
    ctx.audit({ customerId: made.customerId, new: { ...auditedOf(dto), carrierId } });
    return dto;
  },
  audit: { entity: "lot", id: ({ id }) => id },
});

export const updateOneLot = defineOperation({
  name: "lot.update",
  kind: "mutation",
  permission: "editLot",
  input: LotUpdate,
  async run(ctx, { version, ...values }): Promise<LotDto> {
    const { id } = values;
    const { customerId } = await lockLot(ctx.tx, ctx.scope, id);
    const old = await getLot(ctx.tx, visibilityOf(ctx), id);
    await assertVersion(ctx, { entity: "lot", id, version }, async () => old);
    await updateLot(ctx.tx, ctx.scope, customerId, values);
    const dto = await getLot(ctx.tx, visibilityOf(ctx), id);
    ctx.audit({ customerId, old: auditedOf(old), new: auditedOf(dto) });
    return dto;
  },
  audit: { entity: "lot", id: ({ id }) => id },
});

/** Deletes a lot that nobody has decided about; a decided one stays on record. */
export const removeLot = defineOperation({
  name: "lot.remove",
  kind: "mutation",
  permission: "removeLot",
  input: ById,
  async run(ctx, { id }): Promise<LotDto> {
    const { customerId } = await lockLot(ctx.tx, ctx.scope, id);
    const dto = await getLot(ctx.tx, visibilityOf(ctx), id);
    await deleteLot(ctx.tx, id);
    ctx.audit({ customerId, old: auditedOf(dto) });
    return dto;
  },
  audit: { entity: "lot", id: ({ id }) => id },
});

/** Puts a lot into a carrier, out of the one that it is in. */
export const placeOneLot = defineOperation({
  name: "lot.place",
  kind: "mutation",
  permission: "editLot",
  input: PlaceInput,
  async run(ctx, { id, carrierId, at, how }): Promise<LotDto> {
    const lot = await lockLot(ctx.tx, ctx.scope, id);
    const placedAt = at === undefined ? ctx.now : new Date(at);
    const { carrierName, from } = await placeLot(ctx, lot, { carrierId, at: placedAt, how });
    ctx.audit({
      customerId: lot.customerId,
      old: { carrierId: from },
      new: { carrierId, carrierName, placedAt: placedAt.toISOString(), how },
    });
    return getLot(ctx.tx, visibilityOf(ctx), id);
  },
  audit: { entity: "lot", id: ({ id }) => id },
});

/** Takes a lot out of its carrier. */
export const takeOutOneLot = defineOperation({
  name: "lot.takeOut",
  kind: "mutation",
  permission: "editLot",
  input: TakeOutInput,
  async run(ctx, { id, at }): Promise<LotDto> {
    const lot = await lockLot(ctx.tx, ctx.scope, id);
    const removedAt = at === undefined ? ctx.now : new Date(at);
    const carrierId = await takeOutLot(ctx, lot, removedAt);
    ctx.audit({
      customerId: lot.customerId,
      old: { carrierId },
      new: { carrierId: null, removedAt: removedAt.toISOString() },
    });
    return getLot(ctx.tx, visibilityOf(ctx), id);
  },
  audit: { entity: "lot", id: ({ id }) => id },
});

/** The id in the address of a window. Throws NOT_FOUND. */
export function idIn(search: Record<string, unknown>): number {
  const asked = ById.safeParse({ id: search.id });
  if (!asked.success) throw notFound("lot", String(search.id ?? ""));
  return asked.data.id;
}
