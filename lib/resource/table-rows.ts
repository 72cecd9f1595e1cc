import "server-only";
import {
  and,
  asc,
  count,
  desc,
  eq,
  type InferInsertModel,
  type InferSelectModel,
  ilike,
  or,
  type SQL,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Changed } from "./crud";
import { containsPattern, type ListQuery, type Page } from "./list-query";

export type Row<T extends PgTable> = InferSelectModel<T>;
export type Values<T extends PgTable> = Partial<InferInsertModel<T>>;

/** How rows are searched, sorted and shown. */
export type View<T extends PgTable, Dto, Query extends ListQuery> = {
  /** The columns searched by `q`. */
  search: readonly (PgColumn | SQL)[];
  /** Names are sorted case-insensitively: by `lower(name)`. */
  sort: Record<Query["sort"], PgColumn | SQL>;
  toDto: (row: Row<T>) => Dto;
};

/** Filters by equality of a column; others need their own `find`. */
export type Filters<Query extends ListQuery> = { [K in Exclude<keyof Query, keyof ListQuery>]-?: PgColumn };

type Options<T extends PgTable, Dto, Query extends ListQuery> = {
  entity: string;
  table: T & { id: PgColumn };
  filters: Filters<Query>;
  /** Condition of the rows that the caller may see; undefined: all. */
  visible: (ctx: OperationContext) => SQL | undefined;
  view: (ctx: OperationContext) => View<T, Dto, Query> | Promise<View<T, Dto, Query>>;
};

/**
 * The SQL of a store over one table, for `tableStore` and `catalogueStore`: a page, one row, a locked row, and the
 * three writes. The stores decide what may be written.
 */
export function tableRows<T extends PgTable, Dto, Query extends ListQuery>(options: Options<T, Dto, Query>) {
  const { entity, table, filters, visible, view } = options;
  // Drizzle cannot resolve the columns of a generic table, although its rows are those of the table.
  const from = table as PgTable;
  const dtoOf = async (ctx: OperationContext, row: unknown): Promise<Dto> => (await view(ctx)).toDto(row as Row<T>);
  const place = (ctx: OperationContext, id: number) => and(eq(table.id, id), visible(ctx));
  const one = ([row]: readonly unknown[], id: number): Row<T> => {
    if (!row) throw notFound(entity, id);
    return row as Row<T>;
  };

  async function lock(ctx: OperationContext, id: number): Promise<{ row: Row<T>; old: Dto }> {
    const row = one(await ctx.db.select().from(from).where(place(ctx, id)).for("update"), id);
    return { row, old: await dtoOf(ctx, row) };
  }

  return {
    async find(ctx: OperationContext, query: Query): Promise<Page<Dto>> {
      const { search, sort, toDto } = await view(ctx);
      const where = and(visible(ctx), matching(search, query.q), ...equal(filters, query));
      const order = (query.dir === "asc" ? asc : desc)(sort[query.sort as Query["sort"]]);
      const rows = await ctx.db
        .select()
        .from(from)
        .where(where)
        .orderBy(order, asc(table.id))
        .limit(query.iDisplayLength)
        .offset(query.iDisplayStart);
      const [counted] = await ctx.db.select({ total: count() }).from(from).where(where);
      return { items: rows.map((row) => toDto(row as Row<T>)), total: counted?.total ?? 0 };
    },
    async get(ctx: OperationContext, id: number): Promise<Dto> {
      return dtoOf(ctx, one(await ctx.db.select().from(from).where(place(ctx, id)), id));
    },
    lock,
    async insert(ctx: OperationContext, values: Values<T>): Promise<Dto> {
      const [made] = await ctx.db
        .insert(from)
        .values(values as never)
        .returning();
      return dtoOf(ctx, made);
    },
    /** Locks the row and writes the result of `next`. */
    async change(
      ctx: OperationContext,
      id: number,
      next: (row: Row<T>, old: Dto) => Values<T> | Promise<Values<T>>,
    ): Promise<Changed<Dto>> {
      const { row, old } = await lock(ctx, id);
      const [changed] = await ctx.db
        .update(from)
        .set((await next(row, old)) as never)
        .where(eq(table.id, id))
        .returning();
      return { old, new: await dtoOf(ctx, changed) };
    },
    async remove(ctx: OperationContext, id: number): Promise<Dto> {
      return dtoOf(ctx, one(await ctx.db.delete(from).where(place(ctx, id)).returning(), id));
    },
  };
}

/** Whether any of the texts contains the search text. */
const matching = (texts: readonly (PgColumn | SQL)[], q: string | undefined): SQL | undefined =>
  q ? or(...texts.map((text) => ilike(text as PgColumn, containsPattern(q)))) : undefined;

/** The set filters of a query as equality conditions. */
const equal = (filters: Record<string, PgColumn>, query: Record<string, unknown>): SQL[] =>
  Object.entries(filters).flatMap(([key, column]) => (query[key] === undefined ? [] : [eq(column, query[key])]));
