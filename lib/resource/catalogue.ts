import "server-only";
import type { z } from "zod";
import type { PERMISSIONS, PermissionSubject } from "@/lib/auth/permission-catalogue";
import type { Permission } from "@/lib/auth/permissions";
import type { Db } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "./by-id";
import type { ListQuery, Page } from "./list-query";

/** Whose audit chain tells of what belongs to no customer: that of the platform's own. */
export const PLATFORM_CUSTOMER_ID = 1;

/**
 * Where the rows of a reference list come from and go to. They belong to no customer, so there is no scope; `locale` is
 * the reader's language, for the names of what the product ships. `catalogueStore` makes one over a table.
 */
export type CatalogueStore<Dto, Input, Query> = {
  /** Names the operations (`unit.list`) and the rows of the audit trail. */
  readonly entity: string;
  find(db: Db, locale: string, query: Query): Promise<Page<Dto>>;
  get(db: Db, locale: string, id: number): Promise<Dto>;
  insert(tx: Db, locale: string, values: Input): Promise<Dto>;
  update(tx: Db, locale: string, id: number, values: Input): Promise<{ old: Dto; new: Dto }>;
  /** The row as it was. */
  remove(tx: Db, locale: string, id: number): Promise<Dto>;
};

type CatalogueAction = "view" | "new" | "edit" | "remove";

/** The subjects of the permissions that can be viewed, made, edited and removed; for another one this does not compile. */
type CatalogueSubject = {
  [S in PermissionSubject]: CatalogueAction extends (typeof PERMISSIONS)[S]["actions"][number] ? S : never;
}[PermissionSubject];

/**
 * The operations of a reference list of the whole installation: list, get, create, update, remove, as `crud` has them
 * for what belongs to customers. The audit rows go to the platform's chain.
 */
export function catalogue<Dto extends { id: number }, Input extends z.ZodObject, Query extends z.ZodType<ListQuery>>({
  subject,
  store,
  ...options
}: {
  subject: CatalogueSubject;
  listQuery: Query;
  input: Input;
  store: CatalogueStore<Dto, z.output<Input>, z.output<Query>>;
}) {
  const { entity } = store;
  const may = <A extends CatalogueAction>(action: A): Permission => `${action}${subject}`;
  // Zod cannot resolve the output of an object with a generic part; it is exactly this.
  const input = options.input as unknown as z.ZodType<z.output<Input>, z.input<Input>>;
  const identified = options.input.safeExtend(ById.shape) as unknown as z.ZodType<
    z.output<Input> & { id: number },
    z.input<Input> & { id: number }
  >;
  const audit = { entity, id: (dto: Dto) => dto.id };
  const customerId = PLATFORM_CUSTOMER_ID;

  return {
    list: defineOperation({
      name: `${entity}.list`,
      kind: "query",
      permission: may("view"),
      input: options.listQuery,
      run: ({ db, locale }, query): Promise<Page<Dto>> => store.find(db, locale, query),
    }),
    get: defineOperation({
      name: `${entity}.get`,
      kind: "query",
      permission: may("view"),
      input: ById,
      run: ({ db, locale }, { id }): Promise<Dto> => store.get(db, locale, id),
    }),
    create: defineOperation({
      name: `${entity}.create`,
      kind: "mutation",
      permission: may("new"),
      input,
      async run({ tx, locale, track }, values): Promise<Dto> {
        const made = await store.insert(tx, locale, values);
        track({ customerId, new: made });
        return made;
      },
      audit,
    }),
    update: defineOperation({
      name: `${entity}.update`,
      kind: "mutation",
      permission: may("edit"),
      input: identified,
      async run({ tx, locale, track }, { id, ...values }): Promise<Dto> {
        const changed = await store.update(tx, locale, id, values as never);
        track({ customerId, ...changed });
        return changed.new;
      },
      audit,
    }),
    remove: defineOperation({
      name: `${entity}.remove`,
      kind: "mutation",
      permission: may("remove"),
      input: ById,
      async run({ tx, locale, track }, { id }): Promise<Dto> {
        const removed = await store.remove(tx, locale, id);
        track({ customerId, old: removed });
        return removed;
      },
      audit,
    }),
  };
}
