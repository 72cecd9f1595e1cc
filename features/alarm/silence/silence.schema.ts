import { z } from "zod";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId, requiredMultilineText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import {
  keyOf,
  MAXIMUM_TARGETS,
  REASON_LENGTH,
  SILENCE_STATES,
  type SilenceState,
  TARGET_KINDS,
} from "./silence.rules";

const Target = z.strictObject({ kind: z.enum(TARGET_KINDS), id: recordId() });
export type SilenceTarget = z.output<typeof Target>;

/** Without a start it begins at once. */
export const SilenceInput = z.strictObject({
  targets: z
    .array(Target)
    .min(1)
    .max(MAXIMUM_TARGETS)
    .transform((targets) => [...new Map(targets.map((target) => [keyOf(target), target])).values()]),
  startsAt: instant().nullish(),
  endsAt: instant(),
  reason: requiredMultilineText(REASON_LENGTH),
});
export type SilenceInput = z.output<typeof SilenceInput>;

/** `from` and `to` match what is in force at any time between them; `carrierId` what covers that carrier in any way. */
export const SilenceListQuery = listQuery({
  sort: ["startsAt", "endsAt"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    state: z.enum(SILENCE_STATES).optional(),
    from: instant().optional(),
    to: instant().optional(),
    carrierId: recordId().optional(),
  },
}).superRefine(checkSpan);
export type SilenceListQuery = z.output<typeof SilenceListQuery>;

export type SilenceTargetDto = SilenceTarget & { name: string };

/** A maintenance silence; instants in ISO-8601. */
export type SilenceDto = {
  id: number;
  customerId: number;
  customerName: string;
  state: SilenceState;
  startsAt: string;
  endsAt: string;
  reason: string;
  /** The targets visible to the reader. */
  targets: SilenceTargetDto[];
  /** Number of targets not visible to the reader, who cannot end a silence that exceeds their scope. */
  hiddenTargets: number;
  createdAt: string;
  /** Null: created by another system with an API key. */
  createdBy: string | null;
  /** When and by whom it was ended early. */
  endedAt: string | null;
  endedBy: string | null;
};

export const SilenceChoiceQuery = z.strictObject({
  q: lineText(100).optional(),
  customerId: recordId().optional(),
});
export type SilenceChoiceQuery = z.output<typeof SilenceChoiceQuery>;

/** A possible target of a silence; `place` is the node at or below which it is located. */
export type SilenceChoiceDto = SilenceTargetDto & { customerId: number; customerName: string; place: string | null };

/** A silence as shown at a carrier that it covers. */
export type CarrierSilenceDto = Pick<SilenceDto, "id" | "state" | "startsAt" | "endsAt" | "reason" | "createdBy">;
