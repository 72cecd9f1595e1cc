import { z } from "zod";
import { CARRIER_TYPES, EXCEPTION_TYPES, type ExceptionType } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import { multilineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { PRESETS } from "../period.rules";
import { checkRange } from "../statistic.schema";
import type { Finding } from "./guidance.rules";

export const GuidanceQuery = z
  .strictObject({
    sceneId: recordId().optional(),
    carrierType: z.enum(CARRIER_TYPES).optional(),
    carrierId: recordId().optional(),
    range: z.enum(PRESETS).default("month"),
    from: instant().optional(),
    to: instant().optional(),
  })
  .superRefine(checkRange);
export type GuidanceQuery = z.output<typeof GuidanceQuery>;

/** Dimensions by which exceptions are counted. */
export const DIMENSIONS = ["reason", "type", "carrier", "probe", "hour", "weekday", "door", "power"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Exceptions with something in common; at most `MAXIMUM_EVIDENCE` ids. `name` is null where the key names it. */
export type Share = { key: string; name: string | null; count: number; minutes: number; ids: number[] };

export type GuidanceDto = {
  range: { from: number; to: number };
  timeZone: string;
  total: number;
  /** The newest were examined: there are more than can be. */
  isCapped: boolean;
  /** Largest first; hours and weekdays in their order. */
  shares: Record<Dimension, Share[]>;
  findings: Finding[];
  /** The platform's own texts in the reader's language, by type. */
  texts: Partial<Record<ExceptionType, string>>;
};

export const GUIDANCE_TEXT_LENGTH = 1000;

/** The platform's text for a type of exception in a language; empty: the shipped one again. */
export const GuidanceTextInput = z.strictObject({
  type: z.enum(EXCEPTION_TYPES),
  locale: z.enum(LOCALES),
  content: multilineText(GUIDANCE_TEXT_LENGTH),
});
export type GuidanceTextInput = z.output<typeof GuidanceTextInput>;
