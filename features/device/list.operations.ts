import "server-only";
import type { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { isMountedKind } from "@/features/carrier/mounting/mounting.rules";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import type { DeviceDto } from "./device.schema";
import { type Asked, asksForStates, findDevice, findDevices } from "./list.data";
import { AnyDeviceListQuery, DeviceListQuery, SensorsOfType } from "./list.schema";
import { refreshDevices } from "./status/state.service";
import { findDeviceTypes } from "./type/data";
import { lookUpDeviceTypesOfKind } from "./type/operations";

type Verb = "view" | "new" | "edit" | "remove" | "import";

/**
 * Whether the actor may do this to devices of the kind. A family's code alone only covers at least one of its kinds.
 */
export const mayDo = (ctx: OperationContext, verb: Verb, kind: DeviceKind): boolean =>
  holds(ctx, `${verb}${DEVICE_SUBJECT[kind]}`);

/** Throws FORBIDDEN unless the actor may do this to devices of each of the kinds. */
export function assertMay(ctx: OperationContext, verb: Verb, kinds: Iterable<DeviceKind>): void {
  for (const kind of kinds)
    if (!mayDo(ctx, verb, kind)) throw new AppError("FORBIDDEN", `missing ${verb}${DEVICE_SUBJECT[kind]}`);
}

/** Kinds that the actor may view. */
export const visibleKinds = (ctx: OperationContext): readonly DeviceKind[] => visibilityOf(ctx).kinds;

const asked = (ctx: OperationContext, kinds: readonly DeviceKind[]): Asked => ({
  visibility: visibilityOf(ctx),
  kinds,
  now: ctx.now,
  locale: ctx.locale,
});

/** A device of these kinds in list form. Throws NOT_FOUND. */
export async function readDevice(ctx: OperationContext, kinds: readonly DeviceKind[], id: number): Promise<DeviceDto> {
  const found = kinds.length > 0 ? await findDevice(ctx.db, asked(ctx, kinds), id) : undefined;
  if (!found) throw notFound(kinds.length === 1 ? (kinds[0] as string) : "device", id);
  return found;
}

async function pageOf(
  ctx: OperationContext,
  kinds: readonly DeviceKind[],
  query: DeviceListQuery,
): Promise<Page<DeviceDto>> {
  if (asksForStates(query)) await refreshDevices(ctx.db, ctx.scope, ctx.now);
  return findDevices(ctx.db, asked(ctx, kinds), query, query);
}

/** Read operations for devices of one kind. */
export const reading = <K extends DeviceKind>(kind: K) => ({
  list: defineOperation({
    name: `${kind}.list`,
    kind: "query",
    permission: `view${DEVICE_SUBJECT[kind]}`,
    input: DeviceListQuery,
    run: (ctx, query): Promise<Page<DeviceDto>> => pageOf(ctx, [kind], query),
  }),
  get: defineOperation({
    name: `${kind}.get`,
    kind: "query",
    permission: `view${DEVICE_SUBJECT[kind]}`,
    input: ById,
    run: (ctx, { id }): Promise<DeviceDto> => readDevice(ctx, [kind], id),
  }),
});

/** A page of the devices of every kind that the actor may view, or of one of them. */
export async function findDevicePage(
  ctx: OperationContext,
  asked: z.output<typeof AnyDeviceListQuery>,
): Promise<Page<DeviceDto>> {
  const { kind, ...query } = asked;
  const kinds = visibleKinds(ctx).filter((one) => kind === undefined || one === kind);
  return kinds.length === 0 ? { items: [], total: 0 } : pageOf(ctx, kinds, query);
}

/** Lists devices of every kind that the account may view, or of one of them. */
export const listAnyDevices = defineOperation({
  name: "device.list",
  kind: "query",
  permission: "viewDevice",
  input: AnyDeviceListQuery,
  run: findDevicePage,
});

/** Lists all visible sensors. */
export const findSensorPage = defineOperation({
  name: "sensor.find",
  kind: "query",
  permission: "viewSensor",
  input: DeviceListQuery,
  run: (ctx, query): Promise<Page<DeviceDto>> => pageOf(ctx, ["sensor"], query),
});

/** Lists sensors of one type code. Throws NOT_FOUND for a code that no type of sensors has. */
export const listSensorsOfType = defineOperation({
  name: "sensor.listType",
  kind: "query",
  permission: "viewSensor",
  input: SensorsOfType,
  async run(ctx, { type, ...query }): Promise<Page<DeviceDto>> {
    const types = await findDeviceTypes(ctx.db, ctx.locale, "sensor");
    if (!types.some(({ code }) => code.toLowerCase() === type.toLowerCase())) throw notFound("deviceType", type);
    return pageOf(ctx, ["sensor"], { ...query, typeCode: type });
  },
});

/** Data of the list of one kind: valid criteria of the address, their rows, and the account's rights. */
export async function loadDeviceScreen(ctx: PageContext, kind: DeviceKind) {
  const { query, address } = readAddress(ctx, DeviceListQuery);
  const { gatewayId } = query as DeviceListQuery;
  const [page, types, gateway] = await Promise.all([
    pageOf(ctx, [kind], query as DeviceListQuery),
    lookUpDeviceTypesOfKind.call(ctx, { id: kind }),
    gatewayId === undefined || !mayDo(ctx, "view", "gateway")
      ? undefined
      : findDevice(ctx.db, asked(ctx, ["gateway"]), gatewayId),
  ]);
  const { customer, scopeType } = ctx.principal;
  return {
    kind,
    page,
    ...address,
    types: types.map(({ code, name }) => ({ code, name })),
    gateway: gateway ? { id: gateway.id, name: gateway.name } : null,
    home: { id: customer.id, name: customer.name },
    isManyCustomers: ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1,
    /** An account bound to nodes must choose one of them for a device. */
    isBound: ctx.scope.sceneIds !== "all",
    isPlatform: scopeType === 2 || scopeType === 3,
    rights: {
      create: mayDo(ctx, "new", kind),
      edit: mayDo(ctx, "edit", kind),
      remove: mayDo(ctx, "remove", kind),
      import: mayDo(ctx, "import", kind),
      gateways: mayDo(ctx, "view", "gateway"),
      customers: holds(ctx, "viewCustomer"),
      print: holds(ctx, "printPrinter"),
      mount: isMountedKind(kind) && mayDo(ctx, "edit", kind) && holds(ctx, "editCarrier"),
    },
  };
}

export type DeviceListView = Awaited<ReturnType<typeof loadDeviceScreen>>;
