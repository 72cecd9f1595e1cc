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

/** Binds a smart base to a carrier, with or without a sensor; at least one of the two is required. */
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

/** `fallOff`: its sensor fell out, with a reason; `embed`: a sensor is put in, by default the one that fell out. */
export const PlinthBindingChange = z.discriminatedUnion("action", [
  z.strictObject({ ...ById.shape, action: z.literal("fallOff"), reason: RequiredReason }),
  z.strictObject({ ...ById.shape, action: z.literal("embed"), sensorId: OptionalId }),
]);

export const UnbindInput = z.strictObject({ ...ById.shape, reason: RequiredReason });

/** Binds a gateway, display or relay to a carrier. */
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

/** Bindings of one device: its own, and those of bases that contained it. */
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

/** A period of a binding; instants in epoch ms. Names that are not visible are omitted. */
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

/** The present binding of a device; null after unbinding. */
export type BoundDto = { id: number; deviceId: number; state: BindingState | null };
