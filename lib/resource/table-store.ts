import "server-only";
import { and, asc, count, desc, eq, type InferSelectModel, ilike, or, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { covers, type Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { Placed, Store } from "./crud";
import { containsPattern, type ListQuery } from "./list-query";

/** `customerId` and, for rows that stand at a node of the organisation tree, `sceneId` say whose a row is. */
type OwnedTable = PgTable & { id: PgColumn; customerId: PgColumn; sceneId?: PgColumn };

type Options<T extends OwnedTable, Dto, Query extends ListQuery> = {
  entity: string;
  table: T;
  /** The columns that `q` looks into. */
  search: readonly [PgColumn, ...PgColumn[]];
  /** Names are sorted without case: by `lower(name)`. */
  sort: Record<Query["sort"], PgColumn | SQL>;
  /** Filters that must equal a column; others need a `find` of their own. */
  filters: { [K in Exclude<keyof Query, keyof ListQuery>]-?: PgColumn };
  toDto: (row: InferSelectModel<T>) => Dto;
};

/**
 * A store over one table: every row it reads or changes lies inside the scope, and so does the place where a write
 * lands. Outside of it a row or a customer does not exist: NOT_FOUND.
 */
export function tableStore<
  T extends OwnedTable,
  Dto extends Placed & { id: number },
  Input extends Partial<Placed>,
  Query extends ListQuery,
>(options: Options<T, Dto, Query>): Store<Dto, Input, Query> {
  const { entity, table, toDto } = options;
  // Drizzle cannot resolve the columns of a generic table; its rows are those of the table all the same.
  const from = table as PgTable;
  const dto = (row: unknown): Dto => toDto(row as InferSelectModel<T>);
  const visible = (scope: Scope) => inScope(scope, table);
  const one = (rows: readonly unknown[], id: number): Dto => {
    if (rows.length === 0) throw notFound(entity, id);
    return dto(rows[0]);
  };

  return {
    entity,
    async find(db, scope, query) {
      const where = and(visible(scope), matching(options.search, query.q), ...equal(options.filters, query));
      const order = (query.dir === "asc" ? asc : desc)(options.sort[query.sort as Query["sort"]]);
      const rows = await db
        .select()
        .from(from)
        .where(where)
        .orderBy(order, asc(table.id))
        .limit(query.iDisplayLength)
        .offset(query.iDisplayStart);
      const [counted] = await db.select({ total: count() }).from(from).where(where);
      return { items: rows.map(dto), total: counted?.total ?? 0 };
    },
    async get(db, scope, id) {
      const rows = await db
        .select()
        .from(from)
        .where(and(eq(table.id, id), visible(scope)));
      return one(rows, id);
    },
    async insert(db, scope, values) {
      assertLanding(scope, values);
      const rows = await db
        .insert(from)
        .values(values as never)
        .returning();
      return dto(rows[0]);
    },
    async update(db, scope, id, values) {
      const place = and(eq(table.id, id), visible(scope));
      const old = one(await db.select().from(from).where(place).for("update"), id);
      assertLanding(scope, landing(old, values));
      const rows = await db
        .update(from)
        .set(values as never)
        .where(eq(table.id, id))
        .returning();
      return { old, new: dto(rows[0]) };
    },
    async remove(db, scope, id) {
      const place = and(eq(table.id, id), visible(scope));
      return one(await db.delete(from).where(place).returning(), id);
    },
  };
}

/** Where the row stands after the write: what is left open stays. */
function landing(old: Placed, { customerId, sceneId }: Partial<Placed>): Placed {
  return { customerId: customerId ?? old.customerId, sceneId: sceneId === undefined ? old.sceneId : sceneId };
}

function assertLanding(scope: Scope, { customerId, sceneId }: Placed): void {
  if (!covers(scope, { customerId, sceneId })) throw notFound("customer", customerId);
}

/** Whether any of the texts contains what was searched for. */
export const matching = (texts: readonly (PgColumn | SQL)[], q: string | undefined): SQL | undefined =>
  q ? or(...texts.map((text) => ilike(text as PgColumn, containsPattern(q)))) : undefined;

/** The filters of a query that are set, each as the equality of its column. */
export const equal = (filters: Record<string, PgColumn>, query: Record<string, unknown>): SQL[] =>
  Object.entries(filters).flatMap(([key, column]) => (query[key] === undefined ? [] : [eq(column, query[key])]));
