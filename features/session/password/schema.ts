import { z } from "zod";
import { newPassword, verbatimText } from "@/lib/validation/fields";

/** A password to verify, not to set, so no rules apply. */
export const CurrentPassword = verbatimText(100).min(1);

/** A change of the user's password (specification, section 5, "Cross-field"). */
export const PasswordInput = z
  .strictObject({ oldPassword: CurrentPassword, newPassword: newPassword(), confirmPassword: CurrentPassword })
  .superRefine((value, context) => {
    const issue = (path: string, rule: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
    if (value.newPassword !== value.confirmPassword) issue("confirmPassword", "passwordMatch", "the two differ");
    if (value.newPassword === value.oldPassword) issue("newPassword", "passwordSame", "is the old one");
  });
export type PasswordInput = z.input<typeof PasswordInput>;
