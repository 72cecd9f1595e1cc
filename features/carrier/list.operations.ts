import "server-only";
import type { CarrierType } from "@/db/enums";
import { CARRIER_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { mapSettings } from "@/lib/geo/map-settings";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { readAddress, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { seededNames } from "@/lib/resource/seeded-names";
import { showsCustomers, viewableTypes } from "./access.service";
import { CarrierListQuery, type CarrierRowDto } from "./carrier.schema";
import { findChosen } from "./choice.data";
import { asksForStates, type CarrierFilter, type CarrierRow, findCarrierIds, findCarrierRows } from "./list.data";
import { pointStatus, valueState } from "./monitoring/monitoring.rules";
import { refreshCarriers } from "./status/state.service";
import { lookUpCarrierTypes } from "./type/operations";
import { numberOfType } from "./type/rules";

/** The carriers in the order of their ids, as list rows. */
export async function rowsOf(ctx: OperationContext, ids: readonly number[]): Promise<CarrierRowDto[]> {
  const [rows, names] = await Promise.all([
    findCarrierRows(ctx.db, ctx.scope, ids, ctx.now),
    seededNames(ctx.locale, ["carrier", "type"]),
  ]);
  const now = ctx.now.getTime();
  const toDto = ({ carrierType, ...row }: CarrierRow): CarrierRowDto => ({
    ...row,
    customerName: showsCustomers(ctx) ? row.customerName : null,
    carrierTypeName: carrierType && (carrierType.name ?? names[carrierType.base] ?? null),
    status: pointStatus(row, now),
    probes: row.probes.map((probe) => ({ ...probe, state: valueState(probe, now) })),
  });
  return rows.map(toDto);
}

/** A range of the ids that match the filter, in its order, and the total. */
export async function chooseCarriers(
  ctx: OperationContext,
  query: Omit<CarrierFilter, "types">,
  range: { start: number; length: number },
) {
  const filter = { ...query, types: viewableTypes(ctx) };
  if (asksForStates(filter)) await refreshCarriers(ctx.db, ctx.scope, ctx.now);
  return findCarrierIds(ctx.db, ctx.scope, filter, range, ctx.now);
}

/** Lists carriers of the types that the actor may view, with live values. */
export const listCarriers = defineOperation({
  name: "carrier.list",
  kind: "query",
  permission: "viewCarrier",
  input: CarrierListQuery,
  async run(ctx, query): Promise<Page<CarrierRowDto>> {
    const { iDisplayStart: start, iDisplayLength: length, ...criteria } = query;
    const { ids, total } = await chooseCarriers(ctx, criteria, { start, length });
    return { items: await rowsOf(ctx, ids), total };
  },
});

/** What registering a sensor and mounting it needs. */
const REGISTERS = ["newSensor", "editSensor", "editCarrier"] as const;

/** Loads the screen of one type: the rows that match the URL's criteria, and the account's rights. */
export async function loadCarrierScreen(ctx: PageContext, type: CarrierType) {
  const { query, address } = readAddress(ctx, CarrierListQuery);
  const [page, types, chosen] = await Promise.all([
    listCarriers.call(ctx, { ...query, type } as never),
    lookUpCarrierTypes.call(ctx, {}),
    findChosen(ctx.db, visibilityOf(ctx), query),
  ]);
  const { type: _, ...values } = address.values;
  return {
    type,
    page,
    ...address,
    values,
    /** Subtypes only: the shipped type of this base is the type itself. */
    types: types
      .filter(({ base, code }) => base === type && code !== String(numberOfType(type)))
      .map(({ id, name }) => ({ id, name })),
    chosen,
    map: await mapSettings(),
    rights: {
      ...recordRights(ctx, CARRIER_SUBJECT[type]),
      switchAlarm: ctx.principal.permissions.has("switchCarrier"),
      history: ctx.principal.permissions.has("viewHistory"),
      exceptions: ctx.principal.permissions.has("viewEx"),
      print: ctx.principal.permissions.has("printPrinter"),
      makeRange: ctx.principal.permissions.has("newDataZone"),
      // A trigger concerns a whole customer, and the form offers its contact groups.
      makeTrigger: holds(ctx, "newAlarmTrigger") && holds(ctx, "viewContacts") && ctx.scope.sceneIds === "all",
      registerSensor: REGISTERS.every((code) => holds(ctx, code)),
    },
  };
}
