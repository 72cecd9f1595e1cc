import type { CommandResult, CommandState, ConfigStatus, DeviceKind } from "@/db/enums";
import type { DeviceCustody } from "@/db/secondment-enums";
import { isHeld } from "@/features/telemetry/ingest/holding.rules";
import { conflict, type Issue } from "@/lib/errors";
import { configStatusAfter, type SettingName, type Settings } from "../device.rules";

/** Maximum number of attempts per command. */
export const MAXIMUM_ATTEMPTS = 3;

/** Events of a command: sent for the first time or again, answered, expired, cancelled. */
export const COMMAND_EVENTS = ["send", "resend", "succeed", "refuse", "expire", "cancel"] as const;
export type CommandEvent = (typeof COMMAND_EVENTS)[number];

type Target = { state: CommandState; result: CommandResult | null };
const end = (result: CommandResult): Target => ({ state: "end", result });

/** States of a command (specification, section 4): prepare → issuing → end. Transitions not listed are not allowed. */
export const COMMAND_TRANSITIONS: Record<CommandState, Partial<Record<CommandEvent, Target>>> = {
  prepare: {
    send: { state: "issuing", result: null },
    expire: end("timed-out"),
    cancel: end("cancelled"),
  },
  issuing: {
    resend: { state: "issuing", result: null },
    succeed: end("succeeded"),
    refuse: end("failed"),
    expire: end("timed-out"),
    cancel: end("cancelled"),
  },
  end: {},
};

/** The state after an event. Throws CONFLICT if the transition is not allowed. */
export function commandAfter(state: CommandState, event: CommandEvent): Target {
  const target = COMMAND_TRANSITIONS[state][event];
  if (!target) throw conflict("state", "commandState", `a command in state ${state} cannot ${event}`);
  return target;
}

/**
 * Configuration status of a device after its command reached `target`, with the parameters `wanted` and `applied` then.
 */
export function statusAfter(target: Target, wanted: Settings, applied: Record<string, unknown> | null): ConfigStatus {
  if (target.state !== "end") return "configuring";
  if (target.result === "failed" || target.result === "timed-out") return "fail";
  return configStatusAfter(wanted, applied);
}

/** Facts for the scheduler; instants in epoch ms. `deadlineAt` ends the wait for the answer, or for the gateway. */
export type WaitingCommand = { state: CommandState; attempts: number; deadlineAt: number };

const FIRST_PAUSE_MS = 5000;

/** Pause after a number of failed attempts: doubling from 5 s, at most the time-out of an attempt. */
export const pauseMs = (attempts: number, timeoutMs: number): number =>
  Math.min(timeoutMs, FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1));

/**
 * The event due for a command at `now` (epoch ms); null if there is none. A command is sent as soon as its gateway is
 * reachable. Without an answer it is sent again after a pause, up to `MAXIMUM_ATTEMPTS` times.
 */
export function dueEvent(
  { state, attempts, deadlineAt }: WaitingCommand,
  { now, isReachable, timeoutMs }: { now: number; isReachable: boolean; timeoutMs: number },
): "send" | "resend" | "expire" | null {
  if (state === "end") return null;
  if (state === "prepare") {
    if (now >= deadlineAt) return "expire";
    return isReachable ? "send" : null;
  }
  if (now < deadlineAt) return null;
  if (attempts >= MAXIMUM_ATTEMPTS) return "expire";
  const againAt = deadlineAt + pauseMs(attempts, timeoutMs);
  if (now >= againAt && isReachable) return "resend";
  return now >= againAt + timeoutMs ? "expire" : null;
}

/** Facts that decide whether a command can be sent to a device. */
export type Addressee = {
  kind: DeviceKind;
  use: string;
  custody: DeviceCustody;
  /** MAC of the gateway through which it is reached; for a gateway its own. Null if there is none. */
  gatewayMac: string | null;
  isConfiguring: boolean;
  settings: Settings;
};

/** Reasons why no command can be sent to a device now; empty if it can. */
export function issueIssues({ use, custody, gatewayMac, isConfiguring, settings }: Addressee): Issue[] {
  const issues: Issue[] = [];
  const add = (rule: string, message: string) => issues.push({ path: "deviceIds", rule, message });
  if (!isHeld(custody)) add("withAnother", "another customer has the device");
  if (use === "deactivated") add("deviceOff", "the device is switched off");
  if (isConfiguring) add("configuring", "the device is being configured");
  if (gatewayMac === null) add("noGateway", "no gateway leads to the device");
  if (Object.keys(settings).length === 0) add("noSettings", "there is nothing to configure");
  return issues;
}

/** Throws CONFLICT while a device is being configured: its parameters and commands must not change. */
export function assertNotConfiguring(isConfiguring: boolean): void {
  if (isConfiguring) throw conflict("id", "configuring", "the device is being configured");
}

/** Parameters that identify one device; a batch must not set them to the same value for several devices. */
export const OWN_SETTINGS = ["devEui", "appKey", "nickname", "ownIp", "port"] as const satisfies readonly SettingName[];

/** Issues of parameters that a batch may not set. */
export const batchIssues = (settings: Settings): Issue[] =>
  OWN_SETTINGS.filter((name) => settings[name] !== undefined).map((name) => ({
    path: `settings.${name}`,
    rule: "ownSetting",
    message: "belongs to one device alone",
  }));

/** The longest report interval in the parameters, in seconds; null if they contain none. */
export function reportIntervalOf(settings: Record<string, unknown>): number | null {
  const names: SettingName[] = [
    "temperatureMaxReportIntervalSeconds",
    "humidityMaxReportIntervalSeconds",
    "sampleIntervalSeconds",
  ];
  const values = names.map((name) => settings[name]).filter((value) => typeof value === "number");
  return values.length > 0 ? Math.max(...values) : null;
}

export type SettingDifference = { name: SettingName; wanted: unknown; applied: unknown };

/** Parameters whose wanted value is not confirmed; before the first confirmation, all of them. */
export const differences = (wanted: Settings, applied: Record<string, unknown> | null): SettingDifference[] =>
  (Object.entries(wanted) as [SettingName, unknown][])
    .filter(([name, value]) => applied?.[name] !== value)
    .map(([name, value]) => ({ name, wanted: value, applied: applied?.[name] ?? null }));

/** Groups of parameters in forms. */
export const SETTING_GROUPS = ["sampling", "temperature", "humidity", "radio", "identity", "device"] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

const GROUP_OF: Partial<Record<SettingName, SettingGroup>> = {
  sampleIntervalSeconds: "sampling",
  exceptionSampleIntervalSeconds: "sampling",
  gpsIntervalSeconds: "sampling",
  channelList: "radio",
  channelMask: "radio",
  channelPage: "radio",
  transmitPower: "radio",
  joinAttempts: "radio",
  networkAccessIntervalSeconds: "radio",
  extPanId: "identity",
  devEui: "identity",
  appEui: "identity",
  appKey: "identity",
};

function groupOf(name: SettingName): SettingGroup {
  if (name.startsWith("temperature")) return "temperature";
  if (name.startsWith("humidity")) return "humidity";
  return GROUP_OF[name] ?? "device";
}

/** The groups that contain any of these parameters, each with its parameters in order. */
export const groupsOf = (names: readonly SettingName[]): { group: SettingGroup; names: SettingName[] }[] =>
  SETTING_GROUPS.map((group) => ({ group, names: names.filter((name) => groupOf(name) === group) })).filter(
    ({ names: own }) => own.length > 0,
  );
