import "server-only";
import { permit, publishChange } from "@/features/carrier/access.service";
import { broken, mayHaveRange, missing } from "@/features/carrier/carrier.rules";
import { writeAudits } from "@/lib/audit/write-audit";
import { lockActiveOwners } from "@/lib/auth/lock-customer";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import {
  type BindableCarrier,
  bindRange,
  findCarriers,
  findMounted,
  findProbeRanges,
  findRanges,
  lockCarriers,
  lockZones,
  replaceRanges,
} from "./binding.data";
import {
  BindInput,
  type CarrierRangesDto,
  CarrierZoneInput,
  type ProbeRangeDto,
  ProbeRangeQuery,
} from "./binding.schema";
import { zoneStore } from "./zone.data";

const chosen = ({ measure, zoneId }: CarrierRangesDto["zones"][number]) => ({ measure, zoneId });

async function rangesOf({ db }: Pick<OperationContext, "db">, id: number): Promise<CarrierRangesDto> {
  const [ranges, mounted] = [await findRanges(db, [id]), await findMounted(db, [id])];
  return { id, zones: ranges.map(({ carrierId: _, ...range }) => range), mountedMeasures: mounted.get(id) ?? [] };
}

/** Returns the ranges of a carrier. */
export const getCarrierZones = defineOperation({
  name: "carrier.zones",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<CarrierRangesDto> {
    const [carrier] = await findCarriers(ctx.db, ctx.scope, [id]);
    if (!carrier) throw notFound("carrier", id);
    permit(ctx, "view", carrier.type);
    return rangesOf(ctx, id);
  },
});

/** Sets the ranges of a carrier, one per measure. */
export const setCarrierZones = defineOperation({
  name: "carrier.setZones",
  kind: "mutation",
  permission: "editCarrier",
  input: CarrierZoneInput,
  async run(ctx, { id, zones }): Promise<CarrierRangesDto> {
    if (zones.length > 0) await lockActiveOwners(ctx.tx, ctx.scope, "carrier", [id], "zones");
    const [carrier] = await lockCarriers(ctx.tx, ctx.scope, [id]);
    if (!carrier) throw notFound("carrier", id);
    permit(ctx, "edit", carrier.type);
    const old = await rangesOf(ctx, id);
    const known = await lockZones(
      ctx.tx,
      carrier.customerId,
      zones.map(({ zoneId }) => zoneId),
    );
    for (const [index, { measure, zoneId }] of zones.entries()) {
      const path = `zones.${index}`;
      const range = known.find((one) => one.id === zoneId);
      if (!range) throw missing(path, "zone");
      if (range.measure !== measure) throw broken(path, "rangeMeasure", `the range is one of ${range.measure}`);
      // An existing range remains valid even if the device that measured it was unmounted.
      const isNew = !old.zones.some((bound) => bound.measure === measure);
      if (isNew && !mayHaveRange(measure, old.mountedMeasures))
        throw broken(path, "thermometerOnly", "the mounted devices measure no humidity");
    }
    await replaceRanges(ctx.tx, id, zones);
    const now = await rangesOf(ctx, id);
    ctx.audit({
      customerId: carrier.customerId,
      old: { zones: old.zones.map(chosen) },
      new: { zones: now.zones.map(chosen) },
    });
    ctx.afterCommit(() => publishChange([carrier], "structure"));
    return now;
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** The carriers of a batch in its order, locked. Throws for a carrier outside the scope or of another customer. */
async function carriersOf(
  ctx: OperationContext & { tx: OperationContext["db"] },
  customerId: number,
  ids: readonly number[],
): Promise<BindableCarrier[]> {
  const found = new Map((await lockCarriers(ctx.tx, ctx.scope, ids)).map((carrier) => [carrier.id, carrier]));
  return ids.map((id, index) => {
    const path = `carrierIds.${index}`;
    const carrier = found.get(id);
    if (!carrier) throw missing(path, "carrier");
    permit(ctx, "edit", carrier.type);
    if (carrier.customerId !== customerId)
      throw broken(path, "sameCustomer", `${carrier.name} is one of another customer`);
    return carrier;
  });
}

/** Applies the range to several carriers of its customer, all or none. */
export const bindZone = defineOperation({
  name: "zone.bind",
  kind: "mutation",
  permission: "editCarrier",
  input: BindInput,
  async run(ctx, { id, carrierIds }): Promise<{ id: number; carrierIds: number[] }> {
    const zone = await zoneStore.get(ctx, id);
    await lockActiveOwners(ctx.tx, ctx.scope, "carrier", carrierIds, "id");
    const carriers = await carriersOf(ctx, zone.customerId, carrierIds);
    if ((await lockZones(ctx.tx, zone.customerId, [id])).length === 0) throw notFound("zone", id);
    const { measure } = zone;
    const [mounted, bound] = [await findMounted(ctx.tx, carrierIds), await findRanges(ctx.tx, carrierIds)];
    const before = new Map(bound.filter((one) => one.measure === measure).map((one) => [one.carrierId, one.zoneId]));
    for (const [index, carrier] of carriers.entries()) {
      if (!before.has(carrier.id) && !mayHaveRange(measure, mounted.get(carrier.id) ?? []))
        throw broken(`carrierIds.${index}`, "thermometerOnly", `${carrier.name}: its devices measure no humidity`);
    }
    const changed = carriers.filter((carrier) => before.get(carrier.id) !== id);
    if (changed.length > 0)
      await bindRange(
        ctx.tx,
        changed.map((carrier) => carrier.id),
        { measure, zoneId: id },
      );
    const entries = changed.map((carrier) => {
      const old = before.get(carrier.id);
      return {
        ...{ operation: "carrier.setZones", entity: "carrier", entityId: String(carrier.id) },
        old: { zones: old === undefined ? [] : [{ measure, zoneId: old }] },
        new: { zones: [{ measure, zoneId: id }] },
      };
    });
    await writeAudits(ctx.tx, ctx, zone.customerId, entries);
    ctx.audit({ customerId: zone.customerId, new: { carriers: changed.map(({ name }) => name) } });
    ctx.afterCommit(() => publishChange(changed, "structure"));
    return { id, carrierIds };
  },
  audit: { entity: "zone", id: ({ id }) => id },
});

/** Returns the range of a probe, for other systems, which identify it by id, serial number or MAC. */
export const getProbeRange = defineOperation({
  name: "probe.range",
  kind: "query",
  permission: "viewMonitorPointRealTime",
  input: ProbeRangeQuery,
  async run({ db, scope }, { key, tag }): Promise<ProbeRangeDto[]> {
    const ranges = await findProbeRanges(db, scope, { key, tag });
    if (ranges.length === 0) throw notFound("probe", key);
    return ranges;
  },
});
