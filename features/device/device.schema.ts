import { z } from "zod";
import {
  type CalibrationState,
  type ConfigStatus,
  DEVICE_USES,
  type DeviceKind,
  type DeviceUse,
  type Measure,
  type OnlineStatus,
} from "@/db/enums";
import type { DeviceCustody, SecondmentState } from "@/db/secondment-enums";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { optionalMultilineText, optionalText, recordId, requiredText, wholeNumber } from "@/lib/validation/fields";
import { calendarDay } from "@/lib/validation/instant";
import {
  canonicalMac,
  hasFormat,
  INTERVAL,
  isMac,
  isSerialNumber,
  NAME_LENGTH,
  SETTINGS,
  type SettingName,
  type SettingRule,
  type Settings,
  settingIssues,
} from "./device.rules";

/** The token is shown only once; only its hash is stored. */
export type IngestTokenDto = { id: number; token: string };

const custom = (rule: string, message: string) => ({ code: "custom" as const, params: { rule }, message });

/** An empty form field means that no value is given. */
const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);
const orNothing = <S extends z.ZodType>(schema: S) => z.preprocess(emptyAsUndefined, schema.optional());
const nullable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().optional());

const SerialNumber = requiredText(50).superRefine((value, context) => {
  if (value !== "" && !isSerialNumber(value))
    context.addIssue(custom("serialNumber", "letters, digits, underscores and hyphens only"));
});

const macIssue = (value: string, context: z.RefinementCtx) => {
  if (value !== "" && !isMac(value)) context.addIssue(custom("mac", "4 to 29 hexadecimal digits"));
};
const RequiredMac = requiredText(50).transform(canonicalMac).superRefine(macIssue);
const OptionalMac = z.preprocess(
  (value) => value ?? "",
  optionalText(50).transform(canonicalMac).superRefine(macIssue),
);

function settingSchema(rule: SettingRule): z.ZodType<string | number | boolean> {
  switch (rule.type) {
    case "integer":
      return wholeNumber(rule.minimum, rule.maximum);
    case "decimal":
      return z.coerce
        .number()
        .min(rule.minimum)
        .max(rule.maximum)
        .superRefine((value, context) => {
          if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
            context.addIssue(custom("twoDecimals", "at most two decimals"));
        });
    case "text":
      return requiredText(rule.maximum);
    case "format":
      return z
        .string()
        .trim()
        .superRefine((value, context) => {
          if (!hasFormat(rule.format, value)) context.addIssue(custom(rule.format, `not a valid ${rule.format}`));
        });
    case "flag":
      return z.union([z.boolean(), z.stringbool({ truthy: ["true", "1", "on"], falsy: ["false", "0", "off"] })]);
  }
}

/** Schema of one parameter by name, for forms that set it alone. */
export const settingInput = (name: SettingName) => settingSchema(SETTINGS[name]);

const names = Object.keys(SETTINGS) as SettingName[];

/** Parameters of a device. `settingIssues` checks which of them its type has and whether they are consistent. */
export const SettingsInput = z
  .strictObject(Object.fromEntries(names.map((name) => [name, orNothing(settingInput(name))])))
  .transform(
    (settings) => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings,
  );

const CalendarDay = calendarDay();

const common = {
  /** For accounts of several customers; the default is the own customer. It cannot change later. */
  customerId: orNothing(recordId()),
  /** Its node; null if it is in the customer's stock. */
  sceneId: nullable(recordId()),
  typeCode: requiredText(50),
  serialNumber: SerialNumber,
  name: requiredText(NAME_LENGTH),
  description: optionalMultilineText(250),
  /** Default: a new device is enabled, an existing one is unchanged. */
  use: orNothing(z.enum(DEVICE_USES)),
  /** Default of a new device: the interval of its type or kind. */
  reportIntervalSeconds: orNothing(wholeNumber(INTERVAL.minimum, INTERVAL.maximum)),
  /** Time zones -12 to +12 (specification, section 9). */
  utcOffsetHours: nullable(wholeNumber(-12, 12)),
  /** Cannot be changed once a certificate determines it. */
  calibrationDueOn: nullable(CalendarDay),
  /** All parameters; unchanged if omitted. */
  settings: SettingsInput.optional(),
};

const agreeing =
  (kind: DeviceKind) =>
  ({ typeCode, settings }: { typeCode: string; settings?: Settings | undefined }, context: z.RefinementCtx) => {
    for (const { path, rule, message } of settingIssues(kind, typeCode, settings ?? {}))
      context.addIssue({ ...custom(rule, message), path: ["settings", path] });
  };

/** The gateway through which it forwards. */
const forwarding = (kind: DeviceKind) =>
  z.strictObject({ ...common, mac: OptionalMac, gatewayId: nullable(recordId()) }).superRefine(agreeing(kind));

export const SensorInput = forwarding("sensor");
export const DisplayInput = forwarding("display");
export const RelayInput = forwarding("relay");
export const BaseInput = forwarding("base");
export const GasInput = forwarding("gas");
export const MagnetismInput = forwarding("magnetism");
/** A gateway forwards through no other gateway and authenticates with its MAC. */
export const GatewayInput = z.strictObject({ ...common, mac: RequiredMac }).superRefine(agreeing("gateway"));

/** Input schemas by kind, for code that serves all kinds. */
export const DEVICE_INPUT = {
  sensor: SensorInput,
  gateway: GatewayInput,
  display: DisplayInput,
  relay: RelayInput,
  base: BaseInput,
  gas: GasInput,
  magnetism: MagnetismInput,
} as const satisfies Record<DeviceKind, z.ZodType>;

/** The input of a new device: one with a carrier is mounted on it at once. */
export const newDeviceInput = <K extends DeviceKind>(kind: K) =>
  DEVICE_INPUT[kind].safeExtend({ carrierId: orNothing(recordId()) }) as unknown as (typeof DEVICE_INPUT)[K];

/** Input of any kind. */
export type DeviceInput = z.output<typeof SensorInput> | (z.output<typeof GatewayInput> & { gatewayId?: null });

export type NamedRecord = { id: number; name: string };

/** A probe with its latest value: canonical units, `at` in epoch ms, `trend` in change per minute. */
export type DeviceProbeDto = {
  id: number;
  measure: Measure;
  /** Distinguishes several probes of the measure; empty if the device names no channel. */
  channel: string;
  value: number | null;
  at: number | null;
  /** Instant of its last fault report. */
  faultAt: number | null;
  trend: number | null;
  /** A newer value that is an unconfirmed jump. */
  unconfirmed?: UnconfirmedReading | null;
};

/** The secondment of a device as one side sees it; instants in epoch ms. */
export type DeviceSecondmentDto = {
  id: number;
  state: SecondmentState;
  isTransfer: boolean;
  side: "lender" | "borrower";
  /** The name of the other customer. */
  other: string;
  startsAt: number | null;
  endsAt: number | null;
  endedAt: number | null;
};

/** A device in a list; instants in epoch ms, days as `yyyy-mm-dd`. */
export type DeviceDto = {
  id: number;
  kind: DeviceKind;
  customerId: number;
  customerName: string;
  sceneId: number | null;
  sceneName: string | null;
  typeCode: string;
  /** For a shipped type, in the reader's language. */
  typeName: string;
  serialNumber: string;
  mac: string;
  name: string;
  description: string;
  use: DeviceUse;
  custody: DeviceCustody;
  /** Of a device that is or will be lent or borrowed, or that another customer has; else null. */
  secondment: DeviceSecondmentDto | null;
  onlineStatus: OnlineStatus;
  /** Whether it has an open exception. */
  isAbnormal: boolean;
  openExceptions: number;
  /** The pace in seconds if it is slower than agreed; else null. */
  slowPaceSeconds: number | null;
  configStatus: ConfigStatus;
  gateway: VisibleRef | null;
  /** Carriers on which it is mounted now. */
  carriers: VisibleRef[];
  probes: DeviceProbeDto[];
  reportIntervalSeconds: number;
  staleAfterSeconds: number;
  lastSeenAt: number | null;
  firmware: string;
  utcOffsetHours: number | null;
  /** Without secrets. */
  settings: Settings;
  calibrationDueOn: string | null;
  calibrationState: CalibrationState;
  /** Whether a certificate that is not revoked determines the due date. */
  hasCertificate: boolean;
  /** For a gateway: number of visible devices that forward through it. */
  behind: number;
  createdAt: number;
  version: number;
};

/** Number of devices of a customer, and its limit. */
export type QuotaDto = { used: number; limit: number };
