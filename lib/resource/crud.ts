import "server-only";
import type { z } from "zod";
import type { PERMISSIONS, PermissionSubject } from "@/lib/auth/permission-catalogue";
import type { Permission } from "@/lib/auth/permissions";
import type { Scope } from "@/lib/auth/scope";
import { type Db, type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "./by-id";
import type { ListQuery, Page } from "./list-query";

/** Whose a row is: its customer, and its node where it stands at one. */
export type Placed = { customerId: number; sceneId?: number | null };

/**
 * Where the rows of an entity come from and go to. Every call stays inside the scope and throws NOT_FOUND for what lies
 * outside, also for the place where a write lands. `tableStore` makes one over a table.
 */
export type Store<Dto, Input, Query> = {
  /** Names the operations (`zone.list`) and the rows of the audit trail. */
  readonly entity: string;
  find(db: Db, scope: Scope, query: Query): Promise<Page<Dto>>;
  get(db: Db, scope: Scope, id: number): Promise<Dto>;
  insert(db: Db, scope: Scope, values: Input & Placed): Promise<Dto>;
  update(db: Db, scope: Scope, id: number, values: Input): Promise<{ old: Dto; new: Dto }>;
  /** The row as it was. */
  remove(db: Db, scope: Scope, id: number): Promise<Dto>;
};

type CrudAction = "view" | "new" | "edit" | "remove";

/** The subjects of the catalogue that can be viewed, made, edited and removed; for another one `crud` does not compile. */
type CrudSubject = {
  [S in PermissionSubject]: CrudAction extends (typeof PERMISSIONS)[S]["actions"][number] ? S : never;
}[PermissionSubject];

/** What an input must let its sender say or leave open: for whom the row is. */
type Destination = { customerId?: number | undefined };

/** Where a new row lands unless the input says so: with the customer whose data the actor works on. */
function placeOf(ctx: OperationContext, { customerId = workingCustomer(ctx) }: Destination): { customerId?: number } {
  return customerId === undefined ? {} : { customerId };
}

/**
 * The operations of a plain entity: list, get, create, update, remove, with the subject's permissions and an audit row
 * of the old and new values. What is special about an entity replaces one of them: `{ ...crud(x), create: register }`.
 */
export function crud<
  Dto extends Placed & { id: number },
  Input extends z.ZodObject,
  Query extends z.ZodType<ListQuery>,
>(options: {
  subject: CrudSubject;
  listQuery: Query;
  /** The fields of the form; `customerId` must be among them, optional, for those who work for several customers. */
  input: Input & z.ZodType<Destination>;
  store: Store<Dto, z.output<Input>, z.output<Query>>;
}) {
  const { subject, store } = options;
  const { entity } = store;
  const may = <A extends CrudAction>(action: A): Permission => `${action}${subject}`;
  // Zod cannot resolve the output of an object with a generic part; it is exactly this.
  const input = options.input as unknown as z.ZodType<z.output<Input> & Destination, z.input<Input>>;
  const identified = options.input.safeExtend(ById.shape) as unknown as z.ZodType<
    z.output<Input> & { id: number },
    z.input<Input> & { id: number }
  >;
  const audit = { entity, id: (dto: Dto) => dto.id };

  return {
    list: defineOperation({
      name: `${entity}.list`,
      kind: "query",
      permission: may("view"),
      input: options.listQuery,
      run: ({ db, scope }, query): Promise<Page<Dto>> => store.find(db, scope, query),
    }),
    get: defineOperation({
      name: `${entity}.get`,
      kind: "query",
      permission: may("view"),
      input: ById,
      run: ({ db, scope }, { id }): Promise<Dto> => store.get(db, scope, id),
    }),
    create: defineOperation({
      name: `${entity}.create`,
      kind: "mutation",
      permission: may("new"),
      input,
      async run(ctx, values): Promise<Dto> {
        const made = await store.insert(ctx.tx, ctx.scope, { ...values, ...placeOf(ctx, values) } as never);
        ctx.track({ customerId: made.customerId, new: made });
        return made;
      },
      audit,
    }),
    update: defineOperation({
      name: `${entity}.update`,
      kind: "mutation",
      permission: may("edit"),
      input: identified,
      async run({ tx, scope, track }, { id, ...values }): Promise<Dto> {
        const changed = await store.update(tx, scope, id, values as never);
        track({ customerId: changed.new.customerId, ...changed });
        return changed.new;
      },
      audit,
    }),
    remove: defineOperation({
      name: `${entity}.remove`,
      kind: "mutation",
      permission: may("remove"),
      input: ById,
      async run({ tx, scope, track }, { id }): Promise<Dto> {
        const removed = await store.remove(tx, scope, id);
        track({ customerId: removed.customerId, old: removed });
        return removed;
      },
      audit,
    }),
  };
}
