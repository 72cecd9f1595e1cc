import "server-only";
import type { DeviceKind } from "@/db/enums";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { loadDeviceScreen } from "../list.operations";
import { countDevicesDue } from "./due.data";
import { isCalibrated } from "./due.rules";
import type { DueCount } from "./due.schema";

const countDue = async (ctx: PageContext, kind: DeviceKind): Promise<DueCount> =>
  isCalibrated(kind) && holds(ctx, "viewCalibration") ? countDevicesDue(ctx.db, ctx.scope, kind, ctx.now) : null;

/** Data of the list of one kind, with its number of due calibrations. */
export async function loadDeviceList(ctx: PageContext, kind: DeviceKind) {
  const [view, due] = await Promise.all([loadDeviceScreen(ctx, kind), countDue(ctx, kind)]);
  return { ...view, due };
}
