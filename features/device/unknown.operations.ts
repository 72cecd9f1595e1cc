import "server-only";
import type { DeviceKind } from "@/db/enums";
import { registrationValues } from "@/features/telemetry/unknown/rules";
import { type UnknownDeviceDto, UnknownIds } from "@/features/telemetry/unknown/schema";
import { unknownDevicesOf } from "@/features/telemetry/unknown/service";
import { AppError, throwMerged } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import { defineOperation } from "@/lib/operation/define-operation";
import { issuesOf } from "@/lib/validation/issues";
import { isSerialNumber, refusal } from "./device.rules";
import { DEVICE_INPUT, type DeviceInput } from "./device.schema";
import { assertMay } from "./list.operations";
import { register } from "./registration.operations";

type Planned = { path: string; kind: DeviceKind; input: DeviceInput };

/** How a device is registered: as what it most probably is; or why not, if that is not certain or not allowed. */
function planOf(device: UnknownDeviceDto | undefined, path: string, customerId: number): Planned | AppError {
  if (!device || device.device) return refusal(path, "unknown", "no such unknown device", "NOT_FOUND");
  const no = (rule: string, message: string) => refusal(path, rule, `${device.key}: ${message}`, "CONFLICT");
  if (device.customerId !== customerId) return no("sameCustomer", "is of another customer");
  if (!isSerialNumber(device.key))
    return no("nameNotSerial", "its name cannot be a serial number: register it by its address");
  const known = registrationValues(device);
  if (!known) return no("typeUnclear", "its type is to be chosen by hand");
  const parsed = DEVICE_INPUT[known.kind].safeParse(known.values);
  if (parsed.success) return { path, kind: known.kind, input: parsed.data as DeviceInput };
  const [issue] = issuesOf(parsed.error);
  const field = issue ? `${path}.${issue.path}` : path;
  return refusal(field, issue?.rule ?? "invalid", issue?.message ?? "cannot be registered");
}

/** The error of a registration that names rows; any other is thrown again. */
function ofRows(error: unknown): AppError {
  if (error instanceof AppError && error.details.issues?.every(({ path }) => path.startsWith("ids."))) return error;
  throw error;
}

/**
 * Registers unknown devices of one customer as what they most probably are, all or none; an error names every row that
 * cannot be. Their stored readings are ingested afterwards.
 */
export const registerUnknownDevices = defineOperation({
  name: "unknownDevice.register",
  kind: "mutation",
  permission: "viewUnknownDevice",
  input: UnknownIds,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    const rows = await unknownDevicesOf(ctx, ids);
    const customerId = rows.find((row) => row !== undefined)?.customerId as number;
    const refused: AppError[] = [];
    const plans = rows.flatMap((row, index) => {
      const plan = planOf(row, `ids.${index}`, customerId);
      if (!(plan instanceof AppError)) return [plan];
      refused.push(plan);
      return [];
    });
    assertMay(
      ctx,
      "new",
      plans.map(({ kind }) => kind),
    );
    const made: number[] = [];
    for (const [kind, group] of grouped(plans, (plan) => plan.kind)) {
      const inputs = group.map(({ input }) => input);
      const pathOf = (index: number, field: string) => `${group[index]?.path}.${field}`;
      const done = await register(ctx, kind, inputs, customerId, pathOf).catch(ofRows);
      if (done instanceof AppError) refused.push(done);
      else made.push(...done.made.map(({ id }) => id));
    }
    throwMerged(refused);
    ctx.audit({ customerId, new: { devices: made.length, items: rows.map((row) => row?.key) } });
    return { ids: made };
  },
  audit: { entity: "deviceBatch", id: ({ ids }) => ids.join(",") },
});
