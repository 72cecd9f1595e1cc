import "server-only";
import type { DeviceKind } from "@/db/enums";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { loadDeviceWindow } from "./detail.service";
import { mayDo } from "./list.operations";
import type { PlacementRights } from "./placement.schema";

/** What the account may do about where devices of a kind are: both the device and its place must be its to change. */
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

/** What a window about one device shows, and what the account may do about where the device is. */
export const loadPlacedWindow = async (ctx: PageContext, kind: DeviceKind) => ({
  ...(await loadDeviceWindow(ctx, kind)),
  placement: placementRights(ctx, kind),
});
