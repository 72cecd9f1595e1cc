import { z } from "zod";
import { BINDING_STATES, type BindingState, type DeviceKind } from "@/db/enums";
import { RequiredReason } from "@/features/carrier/mounting/mounting.schema";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);
const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);
const OptionalId = z.preprocess(emptyAsUndefined, recordId().optional());

/** A smart base put at a place, with or without a sensor in it; at least one of the two. */
export const PlinthBindingInput = z
  .strictObject({ deviceId: recordId(), carrierId: OptionalId, sensorId: OptionalId })
  .superRefine(({ carrierId, sensorId }, context) => {
    if (carrierId === undefined && sensorId === undefined)
      context.addIssue({
        code: "custom",
        path: ["carrierId"],
        params: { rule: "bindingTarget" },
        message: "a carrier, a sensor or both",
      });
  });

/** `fallOff`: its sensor fell out, and why; `embed`: a sensor is put in, that which fell out unless another is named. */
export const PlinthBindingChange = z.discriminatedUnion("action", [
  z.strictObject({ ...ById.shape, action: z.literal("fallOff"), reason: RequiredReason }),
  z.strictObject({ ...ById.shape, action: z.literal("embed"), sensorId: OptionalId }),
]);

export const UnbindInput = z.strictObject({ ...ById.shape, reason: RequiredReason });

/** A gateway, display or relay put at a place. */
export const BindDeviceInput = z.strictObject({ ...ById.shape, carrierId: recordId() });

const FILTERS = {
  carrierId: recordId().optional(),
  sensorId: recordId().optional(),
  state: z.enum(BINDING_STATES).optional(),
  isCurrent: Flag.optional(),
} as const;

export const PlinthBindingListQuery = listQuery({
  sort: ["boundAt", "name"],
  dir: "desc",
  filters: { ...FILTERS, deviceId: recordId().optional() },
});

/** Of one device, as the one that is bound or as the sensor that a base holds. */
export const DeviceBindingQuery = listQuery({
  sort: ["boundAt", "name"],
  dir: "desc",
  filters: { ...FILTERS, ...ById.shape },
});

export type BindingFilter = Partial<Omit<z.output<typeof PlinthBindingListQuery>, "sort" | "dir">> & {
  sort: "boundAt" | "name";
  dir: "asc" | "desc";
  iDisplayStart: number;
  iDisplayLength: number;
};

type Named = { id: number; name: string };

/** A period of a binding; instants in epoch ms. What the reader may not see has no name here. */
export type BindingDto = {
  id: number;
  customerId: number;
  device: VisibleRef & { kind: DeviceKind; serialNumber: string | null };
  carrier: Named | null;
  sensor: (Named & { serialNumber: string }) | null;
  state: BindingState;
  boundAt: number;
  unboundAt: number | null;
};

/** Where the binding of a device stands now; null once it is unbound. */
export type BoundDto = { id: number; deviceId: number; state: BindingState | null };
