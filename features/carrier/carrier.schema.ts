import { z } from "zod";
import { BEARING_TYPES, type BearingType, CARRIER_WORK_MODES, type CarrierWorkMode } from "@/db/carrier-enums";
import {
  CARRIER_STATUSES,
  CARRIER_TYPES,
  type CarrierStatus,
  type CarrierType,
  type DeviceKind,
  MEASURES,
  type Measure,
} from "@/db/enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { isDegrees } from "@/lib/geo/degrees";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, optionalMultilineText, recordId, requiredText } from "@/lib/validation/fields";
import type { SwitchPosition } from "./alarm-switch/rules";
import {
  ABNORMALITIES,
  type Attribute,
  attributesOf,
  DESCRIPTION_LENGTH,
  EXTENSION_NAME_LENGTH,
  EXTENSION_ROWS,
  EXTENSION_VALUE_LENGTH,
  isPointName,
  NAME_LENGTH,
} from "./carrier.rules";
import type { MonitoringPointDto } from "./monitoring/monitoring.schema";

export const MODES = ["storage", "transport"] as const;
export type CarrierMode = (typeof MODES)[number];
export const ALARM_POSITIONS = ["on", "off", "paused", "none"] as const satisfies readonly SwitchPosition[];

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);
const ruled = (rule: string, message: string) => ({ params: { rule }, message });

/** The name of a monitoring point. */
export const pointName = () =>
  requiredText(NAME_LENGTH).refine(isPointName, ruled("pointName", "no Chinese comma and no middle bar"));

const degrees = (limit: 180 | 90) =>
  z
    .number()
    .refine((value) => isDegrees(value, limit), {
      ...ruled("degrees", `0 to ${limit} with at most 6 decimals`),
      params: { rule: "degrees", limit },
    })
    .nullable()
    .default(null);

/**
 * A node id. The lines of customers and of the whole tree have none and count as no selection. Rules over several
 * fields are still checked then, so that a form shows all issues at once.
 */
export const SceneId = z.preprocess(
  (value) => (typeof value === "string" || value === null ? Number(value) : value),
  z
    .number()
    .int()
    .nonnegative()
    .refine((id) => id !== 0, ruled("required", "cannot be empty")),
);

/** Rows of names and values; names are unique. */
const Extension = z
  .array(z.strictObject({ name: requiredText(EXTENSION_NAME_LENGTH), value: lineText(EXTENSION_VALUE_LENGTH) }))
  .max(EXTENSION_ROWS)
  .default([])
  .superRefine((rows, context) => {
    rows.forEach(({ name }, index) => {
      if (rows.findIndex((row) => row.name === name) < index)
        context.addIssue({ code: "custom", path: [index, "name"], ...ruled("repeated", "stands there already") });
    });
  });

/** Monitoring ranges, at most one per measure: a unit of measure maps to one interval. */
export const CarrierZones = z
  .array(z.strictObject({ measure: z.enum(MEASURES), zoneId: recordId() }))
  .max(MEASURES.length)
  .superRefine((zones, context) => {
    zones.forEach(({ measure }, index) => {
      if (zones.findIndex((zone) => zone.measure === measure) < index)
        context.addIssue({ code: "custom", path: [index], ...ruled("oneRange", "one range for a measure") });
    });
  });

const attribute = ({ kind, maximum }: Attribute) =>
  kind === "text" ? lineText(maximum) : z.number().positive().max(maximum);

/** The type-specific fields; empty ones are not stored. */
const attributesFor = (type: CarrierType) =>
  z.strictObject(Object.fromEntries(attributesOf(type).map(([name, field]) => [name, attribute(field).optional()])));
const ATTRIBUTE_SCHEMAS = Object.fromEntries(
  CARRIER_TYPES.map((type) => [type, attributesFor(type)]),
) as unknown as Record<CarrierType, ReturnType<typeof attributesFor>>;

const Fields = z.strictObject({
  type: z.enum(CARRIER_TYPES),
  name: pointName(),
  sceneId: SceneId,
  /** A subtype of the same base type. */
  carrierTypeId: recordId().nullable().default(null),
  description: optionalMultilineText(DESCRIPTION_LENGTH),
  alarmTriggerId: recordId().nullable().default(null),
  mode: z.enum(MODES).default("storage"),
  workMode: z.enum(CARRIER_WORK_MODES).default("continuous"),
  bearingType: z.enum(BEARING_TYPES).nullable().default(null),
  longitude: degrees(180),
  latitude: degrees(90),
  isTraceable: z.boolean().default(false),
  isGpsOn: z.boolean().default(true),
  extension: Extension,
  attributes: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  zones: CarrierZones.default([]),
});

type FieldValues = z.output<typeof Fields>;

/** Checks across fields: a position is a pair of coordinates, and each type has its own fields. */
function checkTogether<T extends FieldValues>(values: T, context: z.core.$RefinementCtx<T>): void {
  if ((values.longitude === null) !== (values.latitude === null))
    context.addIssue({
      code: "custom",
      path: [values.longitude === null ? "longitude" : "latitude"],
      ...ruled("positionPair", "a position is a longitude and a latitude"),
    });
  const parsed = ATTRIBUTE_SCHEMAS[values.type].safeParse(values.attributes);
  for (const issue of parsed.error?.issues ?? [])
    context.issues.push({ ...issue, path: ["attributes", ...issue.path], input: undefined } as never);
}

const keptAttributes = (attributes: FieldValues["attributes"]) =>
  Object.fromEntries(
    Object.entries(attributes)
      .map(([name, value]) => [name, typeof value === "string" ? value.trim() : value] as const)
      .filter(([, value]) => value !== ""),
  );

/** A carrier of any of the seven types. The node determines the customer. */
export const CarrierInput = Fields.superRefine(checkTogether).transform((values) => ({
  ...values,
  attributes: keptAttributes(values.attributes),
}));
export type CarrierInput = z.output<typeof CarrierInput>;

/** The type of a carrier cannot be changed; it must match the stored one. */
export const CarrierUpdate = Fields.extend(VersionedId.shape)
  .superRefine(checkTogether)
  .transform((values) => ({ ...values, attributes: keptAttributes(values.attributes) }));

const FILTERS = {
  /** A node of the organisation tree, including its subtree. */
  sceneId: recordId().optional(),
  customerId: recordId().optional(),
  type: z.enum(CARRIER_TYPES).optional(),
  carrierTypeId: recordId().optional(),
  status: z.enum(CARRIER_STATUSES).optional(),
  abnormality: z.enum(ABNORMALITIES).optional(),
  alarmSwitch: z.enum(ALARM_POSITIONS).optional(),
  alarmTriggerId: recordId().optional(),
  /** A gateway that any of the carrier's devices forwards through. */
  gatewayId: recordId().optional(),
  mode: z.enum(MODES).optional(),
  workMode: z.enum(CARRIER_WORK_MODES).optional(),
  bearingType: z.enum(BEARING_TYPES).optional(),
  isTraceable: Flag.optional(),
  hasDevices: Flag.optional(),
} as const;

/** Default order: by name. `worst` lists carriers that need attention first. */
export const CarrierListQuery = listQuery({
  sort: ["name", "worst", "status", "trigger", "mode", "lastAt", "createdAt"],
  filters: FILTERS,
});
export type CarrierListQuery = z.output<typeof CarrierListQuery>;

/** A row of the carrier list: the monitoring point and its bindings. Instants in epoch ms. */
export type CarrierRowDto = MonitoringPointDto & {
  customerId: number;
  sceneId: number;
  /** The subtype, in the user's language. */
  carrierTypeName: string | null;
  trigger: { id: number; name: string } | null;
  deviceCount: number;
  mode: CarrierMode;
  workMode: CarrierWorkMode;
  bearingType: BearingType | null;
  isTraceable: boolean;
  /** Instant of the latest value. */
  lastAt: number | null;
  version: number;
};

export type CarrierZoneDto = {
  measure: Measure;
  zoneId: number;
  name: string;
  minimum: number | null;
  maximum: number | null;
};

/** A carrier with everything its form shows. */
export type CarrierDto = {
  id: number;
  customerId: number;
  customerName: string;
  sceneId: number;
  scenePath: string[];
  name: string;
  type: CarrierType;
  /** The specification's number of the type, 1 to 7. */
  typeNumber: number;
  carrierTypeId: number | null;
  description: string;
  status: CarrierStatus;
  defrostUntil: number | null;
  alarmTriggerId: number | null;
  alarmTriggerName: string | null;
  alarmSwitch: SwitchPosition;
  pausedUntil: number | null;
  mode: CarrierMode;
  workMode: CarrierWorkMode;
  bearingType: BearingType | null;
  longitude: number | null;
  latitude: number | null;
  isTraceable: boolean;
  isGpsOn: boolean;
  extension: { name: string; value: string }[];
  attributes: Record<string, string | number>;
  zones: CarrierZoneDto[];
  /** Measures of the probes that are mounted now. */
  mountedMeasures: Measure[];
  deviceCount: number;
  createdAt: string;
  version: number;
};

/** A device on a carrier, mounted by its probes or bound as a whole. */
export type MountedDeviceDto = {
  id: number;
  kind: DeviceKind;
  /** Null if the device is not visible to the user; the text fields below are null too. */
  name: string | null;
  serialNumber: string | null;
  mac: string | null;
  measures: Measure[];
  gatewayId: number | null;
  gatewayName: string | null;
};

/** A carrier with its bound devices and gateways. */
export type AtomCarrierDto = CarrierDto & {
  devices: MountedDeviceDto[];
  gateways: VisibleRef[];
};

/** A monitoring point: the carrier with its live values. */
export type MonitoringPointDetailDto = CarrierDto & { point: MonitoringPointDto };

/** Result of a removal: a carrier with history is retired instead of deleted. */
export type RemovedCarrierDto = { id: number; customerId: number; outcome: "removed" | "retired" };
