import { z } from "zod";
import { DEVICE_KINDS } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { DEVICE_INPUT, type DeviceInput } from "./device.schema";

/** Maximum number of devices per call. */
const MAXIMUM_CREATED = 50_000;

/** Devices of one kind and customer; each item is checked as the input of its kind. */
export const NewDevices = z
  .strictObject({
    kind: z.enum(DEVICE_KINDS),
    customerId: recordId().optional(),
    items: z.array(z.looseObject({})).min(1).max(MAXIMUM_CREATED),
  })
  .transform(({ kind, customerId, items }, context) => {
    const parsed = items.flatMap((item, index): DeviceInput[] => {
      const result = DEVICE_INPUT[kind].safeParse(item);
      if (result.success) return [result.data as DeviceInput];
      for (const { path, ...issue } of result.error.issues)
        context.issues.push({ ...issue, input: item, path: ["items", index, ...path] } as never);
      return [];
    });
    return { kind, customerId, items: parsed };
  });
