import { z } from "zod";
import type { CommandResult, CommandState, ConfigStatus, DeviceKind } from "@/db/enums";
import { COMMAND_RESULTS, COMMAND_STATES } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds } from "@/lib/validation/fields";
import { plainText, type SettingName, type Settings } from "../device.rules";
import { SettingsInput } from "../device.schema";

/** Devices that one call may send a command to. */
export const MAXIMUM_BATCH = 200;

/** All parameters that the device is to have; a secret one that is left out stays as it is. */
export const SaveConfigurationInput = z.strictObject({ ...ById.shape, settings: SettingsInput });

/** Sends the wanted parameters to one or several devices of one type; `settings` are saved for all of them before. */
export const IssueInput = z.strictObject({
  deviceIds: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, {
    params: { rule: "required" },
    message: "choose at least one device",
  }),
  settings: SettingsInput.optional(),
});

export const CommandListQuery = listQuery({
  sort: ["createdAt", "state"],
  dir: "desc",
  filters: {
    deviceId: recordId().optional(),
    gatewayId: recordId().optional(),
    state: z.enum(COMMAND_STATES).optional(),
    result: z.enum(COMMAND_RESULTS).optional(),
  },
});
export type CommandListQuery = z.output<typeof CommandListQuery>;

/** What a gateway answers on `command/{MAC}/response`; `applied` are the parameters as the device took them. */
export const AnswerInput = z.looseObject({
  id: z.coerce.number().int().positive(),
  ok: z.boolean(),
  error: z.string().transform(plainText).pipe(z.string().max(500)).optional(),
  applied: z.record(z.string(), z.unknown()).optional(),
});

/** What the clock found due: the first attempt or another one. */
export const StepInput = z.strictObject({ ...ById.shape, event: z.enum(["send", "resend"]) });

/** A command; instants in epoch ms, parameters without the secret ones. */
export type CommandDto = {
  id: number;
  deviceId: number;
  deviceName: string;
  serialNumber: string;
  kind: DeviceKind;
  gatewayId: number | null;
  gatewayName: string | null;
  settings: Settings;
  state: CommandState;
  result: CommandResult | null;
  attempts: number;
  deadlineAt: number | null;
  issuedAt: number | null;
  endedAt: number | null;
  error: string;
  userName: string | null;
  createdAt: number;
};

/** How a device is configured: what it is to have, what it has confirmed, and the command under way. */
export type ConfigurationDto = {
  id: number;
  kind: DeviceKind;
  typeCode: string;
  name: string;
  configStatus: ConfigStatus;
  settings: Settings;
  appliedSettings: Settings | null;
  /** Secret parameters: whether each has a value, and whether the device has confirmed it. */
  secrets: { name: SettingName; isSet: boolean; isApplied: boolean }[];
  gateway: { id: number; name: string; mac: string | null } | null;
  command: CommandDto | null;
  /** The rules that keep a command from going out now; empty if it can. */
  obstacles: string[];
  may: { edit: boolean; remove: boolean };
};

/** What the bus tells of a device whose configuration moved on. */
export type ConfigurationEvent = { change: "device"; carrierId?: number; deviceId?: number; commandId?: number };
