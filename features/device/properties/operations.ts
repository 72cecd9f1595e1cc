import "server-only";
import { AppError } from "@/lib/errors";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { findByName, type PropertyReport, saveProperties } from "./data";
import { keptProperties } from "./rules";
import { PropertiesInput, type PropertiesResult } from "./schema";

/**
 * What a gateway tells of itself and of the devices of its customer: the last report counts, raw. A device that is not
 * known, or tells too much, is named and refuses nobody else.
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
    const names = devices.map(({ device }) => device.toUpperCase());
    const ids = names.length > 0 ? await findByName(ctx.db, ctx.scope, names) : new Map<string, number>();
    for (const [index, { properties }] of devices.entries()) {
      const id = ids.get(names[index] as string);
      const kept = id === undefined ? "device: unknown" : keptProperties(properties);
      if (typeof kept === "string") rejected.push({ index, reason: kept });
      else reports.set(id as number, { id: id as number, ...kept });
    }
    if (reports.size > 0)
      await transaction(ctx.db, (tx) => saveProperties(tx, [...reports.values()], gatewayId, ctx.now));
    return { accepted: reports.size, rejected };
  },
});
