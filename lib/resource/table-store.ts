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

/** Whose a row is: its customer, and its node where it stands at one. */
export type Placed = { customerId: number; sceneId?: number | null };

/** What an input may say or leave open: for whom the row is, and where. */
type Destination = { customerId?: number | undefined; sceneId?: number | null | undefined };

/** `customerId` and, for rows that stand at a node of the organisation tree, `sceneId` say whose a row is. */
type OwnedTable = PgTable & { id: PgColumn; customerId: PgColumn; sceneId?: PgColumn };

type Options<T extends OwnedTable, Dto, Query extends ListQuery> = View<T, Dto, Query> & {
  entity: string;
  table: T;
  filters: Filters<Query>;
};

/**
 * A store over one table of what customers own: every row it reads or changes lies inside the scope, and so does the
 * place where a write lands. Outside of it a row or a customer does not exist: NOT_FOUND.
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
  return {
    ...rows,
    entity,
    customerOf: ({ customerId }) => customerId,
    async insert(ctx, values) {
      const place = resolveWriteTarget(ctx, values);
      await lockActiveCustomer(ctx.db, place.customerId);
      return rows.insert(ctx, { ...values, ...place } as Values<T>);
    },
    async update(ctx, id, values) {
      const { customerId } = values;
      if (customerId !== undefined && customerId !== (await rows.get(ctx, id)).customerId) {
        resolveWriteTarget(ctx, { customerId });
        await lockActiveCustomer(ctx.db, customerId);
      }
      return rows.change(ctx, id, (_row, old) => {
        resolveWriteTarget(ctx, { ...old, ...said(values) });
        return values as Values<T>;
      });
    },
  };
}

/** Of a destination what is not left open. */
const said = ({ customerId, sceneId }: Destination): Destination => ({
  ...(customerId !== undefined && { customerId }),
  ...(sceneId !== undefined && { sceneId }),
});

/**
 * Where a write lands: with the customer that the input names, else with the one whose data the actor works on. Throws
 * NOT_FOUND where that lies outside the scope, INVALID where nobody says whose the row is.
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
