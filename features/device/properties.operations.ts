import "server-only";
import { AppError } from "@/lib/errors";
import { soleDevice } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { findByName, type PropertyReport, saveProperties } from "./properties.data";
import { deviceReport, keptProperties } from "./properties.rules";
import { PropertiesInput, type PropertiesResult } from "./properties.schema";

/** Why the token may not report for a device; `sole` is the only device of a token of its own. */
const refusalOf = (id: number | undefined, sole: number | null): string | null =>
  sole !== null && id !== sole ? "device: the token is another device's" : id === undefined ? "device: unknown" : null;

/**
 * Stores what a gateway reports about itself and the devices of its customer. The last report of a device replaces
 * earlier ones, unprocessed. An unknown device or one with too large a report is rejected by name without affecting the
 * others.
 */
export const reportProperties = defineOperation({
  name: "telemetry.properties",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: PropertiesInput,
  body: { maximumBytes: 4 * 1024 * 1024, gzip: true },
  async run(ctx, { gateway, devices }): Promise<PropertiesResult> {
    const { actor } = ctx;
    const rejected: PropertiesResult["rejected"] = [];
    const reports = new Map<number, PropertyReport>();
    const gatewayId = actor.type === "device" ? actor.gatewayId : null;
    if (gateway) {
      if (gatewayId === null) throw new AppError("BAD_REQUEST", "body: gateway: the token is not a gateway's");
      const kept = keptProperties(gateway);
      if (typeof kept === "string") throw new AppError("BAD_REQUEST", `body: gateway: ${kept}`);
      reports.set(gatewayId, { id: gatewayId, ...kept });
    }
    const told = devices.map(deviceReport);
    const names = told.flatMap((report) => (typeof report === "string" ? [] : [report.name]));
    const ids = names.length > 0 ? await findByName(ctx.db, ctx.scope, names) : new Map<string, number>();
    const sole = soleDevice(ctx);
    for (const [index, report] of told.entries()) {
      const id = typeof report === "string" ? undefined : ids.get(report.name);
      const kept = typeof report === "string" ? report : (refusalOf(id, sole) ?? keptProperties(report.properties));
      if (typeof kept === "string") rejected.push({ index, reason: kept });
      else reports.set(id as number, { id: id as number, ...kept });
    }
    if (reports.size > 0)
      await transaction(ctx.db, (tx) => saveProperties(tx, [...reports.values()], gatewayId, ctx.now));
    return { accepted: reports.size, rejected };
  },
});
