import "server-only";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { writeAudit } from "@/lib/audit/write-audit";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { VersionedId } from "@/lib/resource/by-id";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findChoices, findCustomers, forwardStore, withCustomers } from "./forward.data";
import {
  type ForwardChoice,
  type ForwardDto,
  ForwardInput,
  ForwardListQuery,
  ForwardRemoveInput,
  type ForwardRowDto,
} from "./forward.schema";
import { findStates } from "./state/data";

async function withStates(ctx: OperationContext, page: Page<ForwardDto>): Promise<Page<ForwardRowDto>> {
  const { items, total } = await withCustomers(ctx.db, page);
  const states = await findStates(ctx.db, items, ctx.now);
  return { items: items.flatMap((item) => rowOf(item, states)), total };
}

type Known = ForwardDto & { customerName: string };

const rowOf = (item: Known, states: Awaited<ReturnType<typeof findStates>>): ForwardRowDto[] => {
  const state = states.get(item.id);
  return state ? [{ ...item, state }] : [];
};

/** A page of targets with their states. The caller checks the permission. */
export const listForwardSets = async (ctx: OperationContext, query: ForwardListQuery): Promise<Page<ForwardRowDto>> =>
  withStates(ctx, await forwardStore.find(ctx, query));

const list = defineOperation({
  name: "forwardSet.list",
  kind: "query",
  permission: "viewForwardSet",
  input: ForwardListQuery,
  run: listForwardSets,
});

/** Forwarding targets. */
export const forwardSets = {
  ...crud({ subject: "ForwardSet", listQuery: ForwardListQuery, input: ForwardInput, store: forwardStore }),
  list,
};

/** A field that may be absent; what its own default would be is kept from the record. */
const withoutDefault = (field: z.ZodType) =>
  (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional();

const FIELDS = Object.keys(ForwardInput.shape) as (keyof ForwardInput)[];

/** The update as the older API has it: what is not sent stays as it is. Throws the issues of the whole record. */
export const changeForwardSet = defineOperation({
  name: "forwardSet.change",
  kind: "mutation",
  permission: "editForwardSet",
  input: z.strictObject({
    ...(Object.fromEntries(
      FIELDS.map((field) => [field, withoutDefault(ForwardInput.shape[field])]),
    ) as unknown as Record<keyof ForwardInput, z.ZodOptional>),
    ...VersionedId.shape,
  }),
  async run(ctx, { id, version, ...sent }): Promise<ForwardDto> {
    await assertVersion(ctx, { entity: "forwardSet", id, version }, () => forwardStore.get(ctx, id));
    const old: Partial<Record<string, unknown>> = await forwardStore.get(ctx, id);
    const kept = Object.fromEntries(FIELDS.filter((field) => field in old).map((field) => [field, old[field]]));
    const changed = await forwardStore.update(ctx, id, ForwardInput.parse({ ...kept, ...sent }));
    ctx.audit({ customerId: changed.new.customerId, ...changed });
    return changed.new;
  },
  audit: { entity: "forwardSet", id: ({ id }) => id },
});

export const switchForwardSet = switching({ subject: "ForwardSet", store: forwardStore });

/** Adds the path of a row in a batch to its error. */
function at(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const issues = error.details.issues ?? [{ path, rule: "reference", message: error.message }];
  return new AppError(error.code, `${path}: ${error.message}`, { issues: issues.map((issue) => ({ ...issue, path })) });
}

/** Removes targets, all or none. */
export const removeForwardSets = defineOperation({
  name: "forwardSet.removeBatch",
  kind: "mutation",
  permission: "removeForwardSet",
  input: ForwardRemoveInput,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    let customerId: number | undefined;
    // In a fixed order, so that concurrent batches wait for each other and never deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const old = await forwardStore.remove(ctx, id).catch((error: unknown) => {
        throw at(error, `ids.${ids.indexOf(id)}`);
      });
      customerId ??= old.customerId;
      const row = { operation: "forwardSet.remove", entity: "forwardSet", entityId: String(id) };
      await writeAudit(ctx.tx, ctx, { ...row, customerId: old.customerId, old });
    }
    ctx.audit({ ...(customerId !== undefined && { customerId }) });
    return { ids };
  },
  audit: { entity: "forwardSetBatch", id: ({ ids }) => ids.join(",") },
});

/** Lists the targets for selection. */
export const lookUpForwardSets = defineOperation({
  name: "forwardSet.lookUp",
  kind: "query",
  permission: "viewForwardSet",
  input: z.object({}),
  run: ({ db, scope }): Promise<ForwardChoice[]> => findChoices(db, scope),
});

/** Data of the list page, with the account's rights. */
export async function loadForwardScreen(ctx: PageContext) {
  const view = await loadList(ctx, list);
  // With a single customer its name is omitted.
  const isOfSeveral = ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1;
  const customers = isOfSeveral ? await findCustomers(ctx.db, ctx.scope) : [];
  return { ...view, rights: recordRights(ctx, "ForwardSet"), customers, customerId: ctx.principal.customer.id };
}
