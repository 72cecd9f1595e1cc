import "server-only";
import { cache } from "react";
import type { DeviceKind } from "@/db/enums";
import { reachOf } from "@/features/audit/audit.operations";
import { slowPaceOf } from "@/features/observation/pace.rules";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { findBindings, findMountings, findNewestInstants, findOperations, findRaw } from "./detail.data";
import { networkOf, propertiesOf } from "./detail.rules";
import type { DeviceDetail } from "./detail.schema";
import { listAnyDevices, readDevice, visibleKinds } from "./list.operations";
import { isTokenKind } from "./token.rules";

/** Number of rows that a window shows of longer lists. */
const SHOWN = { operations: 15, behind: 100 } as const;

/** The device id in the address. Throws NOT_FOUND if it is no id. */
function idOf({ search }: PageContext, entity: string): number {
  const parsed = ById.safeParse({ id: search.id });
  if (!parsed.success) throw notFound(entity, String(search.id ?? ""));
  return parsed.data.id;
}

/** Data of the window of one device, with the rights of the account. */
export async function loadDeviceWindow(ctx: PageContext, kind: DeviceKind) {
  const device = await readDevice(ctx, [kind], idOf(ctx, kind));
  const { db } = ctx;
  const mayBinding = holds(ctx, "viewPlinthBinding") || kind !== "base";
  const [mountings, bindings, log, behind, instants, raw] = await Promise.all([
    findMountings(db, visibilityOf(ctx), device.id),
    mayBinding ? findBindings(db, visibilityOf(ctx), device.id) : null,
    holds(ctx, "viewSysLog")
      ? findOperations(db, ctx.scope, device, { reach: await reachOf(ctx), length: SHOWN.operations })
      : null,
    kind === "gateway"
      ? listAnyDevices.call(ctx, { gatewayId: device.id, iDisplayLength: SHOWN.behind } as never)
      : null,
    findNewestInstants(db, device.id, ctx.now),
    kind === "gateway" ? findRaw(db, ctx.scope, device.id) : null,
  ]);
  const detail: DeviceDetail = {
    device,
    timeZone: ctx.principal.customer.timeZone,
    slowPaceSeconds: slowPaceOf(instants, device.reportIntervalSeconds),
    mountings,
    bindings,
    operations: log,
    behind,
    network: raw ? networkOf(raw) : null,
  };
  return {
    detail,
    now: ctx.now.getTime(),
    rights: {
      edit: holds(ctx, `edit${DEVICE_SUBJECT[kind]}`),
      token: isTokenKind(kind) && holds(ctx, `token${DEVICE_SUBJECT[kind]}`),
      history: holds(ctx, "viewHistory"),
      exceptions: holds(ctx, "viewEx"),
      orders: holds(ctx, "viewWorkOrder"),
      print: holds(ctx, "printPrinter"),
      fields: holds(ctx, "viewDecoderMapping"),
      bindings: holds(ctx, "viewPlinthBinding"),
      calibration: holds(ctx, "viewCalibration")
        ? {
            create: holds(ctx, "newCalibration"),
            edit: holds(ctx, "editCalibration"),
            revoke: holds(ctx, "removeCalibration"),
          }
        : null,
      kinds: visibleKinds(ctx),
    },
  };
}

export type DeviceWindow = Awaited<ReturnType<typeof loadDeviceWindow>>;

/** All stored data of a device of a kind that the account may view. */
export const loadProperties = cache(async (ctx: PageContext) => {
  const device = await readDevice(ctx, visibleKinds(ctx), idOf(ctx, "device"));
  const raw = await findRaw(ctx.db, ctx.scope, device.id);
  if (!raw) throw notFound("device", device.id);
  return { device, properties: propertiesOf(raw) };
});
