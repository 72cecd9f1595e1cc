import { z } from "zod";
import { REPLY_AUTHENTICATIONS, REPLY_FORMATS, type ReplyAuthentication, type ReplyFormat } from "@/db/enums";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { optionalText, requiredText } from "@/lib/validation/fields";
import { secretIssue } from "./provider.rules";

/** A secret issued by the provider: Twilio signs with its auth token. */
const GivenSecret = optionalText(200);

export const ReplyProviderListQuery = z.strictObject({});

export const ReplyProviderInput = z
  .strictObject({
    name: requiredText(30),
    format: z.enum(REPLY_FORMATS),
    authentication: z.enum(REPLY_AUTHENTICATIONS),
    secret: GivenSecret,
  })
  .superRefine((input, context) => {
    const issue = secretIssue(input);
    if (issue)
      context.addIssue({ code: "custom", path: [issue.path], params: { rule: issue.rule }, message: issue.message });
  });
export type ReplyProviderInput = z.input<typeof ReplyProviderInput>;

export const ReplyProviderUpdateInput = z.strictObject({
  ...VersionedId.shape,
  name: requiredText(30),
  isEnabled: z.boolean(),
});

export const ReplySecretInput = z.strictObject({ ...ById.shape, secret: GivenSecret });

export type ReplyProviderDto = {
  id: number;
  name: string;
  format: ReplyFormat;
  authentication: ReplyAuthentication;
  isEnabled: boolean;
  /** Until when the previous secret is valid after a rotation. */
  previousUntil: string | null;
  lastReplyAt: string | null;
  createdAt: string;
  version: number;
};

/** Includes the secret, which is shown only once; null if the operator entered it. */
export type ReplyProviderSecretDto = ReplyProviderDto & { secret: string | null };
