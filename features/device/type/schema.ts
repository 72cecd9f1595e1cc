import { z } from "zod";
import { DEVICE_KINDS, type DeviceKind, MEASURES, type Measure } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, requiredText, wordText } from "@/lib/validation/fields";
import { kindOf } from "./rules";

/** A device type; its devices store its code. */
export const DeviceTypeInput = z.strictObject({
  code: wordText(50),
  name: requiredText(30),
  kind: z.enum(DEVICE_KINDS),
  measures: z
    .array(z.enum(MEASURES))
    .max(20)
    .default([])
    .transform((measures) => MEASURES.filter((measure) => measures.includes(measure))),
  hasGps: z.boolean().default(false),
  /** Specification, section 5: 1 to 65535 whole seconds. */
  reportIntervalSeconds: z.number().int().min(1).max(65_535).default(300),
  description: optionalMultilineText(250),
});
export type DeviceTypeInput = z.output<typeof DeviceTypeInput>;

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

export const DeviceTypeListQuery = listQuery({
  sort: ["kind", "code", "name", "reportIntervalSeconds", "createdAt"],
  filters: { kind: z.enum(DEVICE_KINDS).optional(), isEnabled: Flag.optional() },
});
export type DeviceTypeListQuery = z.output<typeof DeviceTypeListQuery>;

/** A kind in a path: its name, or its number 1 to 7. */
export const KindInput = z.strictObject({
  id: z.coerce.string().transform((name, context): DeviceKind => {
    const kind = kindOf(name);
    if (kind) return kind;
    const values = [...DEVICE_KINDS];
    context.issues.push({ code: "invalid_value", values, input: name, message: `one of ${values.join(", ")}` });
    return z.NEVER;
  }),
});

export type DeviceTypeDto = {
  id: number;
  code: string;
  /** For a shipped type that was not renamed, in the reader's language. */
  name: string;
  kind: DeviceKind;
  measures: Measure[];
  hasGps: boolean;
  reportIntervalSeconds: number;
  description: string;
  /** A disabled type is not offered any more; devices that have it are unaffected. */
  isEnabled: boolean;
  /** Shipped types cannot be deleted, and their code and kind cannot change. */
  isShipped: boolean;
  createdAt: string;
  version: number;
};

/** A type in the selection of a form. */
export type DeviceTypeChoice = Omit<DeviceTypeDto, "description" | "isEnabled" | "isShipped" | "createdAt" | "version">;
