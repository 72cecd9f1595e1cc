import { z } from "zod";
import {
  type CarrierType,
  type DeviceKind,
  OLD_DEVICE_FATES,
  type OldDeviceDisposition,
  SWITCH_TYPES,
  type SwitchResult,
  type SwitchType,
} from "@/db/enums";
import { RequiredReason } from "@/features/carrier/mounting/mounting.schema";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, recordId, wholeNumber } from "@/lib/validation/fields";
import type { ConditionState, SwitchStanding } from "./switch.rules";

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1", "on"], falsy: ["false", "0", "off"] })]);

/** Longest waiting time of a switch: 30 days. */
export const MAXIMUM_TIMEOUT_SECONDS = 30 * 86_400;

const differing = <T extends { oldDeviceId: number; newDeviceId: number }>(input: T, context: z.RefinementCtx) => {
  if (input.oldDeviceId === input.newDeviceId)
    context.addIssue({
      code: "custom",
      path: ["newDeviceId"],
      params: { rule: "sameDevice" },
      message: "the same device",
    });
};

/**
 * Replaces a device at its carrier. `timeoutSeconds` 0 or empty never expires; `unbindFirst` confirms that a device
 * bound elsewhere may be unbound; `oldDevice` is the disposition of the old device.
 */
export const DeviceSwitchInput = z
  .strictObject({
    carrierId: recordId(),
    oldDeviceId: recordId(),
    newDeviceId: recordId(),
    type: z.enum(SWITCH_TYPES),
    timeoutSeconds: z.preprocess(
      (value) => (value === "" || value === null ? 0 : value),
      wholeNumber(0, MAXIMUM_TIMEOUT_SECONDS).default(0),
    ),
    unbindFirst: Flag.default(false),
    oldDevice: z.enum(OLD_DEVICE_FATES).default("store"),
    reason: RequiredReason,
  })
  .superRefine(differing);

/**
 * `ignoreConditions` switches although the conditions are not met. `oldDevice` defaults to the choice at the beginning.
 */
export const ConfirmSwitchInput = z.strictObject({
  ...ById.shape,
  ignoreConditions: Flag.default(false),
  oldDevice: z.enum(OLD_DEVICE_FATES).optional(),
});

export const CancelSwitchInput = z.strictObject({ ...ById.shape, reason: optionalMultilineText(250) });

export const DeviceSwitchListQuery = listQuery({
  sort: ["startedAt"],
  dir: "desc",
  filters: {
    carrierId: recordId().optional(),
    /** The old or the new device. */
    deviceId: recordId().optional(),
    type: z.enum(SWITCH_TYPES).optional(),
    isOpen: Flag.optional(),
  },
});
export type DeviceSwitchListQuery = z.output<typeof DeviceSwitchListQuery>;

type Part = VisibleRef & { serialNumber: string | null; kind: DeviceKind };

/** A switch; instants in epoch ms. Names that are not visible are omitted. */
export type DeviceSwitchDto = {
  id: number;
  customerId: number;
  carrier: VisibleRef & { type: CarrierType };
  oldDevice: Part;
  newDevice: Part;
  type: SwitchType;
  standing: SwitchStanding;
  result: SwitchResult | null;
  /** Planned disposition of the old device, the actual one after the switch; null if not recorded. */
  oldDeviceFate: OldDeviceDisposition | null;
  expiresAt: number | null;
  reason: string;
  userName: string | null;
  startedAt: number;
  endedAt: number | null;
};

/** Includes the present conditions; empty after the end. */
export type DeviceSwitchDetailDto = DeviceSwitchDto & { conditions: ConditionState[] };
