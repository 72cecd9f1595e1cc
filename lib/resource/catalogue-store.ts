import "server-only";
import { and, asc, count, desc, eq, type InferInsertModel, type InferSelectModel, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { AppError, notFound } from "@/lib/errors";
import type { Db } from "@/lib/operation/context";
import type { CatalogueStore } from "./catalogue";
import type { ListQuery } from "./list-query";
import type { Names } from "./standard-names";
import { equal, matching } from "./table-store";

/** A reference list of the whole installation: the product ships some rows, the platform adds others. */
type CatalogueTable = PgTable & { id: PgColumn; isShipped: PgColumn };

type Options<T extends CatalogueTable, Dto, Input, Query extends ListQuery> = {
  entity: string;
  table: T;
  /** The names of shipped rows in the reader's language, where the table leaves them open. */
  names: (locale: string) => Promise<Names>;
  /** What `q` looks into. */
  search: (names: Names) => readonly (PgColumn | SQL)[];
  /** Names are sorted without case: by `lower(name)`. */
  sort: (names: Names) => Record<Query["sort"], PgColumn | SQL>;
  /** Filters that must equal a column. */
  filters: { [K in Exclude<keyof Query, keyof ListQuery>]-?: PgColumn };
  toDto: (row: Row<T>, names: Names) => Dto;
  /** What is written; `old` is null for a new row. Throws what only the other rows can tell to be wrong. */
  toRow: (tx: Db, values: Input, old: Row<T> | null) => Promise<Partial<InferInsertModel<T>>>;
  /** Throws where a row has to stay; that shipped ones do is known. */
  assertRemovable: (tx: Db, row: Row<T>) => Promise<void>;
  /** The fields that stay as they are in a shipped row: others rely on them. */
  fixed: readonly (keyof Dto & keyof Input & string)[];
};

type Row<T extends CatalogueTable> = InferSelectModel<T>;
/** What to write, from the locked row. */
type Next<T extends CatalogueTable, Dto> = (
  row: Row<T>,
  old: Dto,
) => Promise<Partial<InferInsertModel<T>>> | Partial<InferInsertModel<T>>;

type ChangeableStore<T extends CatalogueTable, Dto, Input, Query> = CatalogueStore<Dto, Input, Query> & {
  /** Writes some fields of a row; for what is no form. */
  change(tx: Db, locale: string, id: number, next: Next<T, Dto>): Promise<{ old: Dto; new: Dto }>;
};

/** What the product ships stays as it is. `path` is the input's field. */
export function shippedError(path: string): AppError {
  const message = "what the product ships stays as it is";
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "isShipped", message }] });
}

/** What is still offered is not taken away: it is switched off first (specification, section 5, "Deletion"). */
export function enabledError(): AppError {
  const message = "it is switched on: switch it off first";
  return new AppError("CONFLICT", `id: ${message}`, { issues: [{ path: "id", rule: "isEnabled", message }] });
}

/**
 * A store over one reference list. Its rows belong to no customer: who may read or write them is a question of
 * permissions alone, so it takes no scope.
 */
export function catalogueStore<
  T extends CatalogueTable,
  Dto extends { id: number; isShipped: boolean },
  Input extends Record<string, unknown>,
  Query extends ListQuery,
>(options: Options<T, Dto, Input, Query>): ChangeableStore<T, Dto, Input, Query> {
  const { entity, table, names } = options;
  // Drizzle cannot resolve the columns of a generic table; its rows are those of the table all the same.
  const from = table as PgTable;
  const dto = async (row: unknown, locale: string): Promise<Dto> => options.toDto(row as Row<T>, await names(locale));

  async function locked(tx: Db, id: number) {
    const [row] = await tx.select().from(from).where(eq(table.id, id)).for("update");
    if (!row) throw notFound(entity, id);
    return row as Row<T>;
  }

  async function change(tx: Db, locale: string, id: number, next: Next<T, Dto>) {
    const row = await locked(tx, id);
    const old = await dto(row, locale);
    const [changed] = await tx
      .update(from)
      .set((await next(row, old)) as never)
      .where(eq(table.id, id))
      .returning();
    return { old, new: await dto(changed, locale) };
  }

  return {
    entity,
    change,
    async find(db, locale, query) {
      const words = await names(locale);
      const where = and(matching(options.search(words), query.q), ...equal(options.filters, query));
      const order = (query.dir === "asc" ? asc : desc)(options.sort(words)[query.sort as Query["sort"]]);
      const rows = await db
        .select()
        .from(from)
        .where(where)
        .orderBy(order, asc(table.id))
        .limit(query.iDisplayLength)
        .offset(query.iDisplayStart);
      const [counted] = await db.select({ total: count() }).from(from).where(where);
      return {
        items: rows.map((row) => options.toDto(row as Row<T>, words)),
        total: counted?.total ?? 0,
      };
    },
    async get(db, locale, id) {
      const [row] = await db.select().from(from).where(eq(table.id, id));
      if (!row) throw notFound(entity, id);
      return dto(row, locale);
    },
    async insert(tx, locale, values) {
      const row = await options.toRow(tx, values, null);
      const [made] = await tx
        .insert(from)
        .values(row as never)
        .returning();
      return dto(made, locale);
    },
    update(tx, locale, id, values) {
      return change(tx, locale, id, (row, old) => {
        const moved = old.isShipped && options.fixed.find((field) => (values[field] as unknown) !== old[field]);
        if (moved) throw shippedError(moved);
        return options.toRow(tx, values, row);
      });
    },
    async remove(tx, locale, id) {
      const row = await locked(tx, id);
      const removed = await dto(row, locale);
      if (removed.isShipped) throw shippedError("id");
      await options.assertRemovable(tx, row);
      await tx.delete(from).where(eq(table.id, id));
      return removed;
    },
  };
}
