import { z } from "zod";
import { newPassword, verbatimText } from "@/lib/validation/fields";

/** A password to verify, not to set, so no rules apply. */
export const CurrentPassword = verbatimText(100).min(1);

const newOnes = { newPassword: newPassword(), confirmPassword: CurrentPassword };

type Chosen = { oldPassword?: string | undefined; newPassword: string; confirmPassword: string };

export function checkNew(value: Chosen, context: z.RefinementCtx): void {
  const issue = (path: string, rule: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  if (value.newPassword !== value.confirmPassword) issue("confirmPassword", "passwordMatch", "the two differ");
  if (value.newPassword === value.oldPassword) issue("newPassword", "passwordSame", "is the old one");
}

/** A change of the user's password (specification, section 5, "Cross-field"). */
export const PasswordInput = z.strictObject({ oldPassword: CurrentPassword, ...newOnes }).superRefine(checkNew);

/** A password in place of one that is not asked for: a one-time password, or a forgotten one. */
export const ChosenPassword = z.strictObject(newOnes).superRefine(checkNew);

/** Either of them: only the session says whether the old password is required. */
export const PasswordChange = z
  .strictObject({ oldPassword: CurrentPassword.optional(), ...newOnes })
  .superRefine(checkNew);
export type PasswordChange = z.input<typeof PasswordChange>;
