import "server-only";
import type { Change } from "@/lib/audit/write-audit";
import { AppError, notFound } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { requestTopic } from "@/lib/mqtt/topics";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { publicSettings, type SettingName, type Settings } from "../device.rules";
import { settingInput } from "../device.schema";
import {
  findCarrier,
  findTimeouts,
  type LockedCommand,
  lockCommand,
  saveCommand,
  saveDevice,
} from "./configuration.data";
import { type CommandEvent, commandAfter, reportIntervalOf, statusAfter } from "./configuration.rules";
import { AnswerInput, type ConfigurationEvent, StepInput } from "./configuration.schema";

export type MutationTools = OperationContext & {
  tx: Db;
  audit: (change: Change) => void;
  afterCommit: (work: () => Promise<void>) => void;
};

/**
 * Publishes a configuration change of a device to open consoles after the commit. The change does not depend on
 * delivery.
 */
export async function publishChange(
  ctx: MutationTools,
  { id: deviceId, customerId }: { id: number; customerId: number },
  commandId?: number,
): Promise<void> {
  const carrierId = await findCarrier(ctx.tx, deviceId);
  const data: ConfigurationEvent = { change: "device", deviceId, ...(commandId && { commandId }) };
  ctx.afterCommit(() => liveBus().publish([{ type: "device", customerId, carrierId, data }]));
}

type Step = { gatewayId?: number | null; attempts?: number; deadlineAt?: Date; issuedAt?: Date; error?: string };
type Applied = { appliedSettings: Record<string, unknown>; reportIntervalSeconds?: number };

/** Applies an event to a locked command and updates its device. Throws CONFLICT if the transition is not allowed. */
export async function move(
  ctx: MutationTools,
  command: LockedCommand,
  event: CommandEvent,
  step: Step,
  applied?: Applied,
): Promise<void> {
  const { id, device, state, result, attempts } = command;
  const target = commandAfter(state, event);
  const configStatus = statusAfter(target, device.settings, applied?.appliedSettings ?? device.appliedSettings);
  await saveCommand(ctx.tx, id, { ...target, ...step, ...(target.state === "end" && { endedAt: ctx.now }) });
  await saveDevice(ctx.tx, device.id, { configStatus, ...applied });
  ctx.audit({
    customerId: device.customerId,
    old: {
      state,
      result,
      attempts,
      configStatus: device.configStatus,
      ...(applied && {
        appliedSettings: device.appliedSettings && publicSettings(device.appliedSettings),
        reportIntervalSeconds: device.reportIntervalSeconds,
      }),
    },
    new: {
      ...target,
      attempts: step.attempts ?? attempts,
      configStatus,
      deviceId: device.id,
      ...(step.error && { error: step.error }),
      ...(applied && {
        appliedSettings: publicSettings(applied.appliedSettings),
        reportIntervalSeconds: applied.reportIntervalSeconds ?? device.reportIntervalSeconds,
      }),
    },
  });
  await publishChange(ctx, device, id);
}

/** The message to the gateway. `attempts` identifies the attempt. */
export type Dispatch = { topic: string; payload: string; attempts: number; timeoutSeconds: number };

/** Marks a command as being sent. The caller sends it after the commit. A repeat has the same id, so it is harmless. */
export const sendCommand = defineOperation({
  name: "deviceCommand.send",
  kind: "mutation",
  permission: "editDevice",
  input: StepInput,
  async run(ctx, { id, event }): Promise<Dispatch & { id: number }> {
    const command = await lockCommand(ctx.tx, ctx.scope, id);
    const { device, settings } = command;
    if (device.gatewayMac === null) throw new AppError("CONFLICT", "no gateway leads to the device any more");
    const { answerSeconds, mqttSeconds } = await findTimeouts(ctx.tx, device.customerId);
    const attempts = command.attempts + 1;
    const deadlineAt = new Date(ctx.now.getTime() + answerSeconds * 1000);
    // Only the device's present gateway may answer; it may differ from the gateway when the command was created.
    await move(ctx, command, event, { gatewayId: device.gatewayId, attempts, deadlineAt, issuedAt: ctx.now });
    const payload = JSON.stringify({ id, device: device.serialNumber, settings });
    return { id, topic: requestTopic(device.gatewayMac), payload, attempts, timeoutSeconds: mqttSeconds };
  },
  audit: { entity: "deviceCommand", id: ({ id }) => id },
});

/** Ends a command whose answer did not arrive. */
export const expireCommand = defineOperation({
  name: "deviceCommand.expire",
  kind: "mutation",
  permission: "editDevice",
  input: ById,
  async run(ctx, { id }): Promise<{ id: number }> {
    const command = await lockCommand(ctx.tx, ctx.scope, id);
    await move(ctx, command, "expire", {});
    return { id };
  },
  audit: { entity: "deviceCommand", id: ({ id }) => id },
});

/** The parameters that a device reports as applied, restricted to known names and valid values. */
function confirmed(asked: Settings, told: Record<string, unknown> | undefined): Settings {
  const kept: Settings = {};
  for (const name of Object.keys(asked) as SettingName[]) {
    const parsed = told?.[name] === undefined ? undefined : settingInput(name).safeParse(told[name]);
    kept[name] = parsed?.success ? parsed.data : (asked[name] as NonNullable<Settings[SettingName]>);
  }
  return kept;
}

/**
 * Handles a gateway's answer for one of its devices, which ends the command. An answer is refused and changes nothing
 * if it is for another gateway's command, comes with a customer's token, is late, or is repeated.
 */
export const answerCommand = defineOperation({
  name: "deviceCommand.answer",
  kind: "mutation",
  permission: INGEST_TOKEN,
  input: AnswerInput,
  async run(ctx, { id, ok, error, applied: told }): Promise<{ id: number }> {
    const command = await lockCommand(ctx.tx, ctx.scope, id);
    const { actor } = ctx;
    // The token of a customer or of a deleted gateway may not answer.
    const isItsGateway = actor.type === "device" && actor.gatewayId !== null && actor.gatewayId === command.gatewayId;
    if (!isItsGateway) throw notFound("deviceCommand", id);
    if (!ok) {
      await move(ctx, command, "refuse", { error: error || "refused without a reason" });
      return { id };
    }
    const { device } = command;
    const took = confirmed(command.settings as Settings, told);
    const intervalSeconds = reportIntervalOf(took);
    await move(
      ctx,
      command,
      "succeed",
      {},
      {
        appliedSettings: took,
        ...(intervalSeconds !== null && { reportIntervalSeconds: intervalSeconds }),
      },
    );
    log.debug({ commandId: id, deviceId: device.id }, "a device took its configuration");
    return { id };
  },
  audit: { entity: "deviceCommand", id: ({ id }) => id },
});
