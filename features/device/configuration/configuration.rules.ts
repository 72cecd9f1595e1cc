import type { CommandResult, CommandState, ConfigStatus, DeviceKind } from "@/db/enums";
import { conflict, type Issue } from "@/lib/errors";
import { configStatusAfter, type SettingName, type Settings } from "../device.rules";

/** How often a command is sent at most. */
export const MAXIMUM_ATTEMPTS = 3;

/** What moves a command on: sent for the first time or again, answered, waited for in vain, called off. */
export const COMMAND_EVENTS = ["send", "resend", "succeed", "refuse", "expire", "cancel"] as const;
export type CommandEvent = (typeof COMMAND_EVENTS)[number];

type Target = { state: CommandState; result: CommandResult | null };
const end = (result: CommandResult): Target => ({ state: "end", result });

/** The life of a command (specification, section 4): prepare → issuing → end. What is not listed does not happen. */
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

/** Where a command goes by an event. Throws CONFLICT where the table has no such way. */
export function commandAfter(state: CommandState, event: CommandEvent): Target {
  const target = COMMAND_TRANSITIONS[state][event];
  if (!target) throw conflict("state", "commandState", `a command in state ${state} cannot ${event}`);
  return target;
}

/** What the device shows for a command that came to this point; `wanted` and `applied` are its parameters then. */
export function statusAfter(target: Target, wanted: Settings, applied: Record<string, unknown> | null): ConfigStatus {
  if (target.state !== "end") return "configuring";
  if (target.result === "failed" || target.result === "timed-out") return "fail";
  return configStatusAfter(wanted, applied);
}

/** A command as the clock sees it; instants in epoch ms. `deadlineAt` ends the wait for its answer, or for its gateway. */
export type WaitingCommand = { state: CommandState; attempts: number; deadlineAt: number };

const FIRST_PAUSE_MS = 5000;

/** The pause after the given number of attempts in vain: doubling from 5 s, never longer than an attempt may take. */
export const pauseMs = (attempts: number, timeoutMs: number): number =>
  Math.min(timeoutMs, FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1));

/**
 * What is due for a command at `now` (epoch ms); null while there is nothing but to wait. It goes out as soon as its
 * gateway hears; without an answer it goes out again after a pause, up to `MAXIMUM_ATTEMPTS` times.
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

/** What decides whether a device can be sent a command. */
export type Addressee = {
  kind: DeviceKind;
  use: string;
  /** The MAC of the gateway that it goes through; its own for a gateway. Null where there is none. */
  gatewayMac: string | null;
  isConfiguring: boolean;
  settings: Settings;
};

/** Why a command cannot go to a device now; empty if it can. */
export function issueIssues({ use, gatewayMac, isConfiguring, settings }: Addressee): Issue[] {
  const issues: Issue[] = [];
  const add = (rule: string, message: string) => issues.push({ path: "deviceIds", rule, message });
  if (use === "deactivated") add("deviceOff", "the device is switched off");
  if (isConfiguring) add("configuring", "the device is being configured");
  if (gatewayMac === null) add("noGateway", "no gateway leads to the device");
  if (Object.keys(settings).length === 0) add("noSettings", "there is nothing to configure");
  return issues;
}

/** Throws CONFLICT while a device is being configured: its parameters and commands stay as they are. */
export function assertNotConfiguring(isConfiguring: boolean): void {
  if (isConfiguring) throw conflict("id", "configuring", "the device is being configured");
}

/** Parameters that are one device's own: a batch that set them alike would make two devices one. */
export const OWN_SETTINGS = ["devEui", "appKey", "nickname", "ownIp", "port"] as const satisfies readonly SettingName[];

/** What a batch may not set for several devices at once. */
export const batchIssues = (settings: Settings): Issue[] =>
  OWN_SETTINGS.filter((name) => settings[name] !== undefined).map((name) => ({
    path: `settings.${name}`,
    rule: "ownSetting",
    message: "belongs to one device alone",
  }));

/** The longest time between two reports that parameters ask for, in seconds; null where they do not say. */
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

/** The parameters whose wanted value a device has not confirmed; all of them before its first confirmation. */
export const differences = (wanted: Settings, applied: Record<string, unknown> | null): SettingDifference[] =>
  (Object.entries(wanted) as [SettingName, unknown][])
    .filter(([name, value]) => applied?.[name] !== value)
    .map(([name, value]) => ({ name, wanted: value, applied: applied?.[name] ?? null }));

/** How the parameters stand together in forms. */
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

/** The groups that have any of these parameters, each with them in their order. */
export const groupsOf = (names: readonly SettingName[]): { group: SettingGroup; names: SettingName[] }[] =>
  SETTING_GROUPS.map((group) => ({ group, names: names.filter((name) => groupOf(name) === group) })).filter(
    ({ names: own }) => own.length > 0,
  );
