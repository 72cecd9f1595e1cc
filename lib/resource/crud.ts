import "server-only";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import type { PERMISSIONS, PermissionSubject } from "@/lib/auth/permission-catalogue";
import type { Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById, VersionedId } from "./by-id";
import type { ListQuery, Page } from "./list-query";

/** A row before a change and after it. */
export type Changed<Dto> = { old: Dto; new: Dto };

/**
 * Data access of an entity. Every call gets the operation's context: `db` (in a mutation its transaction), `scope`,
 * `actor`, `locale`. Rows out of scope do not exist: NOT_FOUND, also for the target of a write. `tableStore` creates a
 * store for data of customers, `catalogueStore` for a reference list.
 */
export type Store<Dto, Input, Query> = {
  /** Names the operations (`zone.list`) and the audit rows. */
  readonly entity: string;
  /** The customer in whose chain a row is audited. */
  customerOf(row: Dto): number;
  find(ctx: OperationContext, query: Query): Promise<Page<Dto>>;
  get(ctx: OperationContext, id: number): Promise<Dto>;
  /** The record as its update takes it, if that differs from how it is answered. */
  inputOf?(row: Dto): object;
  insert(ctx: OperationContext, values: Input): Promise<Dto>;
  /**
   * Locks the customer that an update would move a row to, before the row itself is locked: the order is the same
   * everywhere (`lib/auth/lock-customer.ts`).
   */
  lockTarget?(ctx: OperationContext, id: number, values: Input): Promise<void>;
  update(ctx: OperationContext, id: number, values: Input): Promise<Changed<Dto>>;
  /** Returns the deleted row. */
  remove(ctx: OperationContext, id: number): Promise<Dto>;
};

export type CrudAction = "view" | "new" | "edit" | "remove";

/** The subjects that can be viewed, created, edited and removed; with any other, `crud` is a type error. */
export type CrudSubject = {
  [S in PermissionSubject]: CrudAction extends (typeof PERMISSIONS)[S]["actions"][number] ? S : never;
}[PermissionSubject];

const may = <A extends CrudAction>(action: A, subject: CrudSubject): Permission => `${action}${subject}`;

/**
 * The operations of a plain entity: list, get, create, update, remove, with the subject's permissions and an audit row
 * of the old and new values. To customise an entity, replace one of them: `{ ...crud(x), create: register }`.
 */
export function crud<
  Dto extends { id: number },
  Input extends z.ZodObject,
  Query extends z.ZodType<ListQuery>,
>(options: {
  subject: CrudSubject;
  listQuery: Query;
  /** The fields of the form. */
  input: Input;
  store: Store<Dto, z.output<Input>, z.output<Query>>;
}) {
  const { subject, store } = options;
  const { entity, customerOf } = store;
  // Zod cannot infer the output of an object with a generic part; it is exactly this.
  const input = options.input as unknown as z.ZodType<z.output<Input>, z.input<Input>>;
  const identified = options.input.safeExtend(VersionedId.shape) as unknown as z.ZodType<
    z.output<Input> & { id: number; version?: number },
    z.input<Input> & { id: number; version?: number }
  >;
  const audit = { entity, id: (dto: Dto) => dto.id };

  return {
    list: defineOperation({
      name: `${entity}.list`,
      kind: "query",
      permission: may("view", subject),
      input: options.listQuery,
      run: (ctx, query): Promise<Page<Dto>> => store.find(ctx, query),
    }),
    get: defineOperation({
      name: `${entity}.get`,
      kind: "query",
      permission: may("view", subject),
      input: ById,
      run: (ctx, { id }): Promise<Dto> => store.get(ctx, id),
    }),
    create: defineOperation({
      name: `${entity}.create`,
      kind: "mutation",
      permission: may("new", subject),
      input,
      async run(ctx, values): Promise<Dto> {
        const made = await store.insert(ctx, values);
        ctx.audit({ customerId: customerOf(made), new: made });
        return made;
      },
      audit,
    }),
    update: defineOperation({
      name: `${entity}.update`,
      kind: "mutation",
      permission: may("edit", subject),
      input: identified,
      async run(ctx, { id, version, ...values }): Promise<Dto> {
        await store.lockTarget?.(ctx, id, values as never);
        await assertVersion(ctx, { entity, id, version }, async () => {
          const row = await store.get(ctx, id);
          return store.inputOf?.(row) ?? row;
        });
        const changed = await store.update(ctx, id, values as never);
        ctx.audit({ customerId: customerOf(changed.new), ...changed });
        return changed.new;
      },
      audit,
    }),
    remove: defineOperation({
      name: `${entity}.remove`,
      kind: "mutation",
      permission: may("remove", subject),
      input: ById,
      async run(ctx, { id }): Promise<Dto> {
        const removed = await store.remove(ctx, id);
        ctx.audit({ customerId: customerOf(removed), old: removed });
        return removed;
      },
      audit,
    }),
  };
}

/** A store whose rows can be enabled and disabled outside their form. */
export type SwitchableStore<Dto> = Pick<Store<Dto, never, never>, "entity" | "customerOf"> & {
  switch(ctx: OperationContext, id: number, isEnabled: boolean): Promise<Changed<Dto>>;
};

/** The operation of a row's switch, `{ isEnabled }`; requires edit permission. Used in addition to those of `crud`. */
export function switching<Dto extends { id: number }>({
  subject,
  store,
}: {
  subject: CrudSubject;
  store: SwitchableStore<Dto>;
}) {
  const { entity, customerOf } = store;
  return defineOperation({
    name: `${entity}.switch`,
    kind: "mutation",
    permission: may("edit", subject),
    input: z.strictObject({ ...ById.shape, isEnabled: z.boolean() }),
    async run(ctx, { id, isEnabled }): Promise<Dto> {
      const changed = await store.switch(ctx, id, isEnabled);
      ctx.audit({ customerId: customerOf(changed.new), ...changed });
      return changed.new;
    },
    audit: { entity, id: ({ id }) => id },
  });
}
