import "server-only";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { openLinkToken } from "@/lib/auth/link-token";
import { hashPassword } from "@/lib/auth/password";
import { AppError, fieldError } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import { isMailConfigured } from "@/lib/mail/mail";
import { defineOperation, PUBLIC, Refused } from "@/lib/operation/define-operation";
import { savePassword } from "../password/data";
import { getAccount, lockGuesses, originOf } from "../session.data";
import { assertCaptcha } from "../session.operations";
import { NO_FAILURES } from "../session.rules";
import { consumeReset, queueReset } from "./data";
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
    const account = await getAccount(ctx.tx, userId);
    ctx.audit({ customerId: account.customerId });
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), userId);
    await savePassword(ctx.tx, userId, await hashPassword(newPassword));
    await (await lockGuesses(ctx.tx, userId, originOf(ctx))).save(NO_FAILURES);
    const ended = await endSessionsOf(ctx.tx, [userId], "password-changed", ctx.now);
    ctx.audit({ by: account });
    ctx.afterCommit(() => publishSessionsEnded(ended, "password-changed"));
    return { id: userId };
  },
  audit: { entity: "user", id: ({ id }) => id },
});
