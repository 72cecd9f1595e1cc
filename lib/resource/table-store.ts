import "server-only";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { covers } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { AppError, notFound } from "@/lib/errors";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import type { Store } from "./crud";
import type { ListQuery } from "./list-query";
import { type Filters, tableRows, type Values, type View } from "./table-rows";

/** Owner of a row: its customer, and its node if it has one. */
export type Placed = { customerId: number; sceneId?: number | null };

/** Optional owner in an input: customer and node. */
type Destination = { customerId?: number | undefined; sceneId?: number | null | undefined };

/** `customerId` and, for rows of a node of the organisation tree, `sceneId` are the owner. */
type OwnedTable = PgTable & { id: PgColumn; customerId: PgColumn; sceneId?: PgColumn };

type Options<T extends OwnedTable, Dto, Query extends ListQuery> = View<T, Dto, Query> & {
  entity: string;
  table: T;
  filters: Filters<Query>;
};

/**
 * A store over one table of customers' data: every row that it reads or changes is in scope, and so is the target of a
 * write. A row or customer out of scope does not exist: NOT_FOUND.
 */
export function tableStore<
  T extends OwnedTable,
  Dto extends Placed & { id: number },
  Input extends Destination,
  Query extends ListQuery,
>({ entity, table, filters, ...view }: Options<T, Dto, Query>): Store<Dto, Input, Query> {
  const rows = tableRows<T, Dto, Query>({
    entity,
    table,
    filters,
    visible: ({ scope }) => inScope(scope, table),
    view: () => view,
  });
  const lockTarget = async (ctx: OperationContext, id: number, { customerId }: Input) => {
    if (customerId === undefined || customerId === (await rows.get(ctx, id)).customerId) return;
    resolveWriteTarget(ctx, { customerId });
    await lockActiveCustomer(ctx.db, customerId);
  };
  return {
    ...rows,
    entity,
    customerOf: ({ customerId }) => customerId,
    lockTarget,
    async insert(ctx, values) {
      const place = resolveWriteTarget(ctx, values);
      await lockActiveCustomer(ctx.db, place.customerId);
      return rows.insert(ctx, { ...values, ...place } as Values<T>);
    },
    async update(ctx, id, values) {
      await lockTarget(ctx, id, values);
      return rows.change(ctx, id, (_row, old) => {
        resolveWriteTarget(ctx, { ...old, ...said(values) });
        return values as Values<T>;
      });
    },
  };
}

/** The fields of a destination that are set. */
const said = ({ customerId, sceneId }: Destination): Destination => ({
  ...(customerId !== undefined && { customerId }),
  ...(sceneId !== undefined && { sceneId }),
});

/**
 * The target of a write: the input's customer, else the one whose data the actor works on. Throws NOT_FOUND if it is
 * out of scope, INVALID if neither is known.
 */
export function resolveWriteTarget(
  ctx: OperationContext,
  { customerId = workingCustomer(ctx), sceneId }: Destination,
): Placed {
  if (customerId === undefined) {
    const issue = { path: "customerId", rule: "required", message: "required" };
    throw new AppError("INVALID", "customerId: required", { issues: [issue] });
  }
  if (!covers(ctx.scope, { customerId, sceneId })) throw notFound("customer", customerId);
  return sceneId === undefined ? { customerId } : { customerId, sceneId };
}
