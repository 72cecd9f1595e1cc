import { z } from "zod";
import { CARRIER_TYPES, type CarrierType, MEASURES, type Measure, type NoticeChannel, SEVERITIES } from "@/db/enums";
import { DEFAULT_DELAY_SECONDS, MAXIMUM_DELAY_SECONDS } from "@/features/alarm/condition/condition.rules";
import { MAXIMUM_PLAN_ROWS } from "@/features/alarm/trigger/trigger.rules";
import { pointName } from "@/features/carrier/carrier.schema";
import type { DeviceTypeChoice } from "@/features/device/type/schema";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import type { UnconfirmedReading } from "@/features/telemetry/live/reading.rules";
import type { ZonePresetChoice } from "@/features/zone/preset/schema";
import { Limit } from "@/features/zone/zone.schema";
import { limitIssues } from "@/lib/units/limits";
import { optionalEmail, optionalText, recordId, recordIds, requiredText, wholeNumber } from "@/lib/validation/fields";
import { ACCESS_MODES, type AccessMode, STEPS, type Step } from "./wizard.rules";

/** A plan has ten rows; the user and the accounts take one each. */
const MAXIMUM_GROUPS = MAXIMUM_PLAN_ROWS - 2;
const MAXIMUM_PEOPLE = 50;

/** For accounts of several customers; the default is the own customer. */
const ofCustomer = { customerId: recordId().optional() };

export const WizardQuery = z.strictObject(ofCustomer);
export const StepInput = z.strictObject({ ...ofCustomer, step: z.enum(STEPS) });

/** How readings arrive. The gateway is identified by its label; an existing one is used. */
export const AccessInput = z.strictObject({
  ...ofCustomer,
  mode: z.enum(ACCESS_MODES),
  serialNumber: optionalText(50),
  mac: optionalText(50),
  name: optionalText(30),
  typeCode: optionalText(50),
});

/** `sceneName` is the name of the first node below the range node, of a customer without one. */
export const CarrierStepInput = z.strictObject({
  ...ofCustomer,
  type: z.enum(CARRIER_TYPES),
  name: pointName(),
  sceneId: recordId().nullable().default(null),
  sceneName: optionalText(30),
});

/** Range of a measure: an existing one, one from a preset, or own limits in the canonical unit. */
const RangeChoice = z
  .strictObject({
    measure: z.enum(MEASURES),
    zoneId: recordId().optional(),
    presetId: recordId().optional(),
    limits: z.strictObject({ minimum: Limit, maximum: Limit }).optional(),
  })
  .superRefine(({ measure, zoneId, presetId, limits }, context) => {
    if ([zoneId, presetId, limits].filter((choice) => choice !== undefined).length !== 1)
      context.addIssue({ code: "custom", path: ["zoneId"], params: { rule: "required" }, message: "choose a range" });
    for (const { path, rule, message } of limits ? limitIssues({ measure, ...limits }) : [])
      context.addIssue({ code: "custom", path: ["limits", path], params: { rule }, message });
  });

/**
 * Who is notified besides the console: existing groups, accounts of the customer, and the user by mail. Nobody is
 * allowed.
 */
const Recipients = z.strictObject({
  isMe: z.boolean().default(false),
  email: optionalEmail().default(""),
  contactGroupIds: recordIds(MAXIMUM_GROUPS).default([]),
  userIds: recordIds(MAXIMUM_PEOPLE).default([]),
});

const TriggerChoice = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("existing"), id: recordId() }),
  z.strictObject({
    kind: z.literal("standard"),
    name: requiredText(30),
    severity: z.enum(SEVERITIES).default("major"),
    delaySeconds: wholeNumber(0, MAXIMUM_DELAY_SECONDS).default(DEFAULT_DELAY_SECONDS),
    recipients: Recipients,
  }),
  z.strictObject({ kind: z.literal("none") }),
]);

export const IndexInput = z
  .strictObject({ ...ofCustomer, ranges: z.array(RangeChoice).min(1).max(MEASURES.length), trigger: TriggerChoice })
  .superRefine(({ ranges }, context) => {
    ranges.forEach(({ measure }, index) => {
      if (ranges.findIndex((range) => range.measure === measure) < index)
        context.addIssue({
          code: "custom",
          path: ["ranges", index],
          params: { rule: "oneRange" },
          message: "one range for a measure",
        });
    });
  });
export type IndexInput = z.output<typeof IndexInput>;

/** The sensor by its label; the type applies to a new one. */
export const DeviceInput = z.strictObject({
  ...ofCustomer,
  serialNumber: requiredText(50),
  typeCode: optionalText(50),
  name: optionalText(30),
});

export type WizardGatewayDto = {
  id: number;
  name: string;
  serialNumber: string;
  mac: string;
  typeCode: string;
  hasToken: boolean;
  /** Last message, epoch ms. */
  lastSeenAt: number | null;
};

export type WizardCarrierDto = {
  id: number;
  name: string;
  type: CarrierType;
  sceneId: number;
  sceneName: string;
  /** `channels`: those of its notification plan. */
  trigger: { id: number; name: string; channels: NoticeChannel[] } | null;
  ranges: { measure: Measure; zoneId: number; name: string; minimum: number | null; maximum: number | null }[];
};

export type WizardDeviceDto = {
  id: number;
  name: string;
  serialNumber: string;
  typeCode: string;
  lastSeenAt: number | null;
  /** Probes mounted on the carrier; canonical units, `at` in epoch ms. `unconfirmed` is an unconfirmed jump. */
  probes: {
    id: number;
    measure: Measure;
    value: number | null;
    at: number | null;
    unconfirmed: UnconfirmedReading | null;
  }[];
};

/** Progress of a user. */
export type WizardDto = {
  step: Step;
  /** The last step that can be opened. */
  furthest: Step;
  isFinished: boolean;
  customerId: number;
  customerName: string;
  mode: AccessMode | null;
  gateway: WizardGatewayDto | null;
  carrier: WizardCarrierDto | null;
  device: WizardDeviceDto | null;
  /** Whether the organisation has nodes. */
  hasScenes: boolean;
  /** Whether the customer already has a token with which sensors can send. */
  hasCustomerToken: boolean;
};

/** The token is shown only once; only its hash is stored. */
export type AccessDto = { wizard: WizardDto; token: string | null };

/** Choices that the page offers. */
export type WizardOffer = {
  /** Carrier types that the account may create. */
  carrierTypes: CarrierType[];
  presets: ZonePresetChoice[];
  /** Types of gateways and of sensors. */
  gatewayTypes: DeviceTypeChoice[];
  sensorTypes: DeviceTypeChoice[];
  mail: string;
  /** Port of the built-in broker, or the address of an external one; null if there is none. */
  broker: { port: number } | { url: string } | null;
  may: {
    issueGatewayToken: boolean;
    issueCustomerToken: boolean;
    trigger: boolean;
    contacts: boolean;
    people: boolean;
    testAlarm: boolean;
  };
  /** Whether messages by each channel would arrive. */
  channelStates: ChannelStateDto[];
};

/** The customers among which an account of several chooses. */
export type CustomerChoices = { id: number; name: string }[];
