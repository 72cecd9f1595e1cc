import "server-only";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { scene, statisticsDefinition } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { covers } from "@/lib/auth/scope";
import { inScope, ofCustomers } from "@/lib/auth/scope-filter";
import { conflict, notFound } from "@/lib/errors";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import type { Store } from "@/lib/resource/crud";
import { tableRows } from "@/lib/resource/table-rows";
import {
  type DefinitionDto,
  type DefinitionInput,
  type DefinitionListQuery,
  StoredSelection,
} from "./definition.schema";

const ENTITY = "statisticsDefinition";

const userOf = ({ actor }: OperationContext): number | null => (actor.type === "user" ? actor.principal.user.id : null);

/** The customer's shared definitions, also for accounts bound to nodes, and the user's own. */
const visible = (ctx: OperationContext) => {
  const userId = userOf(ctx);
  return and(
    ofCustomers(ctx.scope, statisticsDefinition.customerId),
    or(isNull(statisticsDefinition.userId), userId === null ? undefined : eq(statisticsDefinition.userId, userId)),
  );
};

/** Throws NOT_FOUND for a shared definition if the account does not see the whole customer. */
function assertWritable({ scope }: OperationContext, customerId: number, owner: DefinitionInput["owner"]): void {
  if (owner === "customer" && !covers(scope, { customerId })) throw notFound("customer", customerId);
}

const rows = tableRows<typeof statisticsDefinition, DefinitionDto, DefinitionListQuery>({
  entity: ENTITY,
  table: statisticsDefinition,
  filters: {},
  visible,
  view: () => ({
    search: [statisticsDefinition.name],
    sort: { name: sql`lower(${statisticsDefinition.name})`, createdAt: statisticsDefinition.createdAt },
    toDto: ({ id, customerId, userId, name, selection, createdAt, version }) => ({
      id,
      customerId,
      name,
      owner: userId === null ? ("customer" as const) : ("own" as const),
      ...StoredSelection.parse(selection),
      createdAt: createdAt.toISOString(),
      version,
    }),
  }),
});

/** The row of an input; those of a key are the customer's. Throws CONFLICT for a place outside the scope. */
async function valuesOf(ctx: OperationContext, { name, owner, ...selection }: DefinitionInput) {
  if (selection.sceneId !== null) {
    const [place] = await ctx.db
      .select({ id: scene.id })
      .from(scene)
      .where(
        and(eq(scene.id, selection.sceneId), inScope(ctx.scope, { customerId: scene.customerId, sceneId: scene.id })),
      );
    if (!place) throw conflict("sceneId", "reference", "there is no such place");
  }
  return { name, userId: owner === "own" ? userOf(ctx) : null, selection };
}

/** Saved selections: of a user, or of a customer. */
export const definitionStore: Store<DefinitionDto, DefinitionInput, DefinitionListQuery> = {
  ...rows,
  entity: ENTITY,
  customerOf: ({ customerId }) => customerId,
  async insert(ctx, values) {
    const customerId = workingCustomer(ctx);
    if (customerId === undefined) throw notFound("customer", 0);
    assertWritable(ctx, customerId, values.owner);
    await lockActiveCustomer(ctx.db, customerId);
    return rows.insert(ctx, { customerId, ...(await valuesOf(ctx, values)) });
  },
  update: (ctx, id, values) =>
    rows.change(ctx, id, (row, old) => {
      assertWritable(ctx, row.customerId, old.owner);
      assertWritable(ctx, row.customerId, values.owner);
      return valuesOf(ctx, values);
    }),
  async remove(ctx, id) {
    const { old } = await rows.lock(ctx, id);
    assertWritable(ctx, old.customerId, old.owner);
    return rows.remove(ctx, id);
  },
};
