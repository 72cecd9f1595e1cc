import "server-only";
import { replacePassword } from "@/features/session/password/operations";
import { assertCaptcha } from "@/features/session/session.operations";
import { openLinkToken } from "@/lib/auth/link-token";
import { AppError, fieldError } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import { isMailConfigured } from "@/lib/mail/mail";
import { defineOperation, PUBLIC, Refused } from "@/lib/operation/define-operation";
import { consumeReset, getOwner, queueReset } from "./data";
import { keyOf, REQUESTS, TRIES } from "./rules";
import { ForgottenInput, ResetInput } from "./schema";

/**
 * Requests a mail with which a forgotten password is replaced. The worker looks for the account, so answer and time are
 * the same whether or not it exists.
 */
export const requestReset = defineOperation({
  name: "password.forgot",
  kind: "mutation",
  permission: PUBLIC,
  input: ForgottenInput,
  body: { maximumBytes: 4 * 1024 },
  async run(ctx, { account, ...captcha }): Promise<{ requested: true }> {
    if (!isMailConfigured()) throw new AppError("UNAVAILABLE", "mail is not configured");
    await limitAddress("forgottenPassword", ctx.address, ...REQUESTS);
    await assertCaptcha(ctx, captcha);
    await queueReset(ctx.tx, account);
    return { requested: true };
  },
  audit: { entity: "user", id: (_, { account }) => account },
});

const invalid = () => fieldError("RESET_INVALID", "the key was used, has expired or is wrong");

/** Replaces the password with the key from the mail. All sessions of the account end. */
export const resetForgotten = defineOperation({
  name: "password.reset",
  kind: "mutation",
  permission: PUBLIC,
  input: ResetInput,
  body: { maximumBytes: 4 * 1024 },
  async run(ctx, { key, newPassword }): Promise<{ id: number } | Refused> {
    await limitAddress("passwordReset", ctx.address, ...TRIES);
    const resetId = openLinkToken("password reset", keyOf(key));
    const userId = resetId === null ? undefined : await consumeReset(ctx.tx, resetId, ctx.now);
    if (userId === undefined) return new Refused(invalid(), "unknown");
    const account = await getOwner(ctx.tx, userId);
    ctx.audit({ customerId: account.customerId });
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), userId);
    await replacePassword(ctx, userId, newPassword);
    ctx.audit({ by: account });
    return { id: userId };
  },
  audit: { entity: "user", id: ({ id }) => id },
});
