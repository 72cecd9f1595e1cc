import "server-only";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { checkPassword, hashPassword } from "@/lib/auth/password";
import type { Principal } from "@/lib/auth/principal";
import { sessionCookie } from "@/lib/auth/session-token";
import { AppError, type ErrorCode, fieldError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply";
import type { Actor, OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { getAccount, lockGuesses, originOf } from "../session.data";
import { afterFailure, isLocked, NO_FAILURES } from "../session.rules";
import { savePassword } from "./data";
import { PasswordChange } from "./schema";

/** The calling user. Throws for API keys and devices. */
export function ownPrincipal(actor: Actor): Principal {
  if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
  return actor.principal;
}

/**
 * Verifies the password of the logged-in user again: null if it is correct, else the refusal. Failures count like wrong
 * logins from the user's own device or network, so failures of strangers elsewhere do not lock the user out. `code` and
 * `path` name the error and the field.
 */
export async function confirmPassword(
  ctx: OperationContext,
  userId: number,
  password: string,
  { code, path }: { code: ErrorCode; path: string },
): Promise<Refused | null> {
  const { db, now } = ctx;
  const { passwordHash } = await getAccount(db, userId);
  const fits = await checkPassword(passwordHash, password);
  const guesses = await lockGuesses(db, userId, originOf(ctx));
  if (isLocked(guesses.state, now)) return new Refused(new AppError("ACCOUNT_LOCKED", "account is locked"), userId);
  if (fits && guesses.passwordHash === passwordHash) return null;
  await guesses.save(afterFailure(guesses.state, now));
  return new Refused(fieldError(code, "is wrong", path), userId);
}

/** Sets a password that the account's user has chosen. All sessions of the account end, and wrong guesses are forgiven. */
export async function replacePassword(ctx: MutationContext, userId: number, newPassword: string): Promise<void> {
  await savePassword(ctx.tx, userId, await hashPassword(newPassword));
  await (await lockGuesses(ctx.tx, userId, originOf(ctx))).save(NO_FAILURES);
  const ended = await endSessionsOf(ctx.tx, [userId], "password-changed", ctx.now);
  ctx.afterCommit(() => publishSessionsEnded(ended, "password-changed"));
}

const broken = (path: string, rule: string, message: string): AppError =>
  new AppError("INVALID", `${path}: ${message}`, { issues: [{ path, rule, message }] });

/**
 * A password in place of a one-time password. The old one is not asked for again: it opened this session, which can do
 * nothing else.
 */
async function assertNotOneTime({ db }: OperationContext, userId: number, wanted: string): Promise<void> {
  const { passwordHash } = await getAccount(db, userId);
  if (await checkPassword(passwordHash, wanted)) throw broken("newPassword", "passwordSame", "is the old one");
}

/**
 * Changes the user's password. All sessions of the account end, including this one. `oldPassword` is required unless the
 * present password is a one-time password.
 */
export const changePassword = defineOperation({
  name: "password.change",
  kind: "mutation",
  permission: SIGNED_IN,
  input: PasswordChange,
  async run(ctx, { oldPassword, newPassword }) {
    const { user, mustChangePassword, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    if (oldPassword === undefined) {
      if (!mustChangePassword) throw broken("oldPassword", "required", "cannot be empty");
      await assertNotOneTime(ctx, user.id, newPassword);
    } else {
      const at = { code: "OLD_PASSWORD_WRONG", path: "oldPassword" } as const;
      const refusal = await confirmPassword(ctx, user.id, oldPassword, at);
      if (refusal) return refusal;
    }
    await replacePassword(ctx, user.id, newPassword);
    ctx.audit({ old: { mustChangePassword }, new: { mustChangePassword: false } });
    return new Reply({ id: user.id }, { headers: { "set-cookie": sessionCookie("", 0) } });
  },
  audit: { entity: "user", id: (reply) => reply.result.id },
});
