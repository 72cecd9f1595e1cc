import "server-only";
import { assertAlarmable } from "@/features/alarm/condition/limit-consistency.service";
import { lookUpUnits } from "@/features/unit/operations";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { lookUpZonePresets, zonePresets } from "./preset/operations";
import { findBoundCarriers, findCustomers, withCarriers, zoneStore } from "./zone.data";
import {
  type BoundCarrierDto,
  BoundCarrierQuery,
  type ZoneDto,
  ZoneInput,
  ZoneListQuery,
  ZoneRemoveInput,
  type ZoneRowDto,
} from "./zone.schema";

const list = defineOperation({
  name: "zone.list",
  kind: "query",
  permission: "viewDataZone",
  input: ZoneListQuery,
  run: async (ctx, query): Promise<Page<ZoneRowDto>> => withCarriers(ctx.db, await zoneStore.find(ctx, query)),
});

const alarmable = async (ctx: OperationContext, made: ZoneDto): Promise<ZoneDto> => {
  await assertAlarmable(ctx.db, made.customerId, [{ ...made, place: "" }]);
  return made;
};

/** Ranges with validation on saving: a value out of range must be able to raise an alarm. */
const store: typeof zoneStore = {
  ...zoneStore,
  insert: async (ctx, values) => alarmable(ctx, await zoneStore.insert(ctx, values)),
  async update(ctx, id, values) {
    const changed = await zoneStore.update(ctx, id, values);
    await alarmable(ctx, changed.new);
    return changed;
  },
};

/** Monitoring ranges. */
export const zones = {
  ...crud({ subject: "DataZone", listQuery: ZoneListQuery, input: ZoneInput, store }),
  list,
};

/** Lists the carriers monitored by a range. */
export const listBoundCarriers = defineOperation({
  name: "zone.carriers",
  kind: "query",
  permission: "viewDataZone",
  input: BoundCarrierQuery,
  async run(ctx, query): Promise<Page<BoundCarrierDto>> {
    await zoneStore.get(ctx, query.id);
    return findBoundCarriers(ctx.db, visibilityOf(ctx), query);
  },
});

/** Maps an error of one row of a batch to its path in the list. */
function at(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const issues = error.details.issues ?? [{ path, rule: "reference", message: error.message }];
  return new AppError(error.code, `${path}: ${error.message}`, { issues: issues.map((issue) => ({ ...issue, path })) });
}

/** Deletes ranges, all or none. */
export const removeZones = defineOperation({
  name: "zone.removeBatch",
  kind: "mutation",
  permission: "removeDataZone",
  input: ZoneRemoveInput,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    const removed: ZoneDto[] = [];
    // Locked in a fixed order, so that concurrent batches cannot deadlock.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const old = await zoneStore.remove(ctx, id).catch((error: unknown) => {
        throw at(error, `ids.${ids.indexOf(id)}`);
      });
      removed.push(old);
    }
    const entries = removed.map((old) => ({
      ...{ operation: "zone.remove", entity: "zone", entityId: String(old.id), customerId: old.customerId, old },
    }));
    await writeAuditOfEach(ctx.tx, ctx, entries);
    ctx.audit({ ...(removed[0] && { customerId: removed[0].customerId }) });
    return { ids };
  },
  audit: { entity: "zoneBatch", id: ({ ids }) => ids.join(",") },
});

/** Loads the page: the ranges, or the presets. */
export async function loadZoneScreen(ctx: PageContext) {
  const { permissions } = ctx.principal;
  const rights = { zone: recordRights(ctx, "DataZone"), preset: recordRights(ctx, "ZonePreset") };
  const mayPresets = permissions.has("viewZonePreset");
  if (mayPresets && ctx.search.tab === "presets") {
    const view = await loadList(ctx, zonePresets.list);
    return { tab: "presets" as const, view, rights: rights.preset, mayPresets };
  }
  const view = await loadList(ctx, list);
  const units = await lookUpUnits.call(ctx, {});
  const presets = rights.zone.create ? await lookUpZonePresets.call(ctx, {}) : [];
  // The customer name is shown only if the scope spans several customers.
  const isOfSeveral = ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1;
  const customers = isOfSeveral ? await findCustomers(ctx.db, ctx.scope) : [];
  const customerId = ctx.principal.customer.id;
  return { tab: "ranges" as const, view, rights: rights.zone, mayPresets, units, presets, customers, customerId };
}
