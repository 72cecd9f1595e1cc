import "server-only";
import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { readParameters } from "@/features/parameter/parameter.operations";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { AppError, notFound, throwMerged } from "@/lib/errors";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { recordId } from "@/lib/validation/fields";
import {
  countDevices,
  findGateways,
  findNames,
  findScenes,
  findTaken,
  findTypes,
  insertDevices,
  lockCustomer,
  type NewDevice,
} from "./device.data";
import { hasUniqueName, refusal } from "./device.rules";
import { type DeviceDto, type DeviceInput, newDeviceInput, type QuotaDto } from "./device.schema";
import { assertMay, readDevice } from "./list.operations";
import {
  auditSnapshot,
  defaultInterval,
  quotaRefusal,
  type TypeFacts,
  takenRefusal,
  typeFor,
  typeRefusal,
} from "./registration.rules";
import { NewDevices } from "./registration.schema";

type PathOf = (index: number, field: string) => string;
type Made = { id: number; trace: ReturnType<typeof auditSnapshot> };

/** Types by their codes in lower case. */
export async function typesOf(ctx: OperationContext, codes: readonly string[]): Promise<Map<string, TypeFacts>> {
  return new Map((await findTypes(ctx.db, codes)).map((type) => [type.code.toLowerCase(), type]));
}

/** Locks the customer, so that no other transaction adds or renames devices. Throws if it is cancelled. */
async function hold(ctx: OperationContext, wanted: number | undefined, path: string): Promise<number> {
  const customerId = wanted ?? workingCustomer(ctx);
  if (customerId === undefined) throw refusal(path, "required", "say for which customer");
  const isActive = await lockCustomer(ctx.db, ctx.scope, customerId);
  if (isActive === undefined) throw notFound("customer", customerId);
  if (!isActive) throw refusal(path, "customerCancelled", "the customer is cancelled", "CONFLICT");
  return customerId;
}

/** The errors for nodes and gateways that are not the customer's or are outside the actor's scope. */
async function misplaced(
  ctx: OperationContext,
  customerId: number,
  inputs: readonly DeviceInput[],
  pathOf: PathOf,
): Promise<AppError[]> {
  const chosen = (key: "sceneId" | "gatewayId") => [...new Set(inputs.flatMap((input) => input[key] ?? []))];
  const [scenes, gateways] = await Promise.all([
    findScenes(ctx.db, ctx.scope, customerId, chosen("sceneId")),
    findGateways(ctx.db, ctx.scope, customerId, chosen("gatewayId")),
  ]);
  return inputs.flatMap(({ sceneId, gatewayId }, index) => {
    const refused: AppError[] = [];
    if (sceneId == null && ctx.scope.sceneIds !== "all")
      refused.push(refusal(pathOf(index, "sceneId"), "required", "name the node"));
    if (sceneId != null && !scenes.has(sceneId))
      refused.push(refusal(pathOf(index, "sceneId"), "unknown", "no such node", "NOT_FOUND"));
    if (gatewayId != null && !gateways.has(gatewayId))
      refused.push(refusal(pathOf(index, "gatewayId"), "unknown", "no such gateway", "NOT_FOUND"));
    return refused;
  });
}

/** The error for the serial numbers, MACs and (for some kinds) names that are taken, if any are. */
async function taken(
  ctx: OperationContext,
  customerId: number,
  kind: DeviceKind,
  inputs: readonly DeviceInput[],
  pathOf: PathOf,
): Promise<AppError[]> {
  const isNamed = hasUniqueName(kind);
  const macs = inputs.flatMap(({ mac }) => (mac === "" ? [] : [mac]));
  const serialNumbers = inputs.map(({ serialNumber }) => serialNumber);
  const names = isNamed ? inputs.map(({ name }) => name) : [];
  const [found, takenNames] = await Promise.all([
    findTaken(ctx.db, serialNumbers, macs),
    findNames(ctx.db, ctx.scope, { customerId, kind, names }),
  ]);
  const devices = inputs.map(({ serialNumber, mac, name }) => ({ serialNumber, mac, name: isNamed ? name : "" }));
  const refused = takenRefusal(devices, { ...found, names: takenNames }, pathOf);
  return refused ? [refused] : [];
}

/**
 * Creates devices of one kind and customer with their probes, all or none; `pathOf` gives the path of a device's field.
 * Throws with every field at fault.
 */
export async function register(
  ctx: OperationContext,
  kind: DeviceKind,
  inputs: readonly DeviceInput[],
  wanted: number | undefined,
  pathOf: PathOf,
): Promise<{ customerId: number; made: Made[] }> {
  const customerId = await hold(ctx, wanted, "customerId");
  const types = await typesOf(
    ctx,
    inputs.map(({ typeCode }) => typeCode),
  );
  throwMerged([
    ...(await misplaced(ctx, customerId, inputs, pathOf)),
    ...inputs.flatMap(({ typeCode }, index) => typeRefusal(types, kind, typeCode, pathOf(index, "typeCode")) ?? []),
    ...inputs.flatMap(({ use }, index) =>
      use === "deactivated" ? refusal(pathOf(index, "use"), "useStep", "a new device is enabled or not yet") : [],
    ),
    ...(await taken(ctx, customerId, kind, inputs, pathOf)),
  ]);
  const parameters = await readParameters(ctx.db, customerId);
  const rows: NewDevice[] = inputs.map((input, index) => {
    const type = typeFor(types, kind, input.typeCode, pathOf(index, "typeCode"));
    return {
      customerId,
      kind,
      typeCode: type.code,
      serialNumber: input.serialNumber,
      mac: input.mac || null,
      name: input.name,
      description: input.description,
      sceneId: input.sceneId ?? null,
      use: input.use ?? "activated",
      gatewayId: input.gatewayId ?? null,
      reportIntervalSeconds: input.reportIntervalSeconds ?? defaultInterval(kind, type, parameters),
      utcOffsetHours: input.utcOffsetHours ?? null,
      calibrationDueOn: input.calibrationDueOn ?? null,
      settings: input.settings ?? {},
      measures: type.measures,
    };
  });
  const quota = quotaRefusal(
    await countDevices(ctx.db, ctx.scope, customerId),
    rows.length,
    Number(parameters["customer.deviceQuota"]),
  );
  if (quota) throw quota;
  const ids = await insertDevices(ctx.db, ctx.scope, rows);
  return {
    customerId,
    made: rows.map((row, index) => ({ id: ids[index] as number, trace: auditSnapshot(row as never) })),
  };
}

/** Builds the operation that creates one device of a kind, and mounts it at once if a carrier is named. */
export const creating = <K extends DeviceKind>(kind: K) =>
  defineOperation({
    name: `${kind}.create`,
    kind: "mutation",
    permission: `new${DEVICE_SUBJECT[kind]}`,
    input: newDeviceInput(kind),
    async run(ctx, input): Promise<DeviceDto> {
      const { carrierId, ...values } = input as DeviceInput & { carrierId?: number };
      const { customerId, made } = await register(ctx, kind, [values], values.customerId, (_index, field) => field);
      const [{ id, trace }] = made as [Made];
      ctx.audit({ customerId, new: trace });
      if (carrierId !== undefined)
        await mountDevice.call(ctx, { id: carrierId, deviceId: id }).catch((error: unknown) => {
          const issue = error instanceof AppError ? error.details.issues?.[0] : undefined;
          throw issue && error instanceof AppError
            ? refusal("carrierId", issue.rule, issue.message, error.code as "CONFLICT")
            : error;
        });
      return readDevice(ctx, [kind], id);
    },
    audit: { entity: kind, id: ({ id }) => id },
  });

/** Creates many devices of one kind, all or none, with one audit row for all of them. Names every value at fault. */
export const createDevices = defineOperation({
  name: "device.createBatch",
  kind: "mutation",
  permission: "importDevice",
  input: NewDevices,
  async run(ctx, { kind, customerId: wanted, items }): Promise<{ ids: number[] }> {
    assertMay(ctx, "import", [kind]);
    const { customerId, made } = await register(ctx, kind, items, wanted, (index, field) => `items.${index}.${field}`);
    ctx.audit({ customerId, new: { kind, devices: made.length, items: made.map(({ trace }) => trace.serialNumber) } });
    return { ids: made.map(({ id }) => id) };
  },
  audit: { entity: "deviceBatch", id: ({ ids: [first] }) => String(first) },
});

/** Returns the number of devices of a customer and its limit, for forms that add some. */
export const getQuota = defineOperation({
  name: "device.quota",
  kind: "query",
  permission: "newDevice",
  input: z.strictObject({ customerId: recordId().optional() }),
  async run(ctx, { customerId: wanted }): Promise<QuotaDto> {
    const customerId = wanted ?? workingCustomer(ctx);
    const isWithin =
      customerId !== undefined && (ctx.scope.customerIds === "all" || ctx.scope.customerIds.includes(customerId));
    if (!isWithin) throw notFound("customer", customerId ?? "");
    return findQuota(ctx, customerId);
  },
});

/** The number of devices of a customer of the scope, and its limit. */
export async function findQuota({ db, scope }: OperationContext, customerId: number): Promise<QuotaDto> {
  const [used, parameters] = await Promise.all([countDevices(db, scope, customerId), readParameters(db, customerId)]);
  return { used, limit: Number(parameters["customer.deviceQuota"]) };
}
