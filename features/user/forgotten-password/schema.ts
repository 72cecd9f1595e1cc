import { z } from "zod";
import { CurrentPassword, checkNew } from "@/features/session/password/schema";
import { lineText, newPassword, requiredText, verbatimText } from "@/lib/validation/fields";

/** A request for a mail: the account's name or e-mail address, with a captcha like a login's. */
export const ForgottenInput = z.strictObject({
  account: requiredText(100),
  key: verbatimText(64).optional(),
  code: lineText(16).optional(),
});
export type ForgottenInput = z.input<typeof ForgottenInput>;

/** A new password with the key from the mail, or its whole link. */
export const ResetInput = z
  .strictObject({ key: requiredText(500), newPassword: newPassword(), confirmPassword: CurrentPassword })
  .superRefine(checkNew);
export type ResetInput = z.input<typeof ResetInput>;

export const MailResetPayload = z.object({ account: z.string() });

/** The job that finds the account and mails the key. Apart from the call, so that its answer depends on no account. */
export const MAIL_RESET = { name: "password.mailReset", maximumAttempts: 6 } as const;
