import "server-only";
import type { DeviceKind } from "@/db/enums";
import { writeAudit } from "@/lib/audit/write-audit";
import type { Permission } from "@/lib/auth/permissions";
import { covers } from "@/lib/auth/scope";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, type Issue, notFound } from "@/lib/errors";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { configStatusAfter, publicSettings, SECRET_SETTINGS, type Settings, settingIssues } from "../device.rules";
import { type MutationTools, move, publishChange } from "./command.operations";
import {
  type ConfigurableDevice,
  deleteCommand,
  findCommands,
  findLatestCommand,
  findTimeouts,
  getCommand,
  getDevice,
  insertCommand,
  lockCommand,
  lockDevices,
  saveDevice,
} from "./configuration.data";
import { assertNotConfiguring, batchIssues, issueIssues } from "./configuration.rules";
import {
  type CommandDto,
  CommandListQuery,
  type ConfigurationDto,
  IssueInput,
  SaveConfigurationInput,
} from "./configuration.schema";

const codeOf = (action: "view" | "edit" | "remove", kind: DeviceKind): Permission => `${action}${DEVICE_SUBJECT[kind]}`;

/** The operation requires the family's permission code; this checks the code of the device's own kind. */
function require(ctx: OperationContext, action: "view" | "edit" | "remove", kind: DeviceKind): void {
  const code = codeOf(action, kind);
  if (!holds(ctx, code)) throw new AppError("FORBIDDEN", `missing ${code}`);
}

const invalid = (issues: Issue[]) =>
  new AppError("INVALID", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });

/** Adds stored secret parameters that are omitted. */
const withSecrets = (next: Settings, known: Settings): Settings => ({
  ...Object.fromEntries(SECRET_SETTINGS.filter((name) => known[name] !== undefined).map((name) => [name, known[name]])),
  ...next,
});

function assertFits({ kind, typeCode }: ConfigurableDevice, settings: Settings): void {
  const issues = settingIssues(kind, typeCode, settings);
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, path: `settings.${issue.path}` })));
}

async function configurationOf(ctx: OperationContext, device: ConfigurableDevice): Promise<ConfigurationDto> {
  const { id, kind, typeCode, name, configStatus, settings, appliedSettings } = device;
  const { gatewayId, gatewayName, gatewayMac, gatewaySceneId } = device;
  const place = { customerId: device.customerId, sceneId: gatewaySceneId };
  const maySee = gatewayId !== null && holds(ctx, "viewGateway") && covers(ctx.scope, place);
  return {
    id,
    kind,
    typeCode,
    name,
    configStatus,
    settings: publicSettings(settings),
    appliedSettings: appliedSettings && (publicSettings(appliedSettings) as Settings),
    secrets: SECRET_SETTINGS.map((secret) => ({
      name: secret,
      isSet: settings[secret] !== undefined,
      isApplied: settings[secret] !== undefined && appliedSettings?.[secret] === settings[secret],
    })),
    gateway: maySee ? { id: gatewayId, name: gatewayName ?? "", mac: gatewayMac } : null,
    command: await findLatestCommand(ctx.db, visibilityOf(ctx), id),
    obstacles: issueIssues(device).map(({ rule }) => rule),
    may: { edit: holds(ctx, codeOf("edit", kind)), remove: holds(ctx, codeOf("remove", kind)) },
  };
}

/** Returns wanted and confirmed parameters, with the command in progress or the last one. */
export const getConfiguration = defineOperation({
  name: "device.getConfiguration",
  kind: "query",
  permission: "viewDevice",
  input: ById,
  async run(ctx, { id }): Promise<ConfigurationDto> {
    const device = await getDevice(ctx.db, ctx.scope, id);
    require(ctx, "view", device.kind);
    return configurationOf(ctx, device);
  },
});

/** Saves the wanted parameters of a device. A command sends them. */
export const saveConfiguration = defineOperation({
  name: "device.configure",
  kind: "mutation",
  permission: "editDevice",
  input: SaveConfigurationInput,
  async run(ctx, { id, settings: given }): Promise<ConfigurationDto> {
    const [device] = await lockDevices(ctx.tx, ctx.scope, [id]);
    if (!device) throw notFound("device", id);
    require(ctx, "edit", device.kind);
    assertNotConfiguring(device.isConfiguring);
    assertFits(device, given);
    const settings = withSecrets(given, device.settings);
    const configStatus = configStatusAfter(settings, device.appliedSettings);
    await saveDevice(ctx.tx, id, { settings, configStatus });
    ctx.audit({
      customerId: device.customerId,
      old: { settings: publicSettings(device.settings), configStatus: device.configStatus },
      new: { settings: publicSettings(settings), configStatus },
    });
    await publishChange(ctx, device);
    return configurationOf(ctx, { ...device, settings, configStatus });
  },
  audit: { entity: "device", id: ({ id }) => id },
});

export const listCommands = defineOperation({
  name: "deviceCommand.list",
  kind: "query",
  permission: "viewDevice",
  input: CommandListQuery,
  run: (ctx, query): Promise<Page<CommandDto>> => findCommands(ctx.db, visibilityOf(ctx), query),
});

/**
 * Locks the devices of a batch: all must exist, be editable, and be of one customer and type. An error names the index
 * of the first device that does not comply.
 */
async function lockBatch(ctx: MutationTools, ids: readonly number[]): Promise<ConfigurableDevice[]> {
  const rows = new Map((await lockDevices(ctx.tx, ctx.scope, ids)).map((row) => [row.id, row]));
  const devices = ids.map((id) => {
    const device = rows.get(id);
    if (!device) throw notFound("device", id);
    require(ctx, "edit", device.kind);
    return device;
  });
  const [first] = devices as [ConfigurableDevice];
  const issues = devices.flatMap((device, index): Issue[] => {
    const refuse = (rule: string, message: string) => [{ path: `deviceIds.${index}`, rule, message }];
    if (device.customerId !== first.customerId) return refuse("sameCustomer", "belongs to another customer");
    if (device.kind !== first.kind || device.typeCode !== first.typeCode)
      return refuse("sameType", `${device.name} is of another type`);
    return [];
  });
  if (issues.length > 0) throw invalid(issues);
  return devices;
}

/** Throws CONFLICT, naming each device to which no command can be sent now. */
function assertIssuable(devices: readonly ConfigurableDevice[]): void {
  const issues = devices.flatMap((device, index) =>
    issueIssues(device).map(({ rule, message }) => ({
      path: `deviceIds.${index}`,
      rule,
      message: `${device.name}: ${message}`,
    })),
  );
  if (issues.length > 0) throw new AppError("CONFLICT", issues.map(({ message }) => message).join("; "), { issues });
}

/** Creates the command of one locked device, with its own audit row. */
async function prepare(ctx: MutationTools, device: ConfigurableDevice, settings: Settings, deadlineAt: Date) {
  const { tx, actor, now } = ctx;
  const { id: deviceId, customerId, gatewayId } = device;
  const userId = actor.type === "user" ? actor.principal.user.id : null;
  const id = await insertCommand(tx, { customerId, deviceId, gatewayId, settings, deadlineAt, userId, createdAt: now });
  await saveDevice(tx, deviceId, { settings, configStatus: "configuring" });
  await writeAudit(tx, ctx, {
    operation: "deviceCommand.prepare",
    entity: "deviceCommand",
    entityId: String(id),
    customerId,
    old: { configStatus: device.configStatus, settings: publicSettings(device.settings) },
    new: { configStatus: "configuring", settings: publicSettings(settings), deviceId, state: "prepare" },
  });
  await publishChange(ctx, device, id);
  return id;
}

async function issueTo(ctx: MutationTools, devices: readonly ConfigurableDevice[]): Promise<number[]> {
  assertIssuable(devices);
  const [{ customerId }] = devices as [ConfigurableDevice];
  const { answerSeconds } = await findTimeouts(ctx.tx, customerId);
  const deadlineAt = new Date(ctx.now.getTime() + answerSeconds * 1000);
  const ids: number[] = [];
  for (const device of devices) ids.push(await prepare(ctx, device, device.settings, deadlineAt));
  return ids;
}

/** Sends the wanted parameters to one or more devices of one type, all or none. Each device gets its own command. */
export const issueCommands = defineOperation({
  name: "deviceCommand.issue",
  kind: "mutation",
  permission: "editDevice",
  input: IssueInput,
  async run(ctx, { deviceIds, settings }): Promise<{ ids: number[] }> {
    const known = await lockBatch(ctx, deviceIds);
    if (settings && deviceIds.length > 1) {
      const issues = batchIssues(settings);
      if (issues.length > 0) throw invalid(issues);
    }
    const devices = known.map((device) => {
      if (!settings) return device;
      const merged = { ...device.settings, ...settings };
      assertFits(device, merged);
      return { ...device, settings: merged };
    });
    const ids = await issueTo(ctx, devices);
    ctx.audit({ customerId: (devices[0] as ConfigurableDevice).customerId, new: { deviceIds, commandIds: ids } });
    return { ids };
  },
  audit: { entity: "deviceCommandBatch", id: ({ ids }) => ids.join(",") },
});

/** Cancels a command. A later answer of the device changes nothing. */
export const cancelCommand = defineOperation({
  name: "deviceCommand.cancel",
  kind: "mutation",
  permission: "editDevice",
  input: ById,
  async run(ctx, { id }): Promise<CommandDto> {
    const command = await lockCommand(ctx.tx, ctx.scope, id);
    require(ctx, "edit", command.device.kind);
    await move(ctx, command, "cancel", {});
    return getCommand(ctx.tx, visibilityOf(ctx), id);
  },
  audit: { entity: "deviceCommand", id: ({ id }) => id },
});

/** Sends the wanted parameters again after a command that did not succeed. */
export const retryCommand = defineOperation({
  name: "deviceCommand.retry",
  kind: "mutation",
  permission: "editDevice",
  input: ById,
  async run(ctx, { id }): Promise<CommandDto> {
    const { device, state, result } = await lockCommand(ctx.tx, ctx.scope, id);
    require(ctx, "edit", device.kind);
    assertNotConfiguring(device.isConfiguring);
    if (state === "end" && result === "succeeded") {
      const message = "the command has succeeded";
      throw new AppError("CONFLICT", message, { issues: [{ path: "id", rule: "commandState", message }] });
    }
    assertFits(device, device.settings);
    const [next] = (await issueTo(ctx, [device])) as [number];
    ctx.audit({ customerId: device.customerId, new: { commandIds: [next] } });
    return getCommand(ctx.tx, visibilityOf(ctx), next);
  },
  audit: { entity: "deviceCommand", id: (_command, { id }) => id },
});

/** Removes a command from the list, unless its device is being configured. */
export const removeCommand = defineOperation({
  name: "deviceCommand.remove",
  kind: "mutation",
  permission: "removeDevice",
  input: ById,
  async run(ctx, { id }): Promise<{ id: number }> {
    const { device, ...command } = await lockCommand(ctx.tx, ctx.scope, id);
    require(ctx, "remove", device.kind);
    assertNotConfiguring(device.isConfiguring);
    await deleteCommand(ctx.tx, id);
    const { state, result, deviceId, settings } = command;
    const old = { state, result, deviceId, settings: publicSettings(settings) };
    ctx.audit({ customerId: device.customerId, old });
    await publishChange(ctx, device, id);
    return { id };
  },
  audit: { entity: "deviceCommand", id: ({ id }) => id },
});
