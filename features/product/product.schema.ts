import { z } from "zod";
import { ALLOWANCE_MODES, KINETIC_CLASSES, type KineticClass, SIDES } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { boundedCelsius, lineText, optionalText, recordId, requiredText } from "@/lib/validation/fields";
import { type Allowance, type Band, enduranceIssues } from "./product.rules";

/** Longest time of a budget row: ten years. */
const MAXIMUM_MINUTES = 5_256_000;
/** Longest stretch that may pass unobserved: a week. */
const MAXIMUM_UNOBSERVED = 10_080;
export const MAXIMUM_ROWS = 10;

const celsius = () => boundedCelsius(-273.15, 327.67);
const minutes = () => z.number().int().min(0).max(MAXIMUM_MINUTES);

/** A product of a customer. `customerId` is for accounts with several customers; it defaults to the account's own. */
export const ProductInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(60),
    code: requiredText(30),
    minimum: celsius().nullable().default(null),
    maximum: celsius().nullable().default(null),
    isFreezeSensitive: z.boolean().default(false),
    freezeLimit: celsius().nullable().default(null),
    allowances: z
      .array(
        z.strictObject({ side: z.enum(SIDES), limit: celsius(), minutes: minutes(), mode: z.enum(ALLOWANCE_MODES) }),
      )
      .max(MAXIMUM_ROWS)
      .default([]),
    bands: z
      .array(z.strictObject({ from: celsius(), to: celsius(), minutes: minutes().nullable() }))
      .max(MAXIMUM_ROWS)
      .default([]),
    kineticClass: z.enum(KINETIC_CLASSES).default("none"),
    kineticLimit: celsius().nullable().default(null),
    unobservedMinutes: z.number().int().min(0).max(MAXIMUM_UNOBSERVED).default(60),
    source: optionalText(200),
    presetKey: lineText(40).nullable().default(null),
    isEnabled: z.boolean().default(true),
  })
  .superRefine((product, context) => {
    for (const { path, rule, message } of enduranceIssues(product))
      context.addIssue({ code: "custom", path, params: { rule }, message });
  });
export type ProductInput = z.output<typeof ProductInput>;

export const ProductListQuery = listQuery({
  sort: ["name", "code", "createdAt"],
  filters: {
    customerId: recordId().optional(),
    isEnabled: z.stringbool().optional(),
  },
});
export type ProductListQuery = z.output<typeof ProductListQuery>;

export type ProductDto = {
  id: number;
  customerId: number;
  name: string;
  code: string;
  minimum: number | null;
  maximum: number | null;
  isFreezeSensitive: boolean;
  freezeLimit: number | null;
  allowances: Allowance[];
  bands: Band[];
  kineticClass: KineticClass;
  kineticLimit: number | null;
  unobservedMinutes: number;
  source: string;
  presetKey: string | null;
  isEnabled: boolean;
  createdAt: string;
  version: number;
};

/** A product as shown in the list. */
export type ProductRowDto = ProductDto & { customerName: string; lotCount: number };

/** A product offered for a new lot. */
export type ProductChoice = { id: number; customerId: number; name: string; code: string };
