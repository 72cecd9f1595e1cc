import { z } from "zod";
import { MEASURES, type Measure } from "@/db/enums";
import { isChannel, probeKey } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { recordId, requiredText } from "@/lib/validation/fields";
import { plain, type Reader } from "../field.rules";
import { MAPPED_UNITS, unitsOf } from "./unit.rules";

/** Mappings whose probe an earlier mapping already has, by index: only one of them could count. */
export function sharedProbes(mappings: readonly FieldMapping[]): Map<number, { probe: ProbeKey; first: string }> {
  const holders = new Map<ProbeKey, string>();
  const shared = new Map<number, { probe: ProbeKey; first: string }>();
  for (const [index, mapping] of mappings.entries()) {
    if (mapping.as === "ignore") continue;
    const probe = probeKey(mapping.measure, mapping.channel);
    const first = holders.get(probe);
    if (first === undefined) holders.set(probe, mapping.field);
    else shared.set(index, { probe, first });
  }
  return shared;
}

/** Maximum number of mapped fields per device type. */
export const MAXIMUM_FIELDS = 100;
/** Number of last messages stored per device. */
export const MAXIMUM_MESSAGES = 5;

const Field = requiredText(60);
/** A factor or offset. */
const Coefficient = z.number().min(-1e9).max(1e9);

/** How a field is read: as a probe's measure, `value = number × scale + offset` in `unit`; or ignored. */
export const FieldMapping = z.discriminatedUnion("as", [
  z.strictObject({ field: Field, as: z.literal("ignore") }),
  z.strictObject({
    field: Field,
    as: z.literal("measure"),
    measure: z.enum(MEASURES),
    unit: z.enum(MAPPED_UNITS),
    scale: Coefficient.refine((scale) => scale !== 0, { params: { rule: "notZero" } }).default(1),
    offset: Coefficient.default(0),
    channel: z
      .string()
      .trim()
      .toLowerCase()
      .refine((text) => text === "" || isChannel(text), { params: { rule: "channelName" } })
      .default(""),
  }),
]);
export type FieldMapping = z.output<typeof FieldMapping>;

const Fields = z
  .array(FieldMapping)
  .max(MAXIMUM_FIELDS)
  .superRefine((fields, context) => {
    const names = new Set<string>();
    for (const [index, one] of fields.entries()) {
      const name = plain(one.field);
      if (names.has(name))
        context.addIssue({ code: "custom", path: [index, "field"], params: { rule: "repeated" }, message: "repeated" });
      names.add(name);
      if (one.as === "measure" && !unitsOf(one.measure).includes(one.unit))
        context.addIssue({
          code: "custom",
          path: [index, "unit"],
          params: { rule: "unitOfMeasure" },
          message: "none of the measure",
        });
    }
    for (const [index, { probe, first }] of sharedProbes(fields))
      context.addIssue({
        code: "custom",
        path: [index, "channel"],
        params: { rule: "sameProbe" },
        message: `${first} is read as ${probe} already: name another channel`,
      });
  });

/** `id` is a device: the mapping belongs to its type and its customer. */
export const MappingInput = z.strictObject({ id: recordId(), fields: Fields });
export const MappingById = z.strictObject({ id: recordId() });

/** A stored message as its adapter received it; `at` in epoch ms. */
export type KeptMessage = {
  at: number;
  adapter: string;
  /** The reader of its field names; absent in older messages. */
  reader?: Reader;
  fields: Readonly<Record<string, unknown>>;
  ignored: string[];
};

/** What a field of a message is read as, by the mapping or by the table of names. */
export type ReadField = {
  field: string;
  raw: unknown;
  /** The probe, its value in canonical units, and whether the value is a fault; null if it is no measure. */
  read: { measure: Measure; channel: string; value: number; isFault: boolean } | null;
  /** Why it cannot be read. */
  reason: string | null;
  /** The field that is read as its probe instead; null if there is none. */
  displacedBy: string | null;
};
export type TriedMessage = { at: number; adapter: string; fields: ReadField[] };

export type MappingDto = {
  deviceId: number;
  customerId: number;
  typeCode: string;
  mayEdit: boolean;
  fields: FieldMapping[];
  messages: TriedMessage[];
};
