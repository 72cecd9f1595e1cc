import "server-only";
import type { DeviceKind } from "@/db/enums";
import { registrationValues } from "@/features/telemetry/unknown/rules";
import { type UnknownDeviceDto, UnknownIds } from "@/features/telemetry/unknown/schema";
import { unknownDevicesOf } from "@/features/telemetry/unknown/service";
import { grouped } from "@/lib/grouped";
import { defineOperation } from "@/lib/operation/define-operation";
import { issuesOf } from "@/lib/validation/issues";
import { isSerialNumber, refusal } from "./device.rules";
import { DEVICE_INPUT, type DeviceInput } from "./device.schema";
import { assertMay } from "./list.operations";
import { register } from "./registration.operations";

type Planned = { path: string; kind: DeviceKind; input: DeviceInput };

/** How a device is registered: as what it most probably is. Throws at the path if that is not certain or not allowed. */
function planOf(device: UnknownDeviceDto | undefined, path: string): Planned {
  if (!device || device.device) throw refusal(path, "unknown", "no such unknown device", "NOT_FOUND");
  if (!isSerialNumber(device.key))
    throw refusal(path, "nameNotSerial", "its name cannot be a serial number: register it by its address", "CONFLICT");
  const known = registrationValues(device);
  if (!known) throw refusal(path, "typeUnclear", "its type is to be chosen by hand", "CONFLICT");
  const parsed = DEVICE_INPUT[known.kind].safeParse(known.values);
  if (parsed.success) return { path, kind: known.kind, input: parsed.data as DeviceInput };
  const [issue] = issuesOf(parsed.error);
  throw refusal(path, issue?.rule ?? "invalid", issue?.message ?? "cannot be registered");
}

/**
 * Registers unknown devices of one customer as what they most probably are, all or none. Their stored readings are
 * ingested afterwards.
 */
export const registerUnknownDevices = defineOperation({
  name: "unknownDevice.register",
  kind: "mutation",
  permission: "viewUnknownDevice",
  input: UnknownIds,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    const rows = await unknownDevicesOf(ctx, ids);
    const plans = rows.map((row, index) => planOf(row, `ids.${index}`));
    const customerId = rows[0]?.customerId as number;
    const stranger = rows.findIndex((row) => row?.customerId !== customerId);
    if (stranger >= 0) throw refusal(`ids.${stranger}`, "sameCustomer", "is of another customer", "CONFLICT");
    assertMay(
      ctx,
      "new",
      plans.map(({ kind }) => kind),
    );
    const made: number[] = [];
    for (const [kind, group] of grouped(plans, (plan) => plan.kind)) {
      const inputs = group.map(({ input }) => input);
      const done = await register(ctx, kind, inputs, customerId, (index) => group[index]?.path ?? "ids");
      made.push(...done.made.map(({ id }) => id));
    }
    ctx.audit({ customerId, new: { devices: made.length, items: rows.map((row) => row?.key) } });
    return { ids: made };
  },
  audit: { entity: "deviceBatch", id: ({ ids }) => ids.join(",") },
});
