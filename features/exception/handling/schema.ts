import { z } from "zod";
import { ANALYSIS_RESULTS } from "@/db/enums";
import { ContentHash, SigningCredentials } from "@/features/signature/signature.schema";
import { fromQuery, multilineText, requiredMultilineText } from "@/lib/validation/fields";
import { ExceptionId } from "../exception.schema";
import { MAXIMUM_BATCH, TEXT_LENGTH } from "./rules";

const Id = ExceptionId.shape.id;

/** User text: trimmed, at most 250 characters, line breaks but no other control characters. */
const Text = multilineText(TEXT_LENGTH);
const RequiredText = requiredMultilineText(TEXT_LENGTH);

/** Ids of a batch, also from a query parameter: all are changed, or none. */
const Ids = z.preprocess(
  fromQuery,
  z
    .array(Id)
    .min(1)
    .max(MAXIMUM_BATCH)
    .refine((ids) => new Set(ids).size === ids.length, "each id once"),
);

/** The comment, and the cause if it is known already: whoever handles the exception finds it filled in. */
const acknowledgement = { comment: RequiredText, reasonId: Id.optional() };

export const AcknowledgeInput = z.strictObject({ id: Id, ...acknowledgement });
export type AcknowledgeInput = z.output<typeof AcknowledgeInput>;

export const AcknowledgeBatchInput = z.strictObject({ ids: Ids, ...acknowledgement });
export type AcknowledgeBatchInput = z.output<typeof AcknowledgeBatchInput>;

const handling = {
  reasonId: Id,
  measures: Text.default(""),
  remark: Text.default(""),
  analysisResult: z.enum(ANALYSIS_RESULTS),
};

export const HandleInput = z.strictObject({ id: Id, ...handling });
export type HandleInput = z.output<typeof HandleInput>;

export const HandleBatchInput = z.strictObject({ ids: Ids, ...handling });
export type HandleBatchInput = z.output<typeof HandleBatchInput>;

export const RemoveInput = z.strictObject({ id: Id, reason: RequiredText });
export const RemoveBatchInput = z.strictObject({ ids: Ids, reason: RequiredText });
export type RemoveBatchInput = z.output<typeof RemoveBatchInput>;

export const ReopenInput = z.strictObject({ id: Id, reason: RequiredText });
export type ReopenInput = z.output<typeof ReopenInput>;

/** The job that notifies everyone notified so far of who acknowledged; its handler is in the notice feature. */
export const NOTIFY_ACKNOWLEDGED = { name: "notice.notifyAcknowledged", maximumAttempts: 12 } as const;
export const AcknowledgedPayload = z.object({ exceptionIds: z.array(z.number().int()).min(1) });

/** Password and hash are needed where the customer wants the closing of critical exceptions signed. */
export const CloseInput = z.strictObject({
  id: Id,
  password: SigningCredentials.password.optional(),
  totp: SigningCredentials.totp,
  contentHash: ContentHash.optional(),
});
export type CloseInput = z.output<typeof CloseInput>;

/** The reasons available for an exception of this customer; without one, all in scope. */
export const ReasonListQuery = z.strictObject({ customerId: Id.optional() });
