import { z } from "zod";
import type { CommandResult, CommandState, ConfigStatus, DeviceKind } from "@/db/enums";
import { COMMAND_RESULTS, COMMAND_STATES } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds } from "@/lib/validation/fields";
import { plainText, type SettingName, type Settings } from "../device.rules";
import { SettingsInput } from "../device.schema";

/** Maximum number of devices per call. */
export const MAXIMUM_BATCH = 200;

/** All wanted parameters of the device. Omitted secret parameters are unchanged. */
export const SaveConfigurationInput = z.strictObject({ ...ById.shape, settings: SettingsInput });

/** Sends the wanted parameters to one or more devices of one type. `settings` are first saved for all of them. */
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

/** A gateway's answer on `command/{MAC}/response`; `applied` are the parameters that the device confirmed. */
export const AnswerInput = z.looseObject({
  id: z.coerce.number().int().positive(),
  ok: z.boolean(),
  error: z.string().transform(plainText).pipe(z.string().max(500)).optional(),
  applied: z.record(z.string(), z.unknown()).optional(),
});

/** The step that is due: the first attempt or a repeat. */
export const StepInput = z.strictObject({ ...ById.shape, event: z.enum(["send", "resend"]) });

/** A command; instants in epoch ms, parameters without secrets. */
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

/** Configuration of a device: wanted and confirmed parameters, and the command in progress or the last one. */
export type ConfigurationDto = {
  id: number;
  kind: DeviceKind;
  typeCode: string;
  name: string;
  configStatus: ConfigStatus;
  settings: Settings;
  appliedSettings: Settings | null;
  /** For each secret parameter, whether a value is set and whether the device has confirmed it. */
  secrets: { name: SettingName; isSet: boolean; isApplied: boolean }[];
  gateway: { id: number; name: string; mac: string | null } | null;
  command: CommandDto | null;
  /** Rules that prevent a command now; empty if it can be sent. */
  obstacles: string[];
  may: { edit: boolean; remove: boolean };
};

/** Event on the bus when the configuration of a device changes. */
export type ConfigurationEvent = { change: "device"; carrierId?: number; deviceId?: number; commandId?: number };
