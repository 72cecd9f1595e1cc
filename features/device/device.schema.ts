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
  SETTINGS,
  type SettingName,
  type SettingRule,
  type Settings,
  settingIssues,
} from "./device.rules";

/** The token is shown this once; only its hash is kept. */
export type IngestTokenDto = { id: number; token: string };

const custom = (rule: string, message: string) => ({ code: "custom" as const, params: { rule }, message });

/** An empty field of a form is a value that is not given. */
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

/** One parameter by its name, for forms that set them alone. */
export const settingInput = (name: SettingName) => settingSchema(SETTINGS[name]);

const names = Object.keys(SETTINGS) as SettingName[];

/** The parameters of a device; which of them its type has, and how they agree, `settingIssues` tells. */
export const SettingsInput = z
  .strictObject(Object.fromEntries(names.map((name) => [name, orNothing(settingInput(name))])))
  .transform(
    (settings) => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings,
  );

const CalendarDay = calendarDay();

const common = {
  /** For those who work for several customers; otherwise it is the own one. It does not change later. */
  customerId: orNothing(recordId()),
  /** The node it stands at; nothing: it lies in the customer's store. */
  sceneId: nullable(recordId()),
  typeCode: requiredText(50),
  serialNumber: SerialNumber,
  name: requiredText(30),
  description: optionalMultilineText(250),
  /** Left open, a new device is enabled and a known one stays as it is. */
  use: orNothing(z.enum(DEVICE_USES)),
  /** Left open, a new device gets that of its type or kind. */
  reportIntervalSeconds: orNothing(wholeNumber(INTERVAL.minimum, INTERVAL.maximum)),
  /** Time zones -12 to +12 (specification, section 9). */
  utcOffsetHours: nullable(wholeNumber(-12, 12)),
  /** Until a certificate says it: then it stays as that says. */
  calibrationDueOn: nullable(CalendarDay),
  /** All parameters; left open they stay as they are. */
  settings: SettingsInput.optional(),
};

const agreeing =
  (kind: DeviceKind) =>
  ({ typeCode, settings }: { typeCode: string; settings?: Settings | undefined }, context: z.RefinementCtx) => {
    for (const { path, rule, message } of settingIssues(kind, typeCode, settings ?? {}))
      context.addIssue({ ...custom(rule, message), path: ["settings", path] });
  };

/** What forwards through a gateway. */
const forwarding = (kind: DeviceKind) =>
  z.strictObject({ ...common, mac: OptionalMac, gatewayId: nullable(recordId()) }).superRefine(agreeing(kind));

export const SensorInput = forwarding("sensor");
export const DisplayInput = forwarding("display");
export const RelayInput = forwarding("relay");
export const BaseInput = forwarding("base");
export const GasInput = forwarding("gas");
export const MagnetismInput = forwarding("magnetism");
/** A gateway forwards through none, and signs in by its MAC. */
export const GatewayInput = z.strictObject({ ...common, mac: RequiredMac }).superRefine(agreeing("gateway"));

/** By kind, for what serves all of them. */
export const DEVICE_INPUT = {
  sensor: SensorInput,
  gateway: GatewayInput,
  display: DisplayInput,
  relay: RelayInput,
  base: BaseInput,
  gas: GasInput,
  magnetism: MagnetismInput,
} as const satisfies Record<DeviceKind, z.ZodType>;

/** What any of them gives. */
export type DeviceInput = z.output<typeof SensorInput> | (z.output<typeof GatewayInput> & { gatewayId?: null });

export type NamedRecord = { id: number; name: string };

/** A measure of a device with its newest value: canonical units, `at` in epoch ms, `trend` in change per minute. */
export type DeviceProbeDto = {
  id: number;
  measure: Measure;
  /** Which of several probes of the measure; empty where the device names none. */
  channel: string;
  value: number | null;
  at: number | null;
  /** When it last reported a fault in place of a value. */
  faultAt: number | null;
  trend: number | null;
  /** A newer value that is held as a jump. */
  unconfirmed?: UnconfirmedReading | null;
};

/** A device as its list shows it; instants in epoch ms, days as `yyyy-mm-dd`. */
export type DeviceDto = {
  id: number;
  kind: DeviceKind;
  customerId: number;
  customerName: string;
  sceneId: number | null;
  sceneName: string | null;
  typeCode: string;
  /** In the reader's language where it is shipped. */
  typeName: string;
  serialNumber: string;
  mac: string;
  name: string;
  description: string;
  use: DeviceUse;
  onlineStatus: OnlineStatus;
  /** Whether an exception of it is open. */
  isAbnormal: boolean;
  openExceptions: number;
  /** How often it reports where that is more slowly than agreed, seconds; else null. */
  slowPaceSeconds: number | null;
  configStatus: ConfigStatus;
  gateway: VisibleRef | null;
  /** The places it hangs at now. */
  carriers: VisibleRef[];
  probes: DeviceProbeDto[];
  reportIntervalSeconds: number;
  staleAfterSeconds: number;
  lastSeenAt: number | null;
  firmware: string;
  utcOffsetHours: number | null;
  /** Without the secret ones. */
  settings: Settings;
  calibrationDueOn: string | null;
  calibrationState: CalibrationState;
  /** Its certificate, which is not revoked, says the day. */
  hasCertificate: boolean;
  /** Of a gateway: how many of those that the reader may see forward through it. */
  behind: number;
  createdAt: number;
};

/** How many devices a customer has, of how many it may have. */
export type QuotaDto = { used: number; limit: number };
