import { z } from "zod";
import { LOT_DECISIONS, type LotDecision, type LotVerdict } from "@/db/enums";
import { REASON_LENGTH } from "@/features/signature/signature.rules";
import type { SignatureDto } from "@/features/signature/signature.schema";
import { SigningInput } from "@/features/signature/signature.schema";
import { ById } from "@/lib/resource/by-id";
import { lineText, requiredMultilineText, wholeNumber } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";

const fields = {
  ...ById.shape,
  decision: z.enum(LOT_DECISIONS),
  reason: requiredMultilineText(REASON_LENGTH),
  /** The row of the arithmetic that minutes are given back to. */
  target: lineText(80).optional(),
  minutes: wholeNumber(1, 5_256_000).optional(),
};

type Choice = { decision: LotDecision; target?: string | undefined; minutes?: number | undefined };

function checkAddBack({ decision, target, minutes }: Choice, context: z.RefinementCtx): void {
  if (decision !== "addBack") return;
  for (const [path, value] of Object.entries({ target, minutes }))
    if (value === undefined)
      context.addIssue({ code: "custom", path: [path], params: { rule: "required" }, message: "required" });
}

/** A decision to be shown before it is signed. */
export const DraftInput = z.strictObject(fields).superRefine(checkAddBack);

/** A decision as shown, signed. `at`: the instant of the arithmetic that the signer saw. */
export const DecideInput = z.strictObject({ ...fields, at: instantMs(), ...SigningInput }).superRefine(checkAddBack);
export type DecideInput = z.input<typeof DecideInput>;

/** What will be signed: the arithmetic of this instant. */
export type DraftDto = { at: number; contentHash: string; verdict: LotVerdict };

export type DecisionDto = {
  id: number;
  decision: LotDecision;
  reason: string;
  target: string | null;
  minutes: number | null;
  /** The verdict of the arithmetic at that time. */
  verdict: LotVerdict;
  decidedAt: number;
  userName: string | null;
  signatures: SignatureDto[];
};
