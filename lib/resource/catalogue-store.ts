import "server-only";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Store, SwitchableStore } from "./crud";
import type { ListQuery } from "./list-query";
import { type Filters, type Row, tableRows, type Values, type View } from "./table-rows";

/** Whose audit chain tells of what belongs to no customer: that of the platform's own. */
export const PLATFORM_CUSTOMER_ID = 1;

/** A reference list of the whole installation: the product ships some rows, the platform adds others. */
type CatalogueTable = PgTable & { id: PgColumn; isShipped: PgColumn; customerId?: never };

type Options<T extends CatalogueTable, Dto, Input, Query extends ListQuery> = {
  entity: string;
  table: T;
  filters: Filters<Query>;
  /** In the reader's language, where the table leaves the names of shipped rows open. */
  view: (ctx: OperationContext) => View<T, Dto, Query> | Promise<View<T, Dto, Query>>;
  /** What is written; `old` is null for a new row. Throws what only the other rows can tell to be wrong. */
  toRow: (ctx: OperationContext, values: Input, old: Row<T> | null) => Promise<Values<T>>;
  /** Throws where a row has to stay; that shipped ones do is known. */
  assertRemovable: (ctx: OperationContext, row: Row<T>) => Promise<void>;
  /** The fields that stay as they are in a shipped row: others rely on them. */
  fixed: readonly (keyof Dto & keyof Input & string)[];
};

/** What the product ships stays as it is. `path` is the input's field. */
export const shippedError = (path: string) => conflict(path, "isShipped", "what the product ships stays as it is");

/** What is still offered is not taken away: it is switched off first (specification, section 5, "Deletion"). */
export const enabledError = () => conflict("id", "isEnabled", "it is switched on: switch it off first");

/** Another row has this value, which the database alone would not say of the field. */
export const takenError = (path: string) => conflict(path, "unique", "already exists");

/**
 * A store over one reference list. Its rows belong to no customer: who may read or write them is a question of
 * permissions alone, so no scope narrows it.
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
