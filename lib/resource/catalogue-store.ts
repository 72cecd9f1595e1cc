import "server-only";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Store, SwitchableStore } from "./crud";
import type { ListQuery } from "./list-query";
import { type Filters, type Row, tableRows, type Values, type View } from "./table-rows";

/** Records without a customer are audited in the chain of the platform's own customer. */
export const PLATFORM_CUSTOMER_ID = 1;

/** A reference list of the whole installation: some rows are seeded, others added by the platform. */
type CatalogueTable = PgTable & { id: PgColumn; isShipped: PgColumn; customerId?: never };

type Options<T extends CatalogueTable, Dto, Input, Query extends ListQuery> = {
  entity: string;
  table: T;
  filters: Filters<Query>;
  /** In the user's locale, where the table has no names for seeded rows. */
  view: (ctx: OperationContext) => View<T, Dto, Query> | Promise<View<T, Dto, Query>>;
  /** The row to write; `old` is null for a new one. Throws on conflicts with other rows. */
  toRow: (ctx: OperationContext, values: Input, old: Row<T> | null) => Promise<Values<T>>;
  /** Throws if a row must not be removed; seeded rows are checked already. */
  assertRemovable: (ctx: OperationContext, row: Row<T>) => Promise<void>;
  /** Fields that cannot be changed in a seeded row, because other code relies on them. */
  fixed: readonly (keyof Dto & keyof Input & string)[];
};

/** Refuses a change of a seeded row. `path` is the input's field. */
export const shippedError = (path: string) => conflict(path, "isShipped", "what the product ships stays as it is");

/** An enabled row cannot be deleted: it must be disabled first (specification, section 5, "Deletion"). */
export const enabledError = () => conflict("id", "isEnabled", "it is switched on: switch it off first");

/** Another row has this value; for conflicts that the database would not attribute to the field. */
export const takenError = (path: string) => conflict(path, "unique", "already exists");

/**
 * A store over one reference list. Its rows belong to no customer, so access depends on permissions alone, not on
 * scope.
 */
export function catalogueStore<
  T extends CatalogueTable,
  Dto extends { id: number; isShipped: boolean },
  Input extends Record<string, unknown>,
  Query extends ListQuery,
>(options: Options<T, Dto, Input, Query>): Store<Dto, Input, Query> & SwitchableStore<Dto> {
  const { entity, toRow, assertRemovable, fixed } = options;
  const rows = tableRows<T, Dto, Query>({ ...options, visible: () => undefined });
  return {
    ...rows,
    entity,
    customerOf: () => PLATFORM_CUSTOMER_ID,
    insert: async (ctx, values) => rows.insert(ctx, await toRow(ctx, values, null)),
    update: (ctx, id, values) =>
      rows.change(ctx, id, (row, old) => {
        const moved = old.isShipped && fixed.find((field) => (values[field] as unknown) !== old[field]);
        if (moved) throw shippedError(moved);
        return toRow(ctx, values, row);
      }),
    switch: (ctx, id, isEnabled) => rows.change(ctx, id, () => ({ isEnabled }) as unknown as Values<T>),
    async remove(ctx, id) {
      const { row, old } = await rows.lock(ctx, id);
      if (old.isShipped) throw shippedError("id");
      await assertRemovable(ctx, row);
      return rows.remove(ctx, id);
    },
  };
}
