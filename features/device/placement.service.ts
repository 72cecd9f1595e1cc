import "server-only";
import { cache } from "react";
import type { DeviceKind } from "@/db/enums";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { loadDeviceWindow } from "./detail.service";
import { mayDo } from "./list.operations";
import type { PlacementRights } from "./placement.schema";

/** The account's rights to mount devices of a kind; they require edit permission on both device and carrier. */
function placementRights(ctx: PageContext, kind: DeviceKind): PlacementRights {
  const edit = mayDo(ctx, "edit", kind) && holds(ctx, "editCarrier");
  const isBase = kind === "base";
  return {
    put: isBase ? edit && holds(ctx, "newPlinthBinding") : edit,
    embed: isBase && edit && holds(ctx, "editPlinthBinding"),
    takeOff: isBase ? edit && holds(ctx, "removePlinthBinding") : edit,
    replace: edit,
    open: holds(ctx, "viewCarrier"),
  };
}

/** The texts of a device's window, those of other features' parts included. */
export const WINDOW_MESSAGES = [
  ...(["audit", "calibration", "carrier", "common", "configuration", "device", "error", "mounting"] as const),
  ...(["printDialog", "workOrder"] as const),
];

/** Data of the window of one device, with the rights to mount it. */
export const loadPlacedWindow = cache(async (ctx: PageContext, kind: DeviceKind) => ({
  ...(await loadDeviceWindow(ctx, kind)),
  placement: placementRights(ctx, kind),
}));
